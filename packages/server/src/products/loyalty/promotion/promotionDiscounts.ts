import type { Discount } from '#kit/values/discountText.ts'
import type { PromotionEffect } from './promotion.ts'

const none = { percentOff: null, amount: null, currency: null, sku: null, quantity: null, token: null }

/** Effects of a promotion in the form that `discountText` says in words. `currency`: that of its amounts. */
export function discountsOfEffects(effects: readonly PromotionEffect[], currency: string | null): Discount[] {
  return effects.map((effect) => ({ ...none, ...discountOfEffect(effect, currency) }))
}

function discountOfEffect(effect: PromotionEffect, currency: string | null): Partial<Discount> & { type: string } {
  const { percentOff = null, quantity = null, sku = null, buy, get, items, tiers, perAmount } = effect
  const amount = effect.amount === undefined ? null : BigInt(effect.amount)
  switch (effect.type) {
    case 'orderPercent':
    case 'itemPercent':
      return { type: 'percent', percentOff }
    case 'orderAmount':
    case 'itemAmount':
      return { type: 'amount', amount, currency }
    case 'fixedPrice':
      return { type: 'fixedPrice', amount, currency }
    case 'freeItem':
      return { type: 'freeItem', sku, quantity }
    case 'buyXGetY':
      return { type: 'extra', buy: buy ?? 1, quantity: get ?? 1, percentOff: percentOff ?? 100 }
    case 'bundlePrice':
      return { type: 'bundle', amount, currency, quantity: items === undefined ? (quantity ?? 1) : null }
    case 'tieredSpend':
      return { type: 'tiers', currency, ...highestOf(tiers ?? []) }
    case 'grantTokens': {
      const per = perAmount === undefined ? {} : { per: BigInt(perAmount), currency }
      return { type: 'tokens', amount, token: effect.token ?? null, ...per }
    }
    case 'issueCoupon':
      return { type: 'coupon' }
    case 'freeShipping':
      return { type: 'freeShipping' }
  }
}

/** Discount of the tier that needs the most. */
function highestOf(tiers: NonNullable<PromotionEffect['tiers']>): Pick<Discount, 'percentOff' | 'amount'> {
  const last = tiers.toSorted((one, other) => Number(one.from) - Number(other.from)).at(-1)
  const { percentOff = null, amount } = last ?? {}
  return { percentOff, amount: amount === undefined ? null : BigInt(amount) }
}
