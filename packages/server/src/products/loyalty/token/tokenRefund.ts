import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Refunded } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { returnHold } from './tokenHold.ts'
import { postReversals, takeBack, takeOwed } from './tokenReversal.ts'
import { shareOf } from './tokenShare.ts'

/**
 * Gives back the refunded share of the tokens that paid for a purchase, and takes back that of the tokens that it gave.
 * Spent ones are owed, and are taken when they return to their lot. Lots are locked before the ledger.
 */
export function refundTokens(ctx: Ctx, of: Refunded): Promise<void> {
  return atomicAgain(ctx, async (inner) => {
    const given = await inner.db.rows(lockGiven, [inner.account.id, of.reference])
    const { lotIds, postings } = await returnHold(inner, of)
    const reversals = await takeOwed(inner, lotIds)
    for (const lot of given) {
      const more = shareOf(BigInt(lot.amount ?? 0), of) - BigInt(lot.taken_back ?? 0)
      if (more > 0n) reversals.push(...(await takeBack(inner, lot, more)))
    }
    await postReversals(inner, postings, reversals)
  })
}

const lockGiven = statement(
  'loyalty_token_lot.lockGiven',
  'account',
  `select id, contact_id, token, amount::text as amount, remaining::text as remaining, taken_back::text as taken_back,
     owed::text as owed,
     is_pending, reward_id
   from loyalty_token_lot where account_id = $1 and purchase = $2 order by expires_at, id for update`,
)
