import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { coupon } from './coupon.ts'

/** Days of usage. */
export const usageDaysMax = 90

/** Uses of a coupon by day (UTC), oldest first; days without a use are left out. */
export async function usageOf(ctx: Ctx, couponId: string) {
  const from = new Date(ctx.now().getTime() - (usageDaysMax - 1) * 86_400_000).toISOString().slice(0, 10)
  const rows = await ctx.db.rows(readUsage, [ctx.account.id, uuidOf(coupon.prefix, couponId), from])
  const days = Map.groupBy(rows, ({ day }) => day)
  return [...days].map(([day, ofDay]) => ({
    day,
    redeemed: ofDay.reduce((sum, each) => sum + each.redeemed, 0),
    rolledBack: ofDay.reduce((sum, each) => sum + each.rolled_back, 0),
    discounts: ofDay.flatMap(({ currency, amount }) =>
      currency === null ? [] : [{ amount: BigInt(amount), currency }],
    ),
  }))
}

const readUsage = statement(
  'loyalty_redemption.usage',
  'account',
  `select to_char(r.created_at, 'YYYY-MM-DD') as day, r.currency,
     (count(*) filter (where r.status in ('redeemed', 'partiallyRolledBack')))::integer as redeemed,
     (count(*) filter (where r.status = 'rolledBack'))::integer as rolled_back,
     coalesce(sum(r.amount - r.rolled_back_amount)
       filter (where r.status in ('redeemed', 'partiallyRolledBack')), 0)::text as amount
   from loyalty_redemption r
   where r.account_id = $1 and r.coupon_id = $2 and r.created_at >= $3::date
     and r.status in ('redeemed', 'partiallyRolledBack', 'rolledBack')
   group by 1, 2 order by 1, 2`,
)
