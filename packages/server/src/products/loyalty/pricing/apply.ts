import { allocated, emptied, scratchOf, sumOf, takeOff, type Allocation, type Basket } from './basket.ts'
import { allocate, isDiscount } from './discountEffects.ts'
import type { Offer, OfferReason } from './offer.ts'
import { least, spread } from './spread.ts'

/** One offer on a basket: its discount in all, by line and by effect, or the reason for having none. */
export type Application = {
  offer: Offer
  before: bigint
  taken: Allocation
  discount: bigint
  byEffect: readonly bigint[]
  reason?: OfferReason | undefined
}

/** Applies offers one after the other to the basket before any discount. */
export function applyAll(basket: Basket, offers: readonly Offer[]): { basket: Basket; applications: Application[] } {
  const running = emptied(basket)
  return { basket: running, applications: offers.map((offer) => applyOne(running, offer)) }
}

/** Applies one offer to what earlier offers left. An offer without any effect takes nothing and has a reason. */
function applyOne(running: Basket, offer: Offer): Application {
  const application = tryOffer(running, offer)
  if (application.reason === undefined) takeOff(running, application.taken)
  return application
}

/** The application of an offer to a basket, which stays as it is. */
export function tryOffer(basket: Basket, offer: Offer): Application {
  const before = totalLeft(basket)
  const { taken: whole, byEffect } = allocateAll(basket, offer)
  const taken = capped(whole, offer.maxAmount)
  const discount = allocated(taken)
  const reason = refusal(offer, discount)
  if (reason !== undefined) return { offer, before, taken: nothing(basket), discount: 0n, byEffect: [], reason }
  return { offer, before, taken, discount, byEffect: byEffect.length === 1 ? [discount] : spread(discount, byEffect) }
}

/** Effects of an offer one after the other. */
function allocateAll(basket: Basket, offer: Offer): { taken: Allocation; byEffect: bigint[] } {
  const [only, ...others] = offer.effects
  if (only !== undefined && others.length === 0) {
    const taken = isDiscount(only) ? allocate(only, offer, basket) : nothing(basket)
    return { taken, byEffect: [allocated(taken)] }
  }
  const scratch = scratchOf(basket)
  let taken = nothing(basket)
  const byEffect = offer.effects.map((effect) => {
    if (!isDiscount(effect)) return 0n
    const part = allocate(effect, offer, scratch)
    takeOff(scratch, part)
    taken = sumOf(taken, part)
    return allocated(part)
  })
  return { taken, byEffect }
}

function refusal(offer: Offer, discount: bigint): OfferReason | undefined {
  if (discount === 0n && offer.effects.every(isDiscount)) return 'no_effect'
  if (offer.budgetLeft !== undefined && discount > offer.budgetLeft) return 'budget_exhausted'
  return undefined
}

/** The allocation within the largest discount of one use. */
function capped(taken: Allocation, maxAmount: bigint | undefined): Allocation {
  const amount = allocated(taken)
  if (maxAmount === undefined || amount <= maxAmount) return taken
  const [shipping = 0n, ...parts] = spread(least(maxAmount, amount), [taken.shipping, ...taken.parts])
  return { parts, shipping }
}

/** Price of all lines and of shipping after the offers so far. */
export function totalLeft(basket: Basket): bigint {
  let sum = basket.shippingLeft
  for (const { left } of basket.lines) sum += left
  return sum
}

function nothing(basket: Basket): Allocation {
  return { parts: basket.lines.map(() => 0n), shipping: 0n }
}
