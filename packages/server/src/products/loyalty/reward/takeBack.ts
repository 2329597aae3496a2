import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { applyLots } from '#products/loyalty/token/tokenLots.ts'
import { postReversals } from '#products/loyalty/token/tokenReversal.ts'

/**
 * Tokens to take back from a grant by the reference of its transaction in the ledger, such as `offer:…` or `rule:…`.
 * `amount` counts from the first roll-back on and is all of the grant when left out.
 */
export type TakeBack = { reference: string; amount?: bigint | undefined; reason: string | null }

/**
 * Takes tokens of a grant back, as far as they are unspent, and returns their number. The spent part stays spent. A
 * repeat with the same amount takes nothing, and neither does an unknown reference. Call inside `ctx.atomic`, last.
 */
export async function takeBackTokens(ctx: Ctx, { reference, amount, reason }: TakeBack): Promise<bigint> {
  const [lot] = await ctx.db.rows(lockGranted, [ctx.account.id, reference])
  if (lot === undefined) return 0n
  const [granted, before, remaining] = [lot.amount, lot.taken_back, lot.remaining].map((sum) => BigInt(sum ?? 0))
  if (granted === undefined || before === undefined || remaining === undefined) return 0n
  const target = amount === undefined || amount > granted ? granted : amount
  if (target <= before) return 0n
  await ctx.db.rows(noteTakenBack, [ctx.account.id, lot.id, String(target)])
  const taken = target - before < remaining ? target - before : remaining
  if (taken > 0n) await reverseLot(ctx, lot, { amount: taken, reason })
  return taken
}

/** A lot that is locked. */
export type GrantedLot = {
  id: string
  contact_id: string
  token: string
  remaining: string | null
  is_pending: boolean
  reward_id: string | null
}

/** Moves unspent tokens of a locked lot back to the issuer, with their fact. */
export async function reverseLot(
  ctx: Ctx,
  lot: GrantedLot,
  { amount, reason }: { amount: bigint; reason: string | null },
): Promise<void> {
  const remaining = BigInt(lot.remaining ?? 0) - amount
  await applyLots(ctx, [{ id: lot.id, remaining, isPending: lot.is_pending && remaining > 0n, end: 'reversed' }])
  const { id: lotId, contact_id: contactId, token, is_pending: isPending, reward_id: rewardId } = lot
  const reversal = { lotId, contactId, token, amount, isPending, rewardId, reason }
  await postReversals(ctx, [], [reversal])
}

/** A lot has the id of the transaction that granted it. */
const lockGranted = statement(
  'loyalty_token_lot.lockGranted',
  'account',
  `select l.id, l.contact_id, l.token, l.amount::text as amount, l.remaining::text as remaining,
     l.taken_back::text as taken_back, l.is_pending, l.reward_id
   from ledger_txn t join loyalty_token_lot l on l.account_id = t.account_id and l.id = t.id
   where t.account_id = $1 and t.book = 'tokens' and t.reference = $2 for update of l`,
)

const noteTakenBack = statement(
  'loyalty_token_lot.noteTakenBack',
  'account',
  'update loyalty_token_lot set taken_back = $3 where account_id = $1 and id = $2',
)
