import { applyAll, totalLeft, tryOffer, type Application } from './apply.ts'
import { basketOf, type Basket } from './basket.ts'
import { cartSubtotal, type Basis } from './cart.ts'
import { conflictsOf, plansOf, type Candidate, type Conflict } from './choose.ts'
import { isDiscount, leftOf } from './discountEffects.ts'
import { inEvaluationOrder, type Offer, type OfferReason } from './offer.ts'
import { tokensMax } from '#products/loyalty/token/tokenFields.ts'

const mostTokens = BigInt(tokensMax)

/** Effect of an applied offer: a discount, or tokens or a coupon that the purchase gives. */
export type PricedEffect =
  | { type: string; discount: bigint }
  | { type: 'grantTokens'; token: string; amount: bigint; rewardId?: string | undefined }
  | { type: 'issueCoupon'; couponId: string }

/** Offer that lowers the price, with its whole discount. */
export type AppliedOffer = Pick<Offer, 'id' | 'kind' | 'promotionId' | 'title' | 'code' | 'revision'> & {
  discount: bigint
  effects: PricedEffect[]
}

/** Offer that does not apply, with the reason; `with` is the offer that keeps it out. */
export type RejectedOffer = Pick<Offer, 'id' | 'kind' | 'promotionId' | 'title' | 'code'> & {
  reason: OfferReason
  with?: string
}

/** One decision, in the order of evaluation: what an offer found and left, or why it does not apply. */
export type TraceStep = Pick<Offer, 'id' | 'kind' | 'title' | 'class' | 'priority'> & {
  isApplied: boolean
  reason?: OfferReason | undefined
  with?: string | undefined
  /** Discount of the offer alone on this cart. */
  alone?: bigint | undefined
  before?: bigint | undefined
  discount: bigint
  after?: bigint | undefined
}

/** Line of the result, at its position in the cart. */
export type PricedLine = {
  key: string
  subtotal: bigint
  discount: bigint
  total: bigint
  discounts: { offerId: string; amount: bigint }[]
}

/** Result of pricing. `total` is the sum of the lines' totals and of shipping, and `subtotal - discountTotal`. */
export type Priced = {
  currency: string
  subtotal: bigint
  discountTotal: bigint
  total: bigint
  lines: PricedLine[]
  shipping: { subtotal: bigint; discount: bigint; total: bigint }
  applied: AppliedOffer[]
  rejected: RejectedOffer[]
  trace: TraceStep[]
}

/**
 * Price of a cart under offers: pure, and independent of the order in which lines and offers are given. No line falls
 * below zero. Offers apply by class, priority, age and id; among those that do not combine, the plan with the largest
 * discount wins, or the first in that order where a strategy is priority.
 */
export function price(cart: Basis, offers: readonly Offer[]): Priced {
  const basket = basketOf(cart)
  const sorted = [...new Map(offers.map((offer) => [offer.id, offer])).values()].toSorted(inEvaluationOrder)
  const looked = sorted.map((offer) => look(basket, offer))
  const candidates = looked.filter(({ reason }) => reason === undefined)
  const best = bestPlan(basket, candidates)
  return result(basket, { ...best, looked, conflicts: conflictsOf(candidates, best.plan) })
}

type Looked = Candidate & { reason?: OfferReason | undefined }
type Planned = { plan: Offer[]; basket: Basket; applications: Application[] }
type Decided = Planned & { looked: readonly Looked[]; conflicts: readonly Conflict[] }

/** The offer alone on the cart: its discount, or the reason why it does not apply. */
function look(basket: Basket, offer: Offer): Looked {
  const reason = offer.refused ?? boundsReason(basket.cart, offer)
  if (reason !== undefined) return { offer, alone: 0n, reason }
  const alone = tryOffer(basket, offer)
  return { offer, alone: alone.discount, reason: alone.reason }
}

function boundsReason(cart: Basis, offer: Offer): OfferReason | undefined {
  if (offer.currency !== undefined && offer.currency !== cart.currency) return 'currency_mismatch'
  if (offer.minSubtotal !== undefined && cartSubtotal(cart) < offer.minSubtotal) return 'min_subtotal'
  return undefined
}

