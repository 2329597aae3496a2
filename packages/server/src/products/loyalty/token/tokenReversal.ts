import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { balanceKey, post, type Posted, type Posting } from '#platform/ledger/posting.ts'
import { tokensReversed } from '#products/loyalty/facts.ts'
import { freeBudgets } from '#products/loyalty/reward/ruleCaps.ts'
import { ledgerOf, own, shared, type Tokens } from './tokenLedgers.ts'
import { applyLots, type Debt } from './tokenLots.ts'

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

/** Movements before and after the reversals of one posting. */
type Around = { before?: readonly Posting[]; reversals: readonly Reversal[]; after?: readonly Posting[] }

/** Posts movements with reversals between them, in this order, and emits the facts of the reversals. */
export async function postReversals(ctx: Ctx, { before = [], reversals, after = [] }: Around): Promise<Posted[]> {
  const posted = await post(ctx, [...before, ...reversals.map((each) => reversalOf(ctx, each)), ...after])
  for (const [index, each] of reversals.entries()) emitReversed(ctx, each, posted[before.length + index])
  await freeBudgets(
    ctx,
    reversals.flatMap(({ rewardId, amount }) => (rewardId === null ? [] : [{ rewardId, amount }])),
  )
  return posted
}

/**
 * Takes tokens that came back to lots and that their contact may not keep: what a lot owes, and all of a grant that was
 * reversed. The caller posts the reversals.
 */
export async function takeOwed(ctx: Ctx, lotIds: readonly string[]): Promise<Reversal[]> {
  const lots = lotIds.length === 0 ? [] : await ctx.db.rows(lockOwing, [ctx.account.id, lotIds])
  const reversals: Reversal[] = []
  for (const lot of lots) {
    const more = lot.is_reversed === true ? BigInt(lot.remaining ?? 0) : 0n
    reversals.push(...(await takeBack(ctx, lot, { more, reason: lot.is_reversed === true ? null : 'refund' })))
  }
  return reversals
}

/** Notes that debts are paid by tokens of other lots. The caller posts the reversals. */
export async function payDebts(
  ctx: Ctx,
  { contactId, token }: Omit<Tokens, 'amount'>,
  debts: readonly Debt[],
): Promise<Reversal[]> {
  if (debts.length === 0) return []
  const paid = debts.map(({ lotId, amount }) => ({ id: lotId, amount: String(amount) }))
  await ctx.db.rows(notePaid, [ctx.account.id, JSON.stringify(paid)])
  return debts.map((debt) => ({ contactId, token, ...debt, isPending: false, reason: 'refund' }))
}

/** A lot that is locked. */
export type LockedLot = Pick<
  RowOf<typeof lockOwing>,
  'id' | 'remaining' | 'owed' | 'contact_id' | 'token' | 'is_pending' | 'reward_id'
>

/** Tokens to take from a lot beside what it owes, and the reason in the fact. */
type Claim = { more: bigint; reason: string | null }

/** Takes what a locked lot still has of what it owes and of `more`; the rest is owed. The caller posts the reversal. */
export async function takeBack(ctx: Ctx, lot: LockedLot, { more, reason }: Claim): Promise<Reversal[]> {
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
  return [{ lotId: lot.id, contactId, token, amount, isPending, rewardId, reason }]
}

const lockOwing = statement(
  'loyalty_token_lot.lockOwing',
  'account',
  `select * from (
     select l.id, l.contact_id, l.token, l.remaining::text as remaining, l.owed::text as owed, l.is_pending,
       l.reward_id, exists (
         select 1 from loyalty_reward r
         where r.account_id = $1 and r.id = l.reward_id and r.mode = 'grant' and r.status = 'reversed') as is_reversed
     from loyalty_token_lot l where l.account_id = $1 and l.id = any($2::uuid[])
     order by l.expires_at, l.id for update of l) t
   where owed <> '0' or is_reversed`,
)

const notePaid = statement(
  'loyalty_token_lot.notePaid',
  'account',
  `update loyalty_token_lot l set owed = l.owed - p.amount
   from json_to_recordset($2::json) as p (id uuid, amount bigint) where l.account_id = $1 and l.id = p.id`,
)

const noteOwed = statement(
  'loyalty_token_lot.noteOwed',
  'account',
  `update loyalty_token_lot set taken_back = taken_back + $3::text::bigint, owed = $4::text::bigint
   where account_id = $1 and id = $2`,
)
