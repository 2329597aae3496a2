import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Refunded, TokensBack } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { returnHold } from './tokenHold.ts'
import { postReversals, takeBack, takeOwed } from './tokenReversal.ts'
import { shareOf } from './tokenShare.ts'

/**
 * Gives back the refunded share of the tokens that paid for a purchase, and takes back that of the tokens that it gave.
 * Spent ones are owed: what returns to their lot pays them, and so do other tokens of the contact before it spends any.
 * Lots are locked before the ledger.
 */
export function refundTokens(ctx: Ctx, of: Refunded): Promise<TokensBack> {
  return atomicAgain(ctx, async (inner) => {
    const given = await inner.db.rows(lockGiven, [inner.account.id, of.reference])
    const { lotIds, postings, back } = await returnHold(inner, of)
    const reversals = await takeOwed(inner, lotIds)
    for (const lot of given) {
      const more = shareOf(BigInt(lot.amount ?? 0), of) - BigInt(lot.taken_back ?? 0)
      if (more > 0n) reversals.push(...(await takeBack(inner, lot, { more, reason: 'refund' })))
    }
    await postReversals(inner, { before: postings, reversals })
    return back
  })
}

/**
 * Tokens to take back from a grant by the reference of its transaction in the ledger, such as `offer:…` or `rule:…`.
 * `amount` counts from the first call on and is all of the grant when left out.
 */
export type TakeBack = { reference: string; amount?: bigint | undefined; reason: string | null }

/**
 * Takes tokens of a grant back. Spent ones are owed. A repeat with the same amount takes nothing, and neither does an
 * unknown reference. Call inside `ctx.atomic`, last.
 */
export async function takeBackTokens(ctx: Ctx, { reference, amount, reason }: TakeBack): Promise<void> {
  const [lot] = await ctx.db.rows(lockGranted, [ctx.account.id, reference])
  if (lot === undefined) return
  const [granted, before] = [BigInt(lot.amount ?? 0), BigInt(lot.taken_back ?? 0)]
  const more = (amount === undefined || amount > granted ? granted : amount) - before
  if (more <= 0n) return
  await postReversals(ctx, { reversals: await takeBack(ctx, lot, { more, reason }) })
}

const lockGiven = statement(
  'loyalty_token_lot.lockGiven',
  'account',
  `select id, contact_id, token, amount::text as amount, remaining::text as remaining, taken_back::text as taken_back,
     owed::text as owed,
     is_pending, reward_id
   from loyalty_token_lot where account_id = $1 and purchase = $2 order by expires_at, id for update`,
)

/** A lot has the id of the transaction that granted it. */
const lockGranted = statement(
  'loyalty_token_lot.lockGranted',
  'account',
  `select l.id, l.contact_id, l.token, l.amount::text as amount, l.remaining::text as remaining,
     l.taken_back::text as taken_back, l.owed::text as owed, l.is_pending, l.reward_id
   from ledger_txn t join loyalty_token_lot l on l.account_id = t.account_id and l.id = t.id
   where t.account_id = $1 and t.book = 'tokens' and t.reference = $2 for update of l`,
)
