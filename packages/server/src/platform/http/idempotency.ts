import type { Ctx } from '#kit/context.ts'
import type { Operation } from '#kit/operation.ts'
import { field, invalid, problem, reasons } from '#kit/problem.ts'
import { statement } from '#kit/statement.ts'
import { ConstraintError } from '#platform/db/problems.ts'
import { hashOf } from '#platform/db/storeWrites.ts'

/** Seals what is kept of an answer; opens it again. */
export type Sealer = { seal(plain: string, context: string): Buffer; open(sealed: Buffer, context: string): string }

export type Answered = { answer: unknown; isReplayed: boolean }

type Kept = { operation: string; request_hash: Buffer; answer: Buffer }
type Asked = { of: Operation; key: string; input: Record<string, unknown>; sealer: Sealer }

const keyForm = /^[\x21-\x7e]{1,255}$/
const keyPath = '/headers/Idempotency-Key'
const keyRule = 'must be 1 to 255 visible ASCII characters'

/**
 * Runs an operation under its Idempotency-Key: the kept answer is written in the same transaction as the effect,
 * under a lock that ends with it. Throws conflict for a key in flight, or one that was used for another request.
 */
export async function once(ctx: Ctx, asked: Asked): Promise<Answered> {
  if (!keyForm.test(asked.key)) throw invalid(field(keyPath, 'pattern', keyRule))
  try {
    return await ctx.atomic((inner) => underLock(inner, asked))
  } catch (error) {
    // The other request committed between our look and our write: its answer is kept now.
    if (!(error instanceof ConstraintError) || error.constraint !== 'account_idempotency_pk') throw error
    return ctx.atomic((inner) => underLock(inner, asked))
  }
}

async function underLock(ctx: Ctx, { of, key, input, sealer }: Asked): Promise<Answered> {
  const [lock] = await ctx.db.rows<{ got: boolean }>(tryLock, [`${ctx.account.id}:${key}`])
  if (lock?.got !== true) throw problem(reasons.idempotencyInFlight, { retryAfterSeconds: 1 })
  const context = `idempotency:${ctx.account.id}:${key}`
  const hash = hashOf(input)
  const [kept] = await ctx.db.rows<Kept>(readKept, [ctx.account.id, key])
  if (kept !== undefined) {
    const isSame = kept.operation === of.id && kept.request_hash.equals(hash)
    if (!isSame) throw problem(reasons.idempotencyKeyReused)
    return { answer: JSON.parse(sealer.open(kept.answer, context)), isReplayed: true }
  }
  const answer = await of.handle(ctx, input)
  const sealed = sealer.seal(JSON.stringify(answer), context)
  await ctx.db.rows(keep, [ctx.account.id, key, of.id, hash, sealed, ctx.now().toISOString()])
  return { answer, isReplayed: false }
}

const tryLock = statement(
  'account_idempotency.lock',
  'ops',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as got',
)

const readKept = statement(
  'account_idempotency.read',
  'account',
  'select operation, request_hash, answer from account_idempotency where account_id = $1 and key = $2',
)

const keep = statement(
  'account_idempotency.keep',
  'account',
  'insert into account_idempotency (account_id, key, operation, request_hash, answer, created_at) ' +
    'values ($1, $2, $3, $4, $5, $6)',
)

/** Forgets answers older than a day, a bounded number at a time. Parameter: the moment before which. */
export const pruneKept = statement(
  'account_idempotency.prune',
  'offline',
  `delete from account_idempotency i using (
     select account_id, key from account_idempotency where created_at < $1::timestamptz limit 10000
   ) old where i.account_id = old.account_id and i.key = old.key`,
)
