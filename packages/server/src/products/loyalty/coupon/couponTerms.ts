import type { OfferEffect, OfferReason, OfferTarget, Offer } from '#products/loyalty/pricing/offer.ts'
import { least } from '#products/loyalty/pricing/spread.ts'
import { isWithinWindows } from '#products/loyalty/validWindow.ts'
import { remainingOf, type Coupon } from './coupon.ts'

type Timed = Pick<
  Coupon,
  'startsAt' | 'expiresAt' | 'maxRedemptions' | 'redeemed' | 'reserved' | 'budget' | 'discountGranted'
>

/** State of a coupon that is not paused, by the clock and its counters. */
export function stateOf(of: Timed, at: Date): string {
  const now = at.toISOString()
  if (of.expiresAt !== null && of.expiresAt <= now) return 'expired'
  if (of.startsAt > now) return 'scheduled'
  return remainingOf(of) === 0 || budgetLeftOf(of) === 0n ? 'exhausted' : 'active'
}

/** Rest of the budget in minor units; undefined without one. */
export function budgetLeftOf({ budget, discountGranted }: Pick<Coupon, 'budget' | 'discountGranted'>) {
  if (budget === null) return undefined
  const left = budget.amount - (discountGranted?.amount ?? 0n)
  return left > 0n ? left : 0n
}

/** Person of a use, as limits and audiences see it. */
export type CouponUser = {
  contactId: string | null
  /** Uses of the contact, reservations included. */
  used: number
  /** Whether the contact belongs to the audience of the coupon. */
  isInAudience: boolean
  /** Whether the contact has bought before. */
  hasPaid: boolean
}

/** Reason why a coupon cannot be used by a person at a moment, whatever the order; undefined when it can. */
export function refusalOf(of: Coupon, user: CouponUser, on: { at: Date; timeZone: string }): OfferReason | undefined {
  if (of.status === 'paused') return 'not_active'
  const state = stateOf(of, on.at)
  if (state === 'expired') return 'expired'
  if (state === 'scheduled') return 'not_started'
  if (!isWithinWindows(of.validWindows, { ...on, since: new Date(of.startsAt) })) return 'outside_window'
  if (user.contactId === null && (of.audience !== null || of.firstPurchaseOnly)) return 'contact_needed'
  if (user.contactId === null && of.discount?.type === 'tokens') return 'contact_needed'
  if (of.audience !== null && !user.isInAudience) return 'not_eligible'
  if (of.firstPurchaseOnly && user.hasPaid) return 'first_purchase_only'
  const perContact = of.maxRedemptionsPerContact
  if (perContact !== null && user.used >= perContact) return 'per_contact_limit'
  if (remainingOf(of) === 0) return 'exhausted'
  return budgetLeftOf(of) === 0n ? 'budget_exhausted' : undefined
}

/** Behaviour beside other offers with its defaults: the class is that of the discount, `order` without one. */
export function fullStacking(stacking: Coupon['stacking'], discount: Coupon['discount']): Required<Coupon['stacking']> {
  const type = discount?.type
  const ofDiscount =
    type === 'freeShipping' ? 'shipping' : type === 'fixedPrice' || type === 'freeItem' ? 'product' : 'order'
  return { class: ofDiscount, combinesWith: [], exclusive: false, priority: 100, ...stacking }
}

/** The coupon as the pricing engine sees it. One of a promotion gives nothing by itself: see `lentOfferOf`. */
export function offerOf(of: Coupon, refused: OfferReason | undefined): Offer {
  const { discount } = of
  const stacking = fullStacking(of.stacking, discount)
  const [effect] = discount === null ? [] : effectOf(discount)
  const currency = discount?.currency ?? of.budget?.currency ?? of.minSubtotal?.currency
  return {
    id: of.id,
    kind: 'coupon',
    title: of.name,
    code: of.code,
    class: stacking.class,
    priority: stacking.priority,
    createdAt: new Date(of.createdAt),
    combinesWith: stacking.combinesWith,
    isExclusive: stacking.exclusive,
    strategy: 'best',
    percentOf: 'running',
    effects: effect === undefined ? [] : [effect],
    target: targetOf(of.appliesTo),
    minSubtotal: of.minSubtotal?.amount,
    maxAmount: discount?.maxAmount ?? undefined,
    currency,
    budgetLeft: budgetLeftOf(of),
    refused,
    revision: of.version,
  }
}

/**
 * The coupon of a promotion as the pricing engine sees it: the offer of the promotion within the limits of both. It
 * gives nothing where the promotion does not run.
 */
export function lentOfferOf(of: Coupon, refused: OfferReason | undefined, promotion: Offer | undefined): Offer {
  const own = offerOf(of, refused)
  if (promotion === undefined) return { ...own, refused: refused ?? 'promotion_not_running' }
  const { id, kind, title, code, createdAt, minSubtotal } = own
  const currencies = new Set([own.currency, promotion.currency].filter((each) => each !== undefined))
  const budgets = [own.budgetLeft, promotion.budgetLeft].filter((each) => each !== undefined)
  return {
    ...promotion,
    ...{ id, kind, title, code, createdAt, minSubtotal },
    promotionId: promotion.id,
    currency: [...currencies][0],
    budgetLeft: budgets.length === 2 ? least(budgets[0] ?? 0n, budgets[1] ?? 0n) : budgets[0],
    refused: refused ?? promotion.refused ?? (currencies.size > 1 ? 'currency_mismatch' : undefined),
  }
}

function targetOf(appliesTo: Coupon['appliesTo']): OfferTarget | undefined {
  if (appliesTo === null) return undefined
  const named = Object.entries(appliesTo).filter(([, values]) => Array.isArray(values) && values.length > 0)
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

function effectOf(discount: NonNullable<Coupon['discount']>): OfferEffect[] {
  const { type, percentOff = 0, amount = 0n, sku = '', quantity = 1, token = 'POINTS' } = discount
  if (type === 'percent') return [{ type: 'orderPercent', percentOff }]
  if (type === 'amount') return [{ type: 'orderAmount', amount }]
  if (type === 'fixedPrice') return [{ type: 'fixedPrice', amount }]
  if (type === 'freeItem') return [{ type: 'freeItem', sku, quantity }]
  if (type === 'freeShipping') return [{ type: 'freeShipping' }]
  return [{ type: 'grantTokens', token, amount: Number(amount) }]
}
