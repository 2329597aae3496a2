import type { OutputOf } from '#console/app/client.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

export type CouponDiscount = OutputOf<'loyalty.coupon.get'>['discount']

/** Discount of a coupon in words, for an order whose price is not known; undefined for tokens and for none. */
export function couponEffectText(discount: CouponDiscount): string | undefined {
  if (discount === null) return undefined
  const { type, percentOff = 0, amount = 0, currency = '', sku = '', quantity = 1 } = discount
  switch (type) {
    case 'percent': {
      const percent = numberText(percentOff / 100, { style: 'percent', maximumFractionDigits: 2 })
      return t('loyalty.door.off', { amount: percent })
    }
    case 'amount':
      return t('loyalty.door.off', { amount: moneyText(amount, currency) })
    case 'fixedPrice':
      return t('loyalty.door.fixedPrice', { amount: moneyText(amount, currency) })
    case 'freeItem':
      return t('loyalty.door.freeItem', { count: numberText(quantity), sku })
    case 'freeShipping':
      return t('loyalty.door.freeShipping')
    default:
      return undefined
  }
}
