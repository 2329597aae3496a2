import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import { randomText } from '#platform/secrets/randomText.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'

/** Use of a challenge: one made for a use is refused for every other, also one made for another link. */
export type ChallengeUse = 'passkeySignIn' | NewPasskeyUse | 'secondFactor'

/** Use of a challenge for a new passkey: by a signed-in person, or by the bearer of the link with a row id. */
export type NewPasskeyUse = 'passkeyCreate' | `passkeyOfLink ${string}`

/** An open challenge: `value` is signed by a passkey; `personUuid` is the person that it was made for. */
export type Challenge = { uuid: string; value: string; personUuid: string | null; expiresAtMs: number }

/** The reason for a challenge or a ticket that is too old, already spent, or not from this server. */
export const challengeExpired = reason(
  'not_authorized',
  'challenge_expired',
  'The challenge has expired or was used already: start again.',
)

const lifeMs = 10 * 60_000
const valueBytes = 32

/**
 * Makes a challenge for ten minutes and one use. Its id is the sealed challenge itself, so that anonymous requests
 * write no rows; only spent ones are stored until they expire.
 */
export function makeChallenge(ctx: Ctx, use: ChallengeUse, personUuid: string | null): { id: string; value: string } {
  const at = ctx.now().getTime()
  const value = randomText(valueBytes)
  const made: Challenge = { uuid: uuidv7(at), value, personUuid, expiresAtMs: at + lifeMs }
  const sealed = ctx.port(sealingPort).seal(JSON.stringify(made), contextOf(use))
  return { id: Buffer.from(sealed).toString('base64url'), value }
}

/** The challenge of an id. Throws challenge_expired for another use, an expired one, and other text. */
export function openChallenge(ctx: Ctx, use: ChallengeUse, id: string): Challenge {
  const at = ctx.now().getTime()
  const found = unsealed(ctx, use, id)
  if (found === undefined || found.expiresAtMs <= at || found.expiresAtMs > at + lifeMs) throw problem(challengeExpired)
  return found
}

/** Marks a challenge as used. Throws challenge_expired for one that was used before, by any process. */
export async function spendChallenge(ctx: Ctx, { uuid, expiresAtMs }: Challenge): Promise<void> {
  const spent = await ctx.db.rows(spend, [uuid, new Date(expiresAtMs).toISOString()])
  if (spent.length === 0) throw problem(challengeExpired)
}

function unsealed(ctx: Ctx, use: ChallengeUse, id: string): Challenge | undefined {
  try {
    // cast: only this server seals such texts.
    return JSON.parse(ctx.port(sealingPort).open(Buffer.from(id, 'base64url'), contextOf(use))) as Challenge
  } catch {
    return undefined
  }
}

function contextOf(use: ChallengeUse): string {
  return `person challenge ${use}`
}

/** Schedules of challenges. */
export const schedules: Schedule[] = [
  {
    name: 'account.challenge.prune',
    description: 'Removes spent challenges that have expired.',
    everySeconds: 3600,
    async run(ctx) {
      // A clock that is set back must not revive a challenge.
      await ctx.db.rows(prune, [new Date(ctx.now().getTime() - 24 * 3_600_000).toISOString()])
    },
  },
]

const spend = statement(
  'person_challenge.spend',
  'directory',
  `insert into person_challenge (id, expires_at) values ($1, $2)
   on conflict (id) do nothing returning id`,
)

const prune = statement(
  'person_challenge.prune',
  'directory',
  'delete from person_challenge where expires_at < $1::timestamptz',
)