function bestPlan(basket: Basket, candidates: readonly Candidate[]): Planned {
  const plans = plansOf(candidates).map((plan) => ({ plan, ...applyAll(basket, plan) }))
  const [first, ...others] = plans
  if (first === undefined) return { plan: [], ...applyAll(basket, []) }
  return others.reduce((best, each) => (totalLeft(each.basket) < totalLeft(best.basket) ? each : best), first)
}

function result(start: Basket, decided: Decided): Priced {
  const { basket, applications } = decided
  const used = applications.filter(({ reason }) => reason === undefined)
  const subtotal = start.lines.reduce((sum, line) => sum + line.subtotal, start.shippingSubtotal)
  const total = totalLeft(basket)
  const shipping = basket.shippingLeft
  return {
    currency: start.cart.currency,
    subtotal,
    discountTotal: subtotal - total,
    total,
    lines: pricedLines(basket, used),
    shipping: { subtotal: start.shippingSubtotal, discount: start.shippingSubtotal - shipping, total: shipping },
    applied: used.map((application) => appliedOffer(application, basket)),
    ...explained(decided),
  }
}

function pricedLines(basket: Basket, used: readonly Application[]): PricedLine[] {
  const lines: PricedLine[] = []
  const byLine: PricedLine['discounts'][] = basket.lines.map(() => [])
  for (const { offer, taken } of used) {
    for (const [index, amount] of taken.parts.entries()) {
      if (amount !== 0n) byLine[index]?.push({ offerId: offer.id, amount })
    }
  }
  for (const [index, { line, position, subtotal, left }] of basket.lines.entries()) {
    const discounts = byLine[index] ?? []
    lines[position] = { key: line.key, subtotal, discount: subtotal - left, total: left, discounts }
  }
  return lines
}

function appliedOffer({ offer, discount, byEffect }: Application, basket: Basket): AppliedOffer {
  const { id, kind, promotionId, title, code, revision } = offer
  const effects = offer.effects.flatMap((effect, i): PricedEffect[] => {
    if (isDiscount(effect)) return [{ type: effect.type, discount: byEffect[i] ?? 0n }]
    if (effect.type === 'issueCoupon') return [{ type: effect.type, couponId: effect.couponId }]
    const { type, token, rewardId, perAmount } = effect
    const times = perAmount === undefined ? 1n : leftOf(effect.target ?? offer.target, basket) / perAmount
    const earned = BigInt(effect.amount) * times
    if (earned === 0n) return []
    // One movement of the ledger holds no more.
    return [{ type, token, amount: earned < mostTokens ? earned : mostTokens, rewardId }]
  })
  return { id, kind, promotionId, title, code, revision, discount, effects }
}

/** Rejected offers and the trace, both in the order of evaluation. */
function explained({ looked, applications, conflicts }: Decided): Pick<Priced, 'rejected' | 'trace'> {
  const applied = new Map(applications.map((each) => [each.offer, each]))
  const kept = new Map(conflicts.map((each) => [each.offer, each]))
  const trace: TraceStep[] = []
  const rejected: RejectedOffer[] = []
  for (const { offer, alone, reason: own } of looked) {
    const application = applied.get(offer)
    const conflict = kept.get(offer)
    const reason = own ?? conflict?.reason ?? application?.reason
    const other = conflict === undefined ? {} : { with: conflict.with.id }
    const { id, kind, promotionId, title, code } = offer
    const head = { id, kind, title, class: offer.class, priority: offer.priority }
    if (reason !== undefined) {
      rejected.push({ id, kind, promotionId, title, code, reason, ...other })
      trace.push({ ...head, isApplied: false, reason, ...other, alone, discount: 0n })
    } else {
      const { before = 0n, discount = 0n } = application ?? {}
      trace.push({ ...head, isApplied: true, alone, before, discount, after: before - discount })
    }
  }
  return { rejected, trace }
}
