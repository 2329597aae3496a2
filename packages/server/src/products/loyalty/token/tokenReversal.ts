import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { balanceKey, post, type Posted, type Posting } from '#platform/ledger/posting.ts'
import { tokensReversed } from '#products/loyalty/facts.ts'
import { ledgerOf, own, shared, type Tokens } from './tokenLedgers.ts'
import { applyLots } from './tokenLots.ts'

/** Unspent tokens of a lot that go back to the issuer. Ids are row ids. */
export type Reversal = Tokens & { lotId: string; isPending: boolean; rewardId: string | null; reason: string | null }

/** The posting of a reversal. The lot decides that it happens once, so its reference is a new one. */
export function reversalOf(ctx: Ctx, of: Reversal): Posting {
  const subject =
    of.rewardId === null ? encodeId('con', ctx.account.id, of.contactId) : encodeId('rwd', ctx.account.id, of.rewardId)
  return {
    book: 'tokens',
    kind: 'reverse',
    reference: `reverse:${uuidv7(ctx.now().getTime())}`,
    subject,
    reverses: of.lotId,
    entries: [own(of.isPending ? 'pending' : 'member', { ...of, amount: -of.amount }), shared('issuer', of)],
  }
}

/** Emits the fact of a reversal that was posted. */
export function emitReversed(ctx: Ctx, of: Reversal, posted: Posted | undefined): void {
  const { contactId, token, amount, rewardId, reason } = of
  const key = balanceKey(ledgerOf(of.isPending ? 'pending' : 'member', contactId), token)
  const id = encodeId('txn', ctx.account.id, posted?.txnId ?? '')
  const amounts = { amount: Number(amount), balanceAfter: Number(posted?.balances.get(key) ?? 0n) }
  const payload = {
    ...{ id, contactId: encodeId('con', ctx.account.id, contactId), token, ...amounts, reason },
    rewardId: rewardId === null ? null : encodeId('rwd', ctx.account.id, rewardId),
  }
  ctx.emit(tokensReversed, payload, { id, status: 'posted', version: 1 })
}

/** Posts movements and, after them, reversals with their facts. */
export async function postReversals(
  ctx: Ctx,
  postings: readonly Posting[],
  reversals: readonly Reversal[],
): Promise<void> {
  const posted = await post(ctx, [...postings, ...reversals.map((each) => reversalOf(ctx, each))])
  for (const [index, each] of reversals.entries()) emitReversed(ctx, each, posted[postings.length + index])
}

/** Takes tokens that lots owe after refunds, and that have come back to them. The caller posts the reversals. */
export async function takeOwed(ctx: Ctx, lotIds: readonly string[]): Promise<Reversal[]> {
  const lots = lotIds.length === 0 ? [] : await ctx.db.rows(lockOwing, [ctx.account.id, lotIds])
  const reversals: Reversal[] = []
  for (const lot of lots) reversals.push(...(await takeBack(ctx, lot, 0n)))
  return reversals
}

type TakenLot = Pick<
  RowOf<typeof lockOwing>,
  'id' | 'remaining' | 'owed' | 'contact_id' | 'token' | 'is_pending' | 'reward_id'
>

/** Takes what a locked lot still has of what it owes and of `more`; the rest is owed. The caller posts the reversal. */
export async function takeBack(ctx: Ctx, lot: TakenLot, more: bigint): Promise<Reversal[]> {
  const remaining = BigInt(lot.remaining ?? 0)
  const wanted = BigInt(lot.owed ?? 0) + more
  const amount = wanted < remaining ? wanted : remaining
  await ctx.db.rows(noteOwed, [ctx.account.id, lot.id, String(more), String(wanted - amount)])
  if (amount === 0n) return []
  const isPending = lot.is_pending
  await applyLots(ctx, [
    { id: lot.id, remaining: remaining - amount, isPending: isPending && amount < remaining, end: 'reversed' },
  ])
  const { contact_id: contactId, token, reward_id: rewardId } = lot
  return [{ lotId: lot.id, contactId, token, amount, isPending, rewardId, reason: 'refund' }]
}

const lockOwing = statement(
  'loyalty_token_lot.lockOwing',
  'account',
  `select id, contact_id, token, remaining::text as remaining, owed::text as owed, is_pending, reward_id
   from loyalty_token_lot where account_id = $1 and id = any($2::uuid[]) and owed > 0
   order by expires_at, id for update`,
)

const noteOwed = statement(
  'loyalty_token_lot.noteOwed',
  'account',
  `update loyalty_token_lot set taken_back = taken_back + $3::text::bigint, owed = $4::text::bigint
   where account_id = $1 and id = $2`,
)
