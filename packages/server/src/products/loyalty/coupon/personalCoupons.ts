import type { Ctx, RowOf } from '#kit/call/context.ts'
import { couponsPort, type CouponCopy, type Coupons, type PersonalCoupon } from '#kit/call/coupons.ts'
import { provide } from '#kit/call/port.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { promotion, type Promotion } from '#products/loyalty/promotion/promotion.ts'
import { coupon, type Coupon } from './coupon.ts'
import { randomCode } from './couponCodes.ts'
import { discountColumns, discountsOf, promotionJoin, publicName } from './discountRow.ts'
import { refusedUse } from './couponReasons.ts'
import { fullStacking, stateOf } from './couponTerms.ts'

const coupons: Coupons = {
  async issue(ctx, copy) {
    const of = await ctx.store.find(coupon, copy.couponId)
    if (of === undefined) throw invalid(unknownReference('couponId'))
    if (of.status === 'paused') throw refusedUse('not_active')
    if (stateOf(of, ctx.now()) === 'expired') throw refusedUse('expired')
    if (of.promotionId !== null) await runningPromotion(ctx, of.promotionId)
    const { id, code, name } = await makeCopy(ctx, of, copy)
    return { couponId: id, code, name }
  },
  async usableOf(ctx, contactId) {
    const rows = await ctx.db.rows(usable, [ctx.account.id, uuidOf('con', contactId), ctx.now().toISOString()])
    return rows.map((row) => couponOf(ctx, row))
  },
  async aheadOf(ctx, contactId) {
    const rows = await ctx.db.rows(ahead, [ctx.account.id, uuidOf('con', contactId), ctx.now().toISOString()])
    return rows.map((row) => couponOf(ctx, row))
  },
}

function couponOf(ctx: Ctx, row: RowOf<typeof usable>): PersonalCoupon {
  return {
    couponId: encodeId(coupon.prefix, ctx.account.id, row.id),
    code: row.code,
    name: row.name,
    title: row.title ?? row.name,
    startsAt: new Date(row.starts_at).toISOString(),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    discounts: discountsOf(row),
  }
}

/** A coupon of a promotion for one contact. */
export type PromotionCopy = { promotionId: string; contactId: string; reference: string }

/**
 * Makes a coupon of a promotion for one contact, in the transaction of the caller: it ends with the promotion. Throws
 * conflict for a promotion that carts do not get.
 */
export async function issueOfPromotion(ctx: Ctx, { promotionId, contactId, reference }: PromotionCopy): Promise<void> {
  const of = await runningPromotion(ctx, promotionId)
  const terms = { discount: null, promotionId, validWindows: [], minSubtotal: null, appliesTo: null }
  const copied = { ...terms, name: of.name, startsAt: of.startsAt, expiresAt: of.endsAt, stacking: {} }
  await makeCopy(ctx, copied, { contactId, reference, expiresAt: null })
}

/** The promotion of a coupon. Throws conflict for one that carts do not get: its coupon would give nothing. */
async function runningPromotion(ctx: Ctx, promotionId: string): Promise<Promotion> {
  const of = await ctx.store.find(promotion, promotionId)
  const isAhead = of?.status === 'active' || of?.status === 'scheduled'
  if (of === undefined || !isAhead || (of.endsAt !== null && of.endsAt <= ctx.now().toISOString()))
    throw refusedUse('promotion_not_running')
  return of
}

type Copied = Pick<
  Coupon,
  | 'name'
  | 'discount'
  | 'promotionId'
  | 'validWindows'
  | 'minSubtotal'
  | 'appliesTo'
  | 'startsAt'
  | 'expiresAt'
  | 'stacking'
>

/** Makes the copy: one use, by one contact, with a code of its own. It begins with its coupon, or now. */
async function makeCopy(
  ctx: Ctx,
  of: Copied,
  { contactId, expiresAt, reference }: Omit<CouponCopy, 'couponId'>,
): Promise<Coupon> {
  const now = ctx.now().toISOString()
  const { name, discount, promotionId, validWindows, minSubtotal, appliesTo } = of
  const draft = {
    ...{ name, discount, promotionId, validWindows, minSubtotal, appliesTo },
    maxRedemptions: 1,
    audience: { contactId },
  }
  const set = {
    code: randomCode({}),
    startsAt: of.startsAt > now ? of.startsAt : now,
    expiresAt: earlier(expiresAt?.toISOString() ?? null, of.expiresAt),
    maxRedemptionsPerContact: 1,
    stacking: fullStacking(of.stacking, discount),
  }
  const { record } = await ctx.store.create(coupon, draft, {
    clientReference: reference,
    status: of.startsAt > now ? 'scheduled' : 'active',
    set,
  })
  return record
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Port of coupons for one contact. */
export const ports = [provide(couponsPort, coupons)]

const named = `t.name, ${publicName('t')} as title`
const columns = `t.id, t.code, ${named}, t.starts_at, t.expires_at, ${discountColumns('t')}`

const usable = statement(
  'loyalty_coupon.usableOfContact',
  'account',
  `select ${columns} from loyalty_coupon t ${promotionJoin('t')}
   where t.account_id = $1 and t.contact_id = $2 and t.deleted_at is null and t.status in ('active', 'scheduled')
     and (t.expires_at is null or t.expires_at > $3::timestamptz) and t.starts_at <= $3
     and (t.max_redemptions is null or t.redeemed + t.reserved < t.max_redemptions)
   order by t.created_at desc, t.id desc limit 50`,
)

const ahead = statement(
  'loyalty_coupon.aheadOfContact',
  'account',
  `select ${columns} from loyalty_coupon t ${promotionJoin('t')}
   where t.account_id = $1 and t.contact_id = $2 and t.deleted_at is null and t.status in ('active', 'scheduled')
     and t.starts_at > $3::timestamptz
   order by t.starts_at, t.id limit 50`,
)
