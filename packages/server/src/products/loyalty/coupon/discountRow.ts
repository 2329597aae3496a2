import type { Discount } from '#kit/values/discountText.ts'
import type { PromotionEffect } from '#products/loyalty/promotion/promotion.ts'
import { discountsOfEffects } from '#products/loyalty/promotion/promotionDiscounts.ts'

const names = ['type', 'percent_off', 'amount', 'currency', 'sku', 'quantity', 'token'] as const

/** Columns of what a coupon gives, for a select of its table under an alias, and of its promotion as `p`. */
export const discountColumns = (alias: string) =>
  `${names.map((name) => `${alias}.discount_${name}`).join(', ')}, p.effects, p.currency as promotion_currency`

/** Join of the promotion of a coupon, for `discountColumns`. */
export const promotionJoin = (alias: string) =>
  `left join loyalty_promotion p on p.account_id = $1 and p.id = ${alias}.promotion_id`

/** Name of a coupon as people read it: the title of its promotion, where that has one. */
export const publicName = (alias: string) => `coalesce(p.display_title, ${alias}.name)`

type DiscountRow = {
  discount_type: string | null
  discount_percent_off: number | null
  discount_amount: number | null
  discount_currency: string | null
  discount_sku: string | null
  discount_quantity: number | null
  discount_token: string | null
  effects: unknown
  promotion_currency: string | null
}

/** Discount of a coupon's row, or the effects of its promotion. */
export function discountsOf(row: DiscountRow): Discount[] {
  if (row.discount_type !== null) return [discountOf(row, row.discount_type)]
  // cast: effects were checked before they were stored.
  return discountsOfEffects((row.effects ?? []) as PromotionEffect[], row.promotion_currency)
}

function discountOf(row: DiscountRow, type: string): Discount {
  return {
    type,
    percentOff: row.discount_percent_off,
    amount: row.discount_amount === null ? null : BigInt(row.discount_amount),
    currency: row.discount_currency,
    sku: row.discount_sku,
    quantity: row.discount_quantity,
    token: row.discount_token,
  }
}
