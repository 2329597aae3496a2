import type { CartLine } from '#kit/call/offers.ts'
import type { Basis } from './cart.ts'

/** Part of a cart that an offer lowers; also its place in the evaluation: product, then order, then shipping. */
export const offerClasses = ['product', 'order', 'shipping'] as const
/** Class of an offer. */
export type OfferClass = (typeof offerClasses)[number]

/**
 * Lines that an effect applies to; all lines without it. `skus` and `categories` name articles, one match is enough.
 * Each other list restricts the cart.
 */
export type OfferTarget = {
  skus?: readonly string[] | undefined
  categories?: readonly string[] | undefined
  vendorIds?: readonly string[] | undefined
  eventIds?: readonly string[] | undefined
  placeIds?: readonly string[] | undefined
  paymentLinkIds?: readonly string[] | undefined
  streamIds?: readonly string[] | undefined
  /** Compiled filter of a line. */
  matches?: ((line: CartLine) => boolean) | undefined
}

/** Discount from an amount spent: a percentage or an amount. */
export type SpendTier = { from: bigint; percentOff?: number | undefined; amount?: bigint | undefined }

/** Effects that lower a price. Percentages have at most two decimals; amounts are in the currency of the offer. */
export type DiscountEffect = { target?: OfferTarget | undefined } & (
  | { type: 'orderPercent'; percentOff: number }
  | { type: 'orderAmount'; amount: bigint }
  | { type: 'itemPercent'; percentOff: number }
  /** Off each unit. */
  | { type: 'itemAmount'; amount: bigint }
  /** New price of each unit, where it is lower. */
  | { type: 'fixedPrice'; amount: bigint }
  | { type: 'freeItem'; sku: string; quantity: number }
  /** The `get` cheapest of each `buy + get` units cost less. */
  | { type: 'buyXGetY'; buy: number; get: number; percentOff: number; maxSets?: number | undefined }
  /** Price of a set: of the named articles, or of any `quantity` units of the target. */
  | {
      type: 'bundlePrice'
      items?: readonly { sku: string; quantity: number }[] | undefined
      quantity?: number | undefined
      amount: bigint
      maxSets?: number | undefined
    }
  /** The highest tier reached applies. */
  | { type: 'tieredSpend'; tiers: readonly SpendTier[] }
  | { type: 'freeShipping' }
)

/** Effects that give something for the purchase and leave the price alone. */
export type GiftEffect = { target?: OfferTarget | undefined } & (
  | {
      type: 'grantTokens'
      rewardId?: string | undefined
      token: string
      amount: number
      perAmount?: bigint | undefined
    }
  | { type: 'issueCoupon'; couponId: string }
)

/** One effect of an offer. */
export type OfferEffect = DiscountEffect | GiftEffect

/** Reasons why an offer does not apply. */
export const offerReasons = [
  'unknown_code',
  'not_active',
  'promotion_not_running',
  'not_started',
  'expired',
  'outside_window',
  'exhausted',
  'per_contact_limit',
  'per_day_limit',
  'budget_exhausted',
  'not_eligible',
  'first_purchase_only',
  'contact_needed',
  'code_needed',
  'holdout',
  'min_subtotal',
  'currency_mismatch',
  'no_effect',
  'not_combinable',
  'group_limit',
] as const
/** Reason why an offer does not apply. */
export type OfferReason = (typeof offerReasons)[number]

/** A coupon or a promotion as the pricing engine sees it. */
export type Offer = {
  id: string
  kind: 'promotion' | 'coupon'
  /** Promotion whose effects a coupon gives. */
  promotionId?: string | undefined
  title: string
  code?: string | undefined
  class: OfferClass
  /** Smaller numbers first. */
  priority: number
  createdAt: Date
  /** Classes of offers that may apply beside this one. Holds only where the other offer agrees. */
  combinesWith: readonly OfferClass[]
  isExclusive: boolean
  /** At most `groupLimit` (1 unless said) offers of one group apply. */
  group?: string | undefined
  groupLimit?: number | undefined
  /** Among offers that do not combine: the largest discount, or the order of evaluation. */
  strategy: 'best' | 'priority'
  /** Amount that percentages are of: what earlier offers left, or the price before any. */
  percentOf: 'running' | 'initial'
  effects: readonly OfferEffect[]
  /** Lines of effects that name none. */
  target?: OfferTarget | undefined
  minSubtotal?: bigint | undefined
  /** Largest discount of one use. */
  maxAmount?: bigint | undefined
  /** Currency of all amounts of the offer; without one it holds percentages only and suits every cart. */
  currency?: string | undefined
  /** Discount that its budget still pays for. */
  budgetLeft?: bigint | undefined
  /** Reason found before pricing: audience, time, limit. The trace shows the offer with it. */
  refused?: OfferReason | undefined
  /** Revision of the rules, part of the quote's hash. */
  revision?: number | undefined
}

/** Promotion that an offer counts as a use of; undefined for a coupon with a discount of its own. */
export function promotionOf({ id, kind, promotionId }: Pick<Offer, 'id' | 'kind' | 'promotionId'>): string | undefined {
  return kind === 'promotion' ? id : promotionId
}

/** Whether a line belongs to the target. */
export function isTargeted(target: OfferTarget | undefined, line: CartLine, { about }: Basis): boolean {
  if (target === undefined) return true
  return (
    namesArticle(target, line) &&
    allows(target.vendorIds, about.vendorId) &&
    allows(target.eventIds, about.eventId) &&
    allows(target.placeIds, about.placeId) &&
    allows(target.paymentLinkIds, about.paymentLinkId) &&
    allows(target.streamIds, about.streamId) &&
    (target.matches?.(line) ?? true)
  )
}

function namesArticle(target: OfferTarget, line: CartLine): boolean {
  if (target.skus === undefined && target.categories === undefined) return true
  if (line.sku !== null && target.skus?.includes(line.sku) === true) return true
  return line.categories.some((category) => target.categories?.includes(category))
}

function allows(allowed: readonly string[] | undefined, id: string | null | undefined): boolean {
  return allowed === undefined || (typeof id === 'string' && allowed.includes(id))
}

/** Order of evaluation: class, priority, age, id. Independent of the order in which offers are given. */
export function inEvaluationOrder(a: Offer, b: Offer): number {
  return (
    offerClasses.indexOf(a.class) - offerClasses.indexOf(b.class) ||
    a.priority - b.priority ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  )
}
