import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { calendarDay, whole } from '#kit/values/fields.ts'
import { money, sumMax } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { coupon } from './coupon.ts'
import { couponBatch } from './couponBatch.ts'

const daysMax = 90

/** Uses by day, as `include=usage` adds them. */
export const usageShape = Type.Array(
  closed({
    day: calendarDay({ description: 'Day (UTC).' }),
    redeemed: whole(0, 2_000_000_000, { description: 'Uses that began on the day, without those rolled back.' }),
    rolledBack: whole(0, 2_000_000_000, { description: 'Uses that began on the day and were rolled back.' }),
    discounts: Type.Array(money({ maximum: sumMax }), {
      description: 'Discounts of these uses by currency, less what was taken back.',
    }),
  }),
  { maxItems: daysMax, description: 'Uses by day, oldest first: days with uses among the last 90.' },
)

/** Uses of a coupon by day (UTC), oldest first; days without a use are left out. */
export async function usageOf(ctx: Ctx, couponId: string) {
  return byDay(await ctx.db.rows(readUsage, [ctx.account.id, uuidOf(coupon.prefix, couponId), firstDay(ctx)]))
}

/** Uses of all codes of a batch by day, in the form of those of a coupon. */
export async function usageOfBatch(ctx: Ctx, batchId: string) {
  return byDay(await ctx.db.rows(readBatchUsage, [ctx.account.id, uuidOf(couponBatch.prefix, batchId), firstDay(ctx)]))
}

function firstDay(ctx: Ctx): string {
  return new Date(ctx.now().getTime() - (daysMax - 1) * 86_400_000).toISOString().slice(0, 10)
}

type UsageRow = { day: string; currency: string | null; redeemed: number; rolled_back: number; amount: string }

function byDay(rows: readonly UsageRow[]) {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    redeemed: ofDay.reduce((sum, each) => sum + each.redeemed, 0),
    rolledBack: ofDay.reduce((sum, each) => sum + each.rolled_back, 0),
    discounts: ofDay.flatMap(({ currency, amount }) =>
      currency === null ? [] : [{ amount: BigInt(amount), currency }],
    ),
  }))
}

/** Uses by day and currency of the redemptions `r` of a source. */
const usageBy = (source: string) => `select to_char(r.created_at, 'YYYY-MM-DD') as day, r.currency,
     (count(*) filter (where r.status in ('redeemed', 'partiallyRolledBack')))::integer as redeemed,
     (count(*) filter (where r.status = 'rolledBack'))::integer as rolled_back,
     coalesce(sum(r.amount - r.rolled_back_amount)
       filter (where r.status in ('redeemed', 'partiallyRolledBack')), 0)::text as amount
   from ${source} and r.created_at >= $3::date and r.status in ('redeemed', 'partiallyRolledBack', 'rolledBack')
   group by 1, 2 order by 1, 2`

const readUsage = statement(
  'loyalty_redemption.usage',
  'account',
  usageBy('loyalty_redemption r where r.account_id = $1 and r.coupon_id = $2'),
)

const readBatchUsage = statement(
  'loyalty_redemption.usageOfBatch',
  'account',
  usageBy(`loyalty_coupon c
   join loyalty_redemption r on r.account_id = c.account_id and r.coupon_id = c.id
   where c.account_id = $1 and c.batch_id = $2 and c.deleted_at is null`),
)
