import { allocated, emptied, sumOf, takeOff, type Allocation, type Basket } from './basket.ts'
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
  const before = totalLeft(running)
  const attempt = emptyOf(running)
  const scratch = { ...running, lines: running.lines.map((line) => ({ ...line })) }
  const byEffect = offer.effects.map((effect) => {
    if (!isDiscount(effect)) return 0n
    const part = allocate(effect, offer, scratch)
    takeOff(scratch, part)
    attempt.taken = sumOf(attempt.taken, part)
    return allocated(part)
  })
  const taken = capped(attempt.taken, offer.maxAmount)
  const discount = allocated(taken)
  const reason = refusal(offer, discount)
  if (reason !== undefined) return { offer, before, taken: emptyOf(running).taken, discount: 0n, byEffect: [], reason }
  takeOff(running, taken)
  return { offer, before, taken, discount, byEffect: spread(discount, byEffect) }
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
  return basket.lines.reduce((sum, line) => sum + line.left, basket.shippingLeft)
}

function emptyOf(basket: Basket): { taken: Allocation } {
  return { taken: { parts: basket.lines.map(() => 0n), shipping: 0n } }
}
