import type { Ctx } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'

/** The reason for a guess of a password or code during a pause. */
export const guessesPaused = reason(
  'rate_limited',
  'guesses_paused',
  'Too many wrong passwords or codes: wait a while, or sign in with a passkey.',
)

const windowMs = 15 * 60_000
const wrongMax = 10

/**
 * Counts a guess before it is checked, so that concurrent guesses cannot share the last one. The tenth within 15
 * minutes begins a pause of a minute; each further one doubles it, up to 15 minutes. Passkeys are no guesses. Known and
 * unknown subjects count alike. Runs outside a transaction: a refused guess stays counted. Throws guesses_paused.
 */
export async function countGuess(ctx: Ctx, subject: string): Promise<void> {
  const at = ctx.now()
  const since = new Date(at.getTime() - windowMs).toISOString()
  const key = keyOf(ctx, subject)
  const counted = await ctx.db.rows(count, [key, at.toISOString(), since, wrongMax])
  if (counted.length > 0) return
  const [row] = await ctx.db.rows(read, [key])
  const untilMs = Date.parse(row?.paused_until ?? '')
  const seconds = Number.isNaN(untilMs) ? 1 : Math.ceil((untilMs - at.getTime()) / 1000)
  throw problem(guessesPaused, { retryAfterSeconds: Math.max(1, seconds) })
}

/** Forgets the wrong guesses about a subject after a right one. */
export async function clearGuesses(ctx: Ctx, subject: string): Promise<void> {
  await ctx.db.rows(clear, [keyOf(ctx, subject)])
}

function keyOf(ctx: Ctx, subject: string): Buffer {
  return ctx.port(keyHashPort)(`guess ${subject}`)
}

/** Schedules of counted guesses. */
export const schedules: Schedule[] = [
  {
    name: 'account.guess.prune',
    description: 'Removes counts of wrong passwords and codes that no longer delay anyone.',
    everySeconds: 3600,
    async run(ctx) {
      await ctx.db.rows(prune, [new Date(ctx.now().getTime() - 2 * windowMs).toISOString()])
    },
  },
]

const isOver = 'greatest(g.counted_since, g.paused_until) <= $3::timestamptz'

const count = statement(
  'person_guess.count',
  'directory',
  `insert into person_guess as g (subject, wrong_count, counted_since) values ($1, 1, $2::timestamptz)
   on conflict (subject) do update set
     wrong_count = case when ${isOver} then 1 else g.wrong_count + 1 end,
     counted_since = case when ${isOver} then $2::timestamptz else g.counted_since end,
     paused_until = case when ${isOver} or g.wrong_count + 1 < $4::integer then null else $2::timestamptz
       + least(interval '15 minutes', power(2, least(g.wrong_count + 1 - $4::integer, 4)) * interval '1 minute') end
   where g.paused_until is null or g.paused_until <= $2::timestamptz
   returning wrong_count`,
)

const read = statement('person_guess.read', 'directory', 'select paused_until from person_guess where subject = $1')

const clear = statement('person_guess.clear', 'directory', 'delete from person_guess where subject = $1')

const prune = statement(
  'person_guess.prune',
  'directory',
  `delete from person_guess where counted_since < $1::timestamptz
     and (paused_until is null or paused_until < $1::timestamptz)`,
)
