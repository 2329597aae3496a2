import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { balanceKey, findPosted, type Posted, type Posting } from '#platform/ledger/posting.ts'
import { tokensSpent, tokensTransferred } from '#products/loyalty/facts.ts'
import { ledgerOf, own, shared, type Tokens } from './tokenLedgers.ts'
import { applyTaken, takeLots, type LotPart } from './tokenLots.ts'
import { payDebts, postReversals } from './tokenReversal.ts'

/** A movement of tokens that a caller ordered: a repeat under the same reference moves nothing. */
export type Ordered = Tokens & { reference: string; reason?: string | null; rewardId?: string | null }

/** Result of a movement. `balanceAfter`: tokens that the contact can spend afterwards. */
export type Moved = { txnId: string; isRepeat: boolean; balanceAfter: bigint }

/**
 * Spends tokens of a contact, those that expire first first. Throws insufficient_balance. `first`: work in the same
 * transaction, before any row of tokens is locked, and not for a repeat.
 */
export function spendTokens(ctx: Ctx, of: Ordered, first?: (ctx: Ctx) => Promise<void>): Promise<Moved> {
  const entries = [own('member', { ...of, amount: -of.amount }), shared('redeemed', of)]
  return atomicAgain(ctx, (inner) =>
    movedOnce(inner, of, { posting: { ...ordered(inner, 'spend', of), entries }, first: () => first?.(inner) }),
  )
}

/** Moves tokens to another contact; they expire as before. Throws insufficient_balance. */
export function transferTokens(ctx: Ctx, of: Ordered, toId: string): Promise<Moved> {
  const entries = [own('member', { ...of, amount: -of.amount }), own('member', { ...of, contactId: toId })]
  return atomicAgain(ctx, async (inner) => {
    const posting = { ...ordered(inner, 'transfer', of), entries }
    const more = async (parts: readonly LotPart[]) => {
      await inner.db.rows(insertMoved, lotValues(inner, { contactId: toId, token: of.token, parts }))
    }
    return movedOnce(inner, of, { posting, more })
  })
}

type Work = {
  posting: Posting
  first?: () => Promise<void> | undefined
  more?: (parts: readonly LotPart[]) => Promise<void>
}

/** Moves tokens once per reference; movements of one contact wait for each other behind the locks of its lots. */
async function movedOnce(ctx: Ctx, of: Ordered, { posting, first, more }: Work): Promise<Moved> {
  const known = await findPosted(ctx, posting)
  if (known !== undefined) return movedBy(of, known)
  await first?.()
  const taken = await takeLots(ctx, of)
  const timed = await applyTaken(ctx, of, taken)
  await more?.(taken.parts)
  const reversals = await payDebts(ctx, of, taken.debts)
  const posted = (await postReversals(ctx, { before: timed, reversals, after: [posting] })).at(-1)
  // A concurrent call posted it between: what this one took from the lots is rolled back.
  if (posted === undefined || posted.isRepeat) throw problem(reasons.writeContended)
  emitMoved(ctx, of, { posting, posted })
  return movedBy(of, posted)
}

function movedBy({ contactId, token }: Tokens, { txnId, isRepeat, balances }: Posted): Moved {
  return { txnId, isRepeat, balanceAfter: balances.get(balanceKey(ledgerOf('member', contactId), token)) ?? 0n }
}

function ordered(ctx: Ctx, kind: 'spend' | 'transfer', of: Ordered) {
  const { rewardId } = of
  const subject = rewardId ? encodeId('rwd', ctx.account.id, rewardId) : encodeId('con', ctx.account.id, of.contactId)
  return { book: 'tokens', kind, reference: `${kind}:${of.reference}`, subject } as const
}

function emitMoved(ctx: Ctx, of: Ordered, { posting, posted }: { posting: Posting; posted: Posted }): void {
  const id = encodeId('txn', ctx.account.id, posted.txnId)
  const contactId = encodeId('con', ctx.account.id, of.contactId)
  const amounts = { amount: Number(of.amount), balanceAfter: Number(movedBy(of, posted).balanceAfter) }
  const base = { id, contactId, token: of.token, ...amounts, reason: of.reason ?? null }
  const subject = { id, status: 'posted', version: 1 }
  if (posting.kind === 'transfer') {
    const to = posting.entries[1]?.ledger.split(':')[1] ?? ''
    ctx.emit(tokensTransferred, { ...base, toContactId: encodeId('con', ctx.account.id, to) }, subject)
    return
  }
  const rewardId = of.rewardId ? encodeId('rwd', ctx.account.id, of.rewardId) : null
  ctx.emit(tokensSpent, { ...base, rewardId }, subject)
}

type NewLots = { contactId: string; token: string; parts: readonly LotPart[] }

/** Values of lots with the expiries of the parts that they are made of. */
function lotValues(ctx: Ctx, { contactId, token, parts }: NewLots): unknown[] {
  const now = ctx.now()
  const byExpiry = Map.groupBy(parts, ({ expiresAt }) => expiresAt)
  const lots = [...byExpiry].map(([expiresAt, each]) => ({
    id: uuidv7(now.getTime()),
    expires_at: expiresAt,
    amount: String(each.reduce((sum, { amount }) => sum + amount, 0n)),
  }))
  return [ctx.account.id, contactId, token, now.toISOString(), JSON.stringify(lots)]
}

const insertMoved = statement(
  'loyalty_token_lot.insertMoved',
  'account',
  `insert into loyalty_token_lot (account_id, id, contact_id, token, amount, remaining, is_pending, available_at,
     expires_at, created_at)
   select $1, l.id, $2, $3, l.amount, l.amount, false, $4::timestamptz, l.expires_at, $4
   from json_to_recordset($5::json) as l (id uuid, expires_at timestamptz, amount bigint)`,
)
