import type { Ctx, RowOf } from '#kit/call/context.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { encodeId, parseId, uuidv7 } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { isProofOf, proofOf } from '#platform/secrets/proof.ts'
import { emailKeyOf } from '#products/account/people/person.ts'
import { wrongCode } from '#products/account/people/secondFactor.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Life of a code and of its link. */
const lifeMs = 10 * minuteMs
const guessesMax = 5
const digits = 6
/** Codes of an address from one network within ten minutes, and from all networks within a day. */
const limits = { nearMs: 10 * minuteMs, nearMax: 3, dayMs, dayMax: 20 }
const pruneMax = 1_000

/** The reason for one more code to an address that has got several. It is the same for unknown addresses. */
export const codesSent = reason(
  'conflict',
  'codes_sent',
  'Several codes were sent to this address already: use the newest one, or wait ten minutes.',
)

/** A code that is open. */
export type OpenCode = RowOf<typeof readOpen>

/** Prefix of the ids of codes. */
export const codePrefix = 'vcd'

/** Makes a code for an address, within a transaction. Returns its row id. Throws codes_sent beyond the limits. */
export async function makeCode(ctx: Ctx, email: string): Promise<string> {
  const addressKey = addressKeyOf(ctx, email)
  const networkKey = ctx.port(keyHashPort)(`viewer network ${ctx.client?.network ?? ''}`)
  const at = ctx.now().getTime()
  const since = (ms: number) => new Date(at - ms).toISOString()
  // The lock makes concurrent requests for one address count each other.
  await ctx.lock(`account.viewerCode:${addressKey.toString('hex')}`)
  const counting = [ctx.account.id, addressKey, since(limits.dayMs), networkKey, since(limits.nearMs)]
  const [counted] = await ctx.db.rows(count, counting)
  if (Number(counted?.near) >= limits.nearMax || Number(counted?.all) >= limits.dayMax) throw problem(codesSent)
  const id = uuidv7(at)
  const times = [new Date(at).toISOString(), new Date(at + lifeMs).toISOString()]
  await ctx.db.rows(insert, [ctx.account.id, id, addressKey, networkKey, email, ...times])
  return id
}

/** Removes all codes of an address. */
export async function forgetCodes(ctx: Ctx, email: string): Promise<void> {
  await ctx.db.rows(forget, [ctx.account.id, addressKeyOf(ctx, email)])
}

function addressKeyOf(ctx: Ctx, email: string): Buffer {
  return ctx.port(keyHashPort)(`viewer address ${emailKeyOf(email)}`)
}

/** The six digits of a code: a keyed hash of its id, so that no table and no queue holds them. */
export function digitsOf(ctx: Ctx, uuid: string): string {
  const bytes = ctx.port(keyHashPort)(`viewer code ${ctx.account.id} ${uuid}`)
  return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}

/** Proof in the link of a mail. */
export function linkProofOf(ctx: Ctx, uuid: string): string {
  return proofOf(ctx.port(keyHashPort), linkText(ctx, uuid))
}

function linkText(ctx: Ctx, uuid: string): string {
  return `viewer link ${ctx.account.id} ${uuid}`
}

/** Public id of a code. */
export function codeIdOf(ctx: Ctx, uuid: string): string {
  return encodeId(codePrefix, ctx.account.id, uuid)
}

/** A code that is neither used nor expired; undefined for another one. */
export async function findOpenCode(ctx: Ctx, uuid: string): Promise<OpenCode | undefined> {
  const [row] = await ctx.db.rows(readOpen, [ctx.account.id, uuid, ctx.now().toISOString()])
  return row
}

/**
 * Checks the digits of a code. A guess is counted before it is checked, so that concurrent guesses cannot share the
 * last one; runs outside a transaction, so that it stays counted. Throws wrong_code.
 */
export async function proveDigits(ctx: Ctx, codeId: string, typed: string): Promise<OpenCode> {
  const uuid = parseId(codePrefix, codeId)?.uuid ?? ''
  const [row] = await ctx.db.rows(countGuess, [ctx.account.id, uuid, ctx.now().toISOString(), guessesMax])
  // Keyed hashes of both: the time of the comparison says nothing about the digits.
  const [expected, given] = [digitsOf(ctx, uuid), typed.replaceAll(/\D/g, '')].map((each) =>
    ctx.port(keyHashPort)(`viewer digits ${each}`),
  )
  const isRight = expected !== undefined && given !== undefined && expected.equals(given)
  if (row === undefined || !isRight) throw problem(wrongCode)
  return row
}

/** Checks the proof of a link. Throws wrong_code for a forged one, and for a code that was used or has expired. */
export async function proveLink(ctx: Ctx, codeId: string, proof: string): Promise<OpenCode> {
  const uuid = parseId(codePrefix, codeId)?.uuid ?? ''
  const isRight = isProofOf(ctx.port(keyHashPort), linkText(ctx, uuid), proof)
  const row = isRight ? await findOpenCode(ctx, uuid) : undefined
  if (row === undefined) throw problem(wrongCode)
  return row
}

/** Marks a code as used, within the transaction of its sign-in. Throws wrong_code for one that was used before. */
export async function spendCode(ctx: Ctx, { id }: OpenCode): Promise<void> {
  const spent = await ctx.db.rows(spend, [ctx.account.id, id, ctx.now().toISOString()])
  if (spent.length === 0) throw problem(wrongCode)
}

/** Schedules of codes. */
export const schedules: Schedule[] = [
  {
    name: 'account.viewerCode.prune',
    description: 'Removes codes of viewers two days after they were mailed.',
    everySeconds: 3600,
    async run(ctx) {
      await ctx.db.rows(prune, [new Date(ctx.now().getTime() - 2 * dayMs).toISOString(), pruneMax])
    },
  },
]

const count = statement(
  'account_viewer_code.count',
  'account',
  `select count(*) as all, count(*) filter (where network_key = $4 and created_at > $5::timestamptz) as near
   from account_viewer_code where account_id = $1 and address_key = $2 and created_at > $3::timestamptz`,
)

const insert = statement(
  'account_viewer_code.insert',
  'account',
  `insert into account_viewer_code
     (account_id, id, address_key, network_key, email, guess_count, created_at, expires_at)
   values ($1, $2, $3, $4, $5, 0, $6, $7)`,
)

const isOpen = 'account_id = $1 and id = $2 and used_at is null and expires_at > $3::timestamptz'

const readOpen = statement(
  'account_viewer_code.readOpen',
  'account',
  `select id, email from account_viewer_code where ${isOpen}`,
)

const countGuess = statement(
  'account_viewer_code.countGuess',
  'account',
  `update account_viewer_code set guess_count = guess_count + 1
   where ${isOpen} and guess_count < $4::integer returning id, email`,
)

const spend = statement(
  'account_viewer_code.spend',
  'account',
  `update account_viewer_code set used_at = $3 where ${isOpen} returning id`,
)

const forget = statement(
  'account_viewer_code.forget',
  'account',
  'delete from account_viewer_code where account_id = $1 and address_key = $2',
)

const prune = statement(
  'account_viewer_code.prune',
  'offline',
  `delete from account_viewer_code t using (
     select account_id, id from account_viewer_code where created_at < $1::timestamptz order by created_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)
