import type { Discount } from '#kit/values/discountText.ts'

const names = ['type', 'percent_off', 'amount', 'currency', 'sku', 'quantity', 'token'] as const

/** Columns of the discount of a coupon, for a select of its table under an alias. */
export const discountColumns = (alias: string) => names.map((name) => `${alias}.discount_${name}`).join(', ')

type DiscountRow = {
  discount_type: string | null
  discount_percent_off: number | null
  discount_amount: number | null
  discount_currency: string | null
  discount_sku: string | null
  discount_quantity: number | null
  discount_token: string | null
}

/** The discount of a coupon's row; null for a coupon of a promotion. */
export function discountOf(row: DiscountRow): Discount | null {
  if (row.discount_type === null) return null
  return {
    type: row.discount_type,
    percentOff: row.discount_percent_off,
    amount: row.discount_amount === null ? null : BigInt(row.discount_amount),
    currency: row.discount_currency,
    sku: row.discount_sku,
    quantity: row.discount_quantity,
    token: row.discount_token,
  }
}
