import type { CartLine } from '#kit/call/offers.ts'
import { lineSubtotal, type Basis } from './cart.ts'
import { isTargeted, type OfferTarget } from './offer.ts'

/** Line while offers apply: `left` is its price after the offers so far. */
export type BasketLine = { line: CartLine; position: number; subtotal: bigint; left: bigint }

/**
 * Cart while offers apply. Lines stand in an order that depends on their content alone, not on the order given.
 * `targeted`: lines of the targets so far, which stay the same for all plans.
 */
export type Basket = {
  cart: Basis
  lines: BasketLine[]
  shippingSubtotal: bigint
  shippingLeft: bigint
  targeted: Map<OfferTarget | undefined, readonly boolean[]>
}

/** Discount of one effect: a part for each line of the basket, and one for shipping. */
export type Allocation = { parts: bigint[]; shipping: bigint }

/** Basket of a cart, without discounts. */
export function basketOf(cart: Basis): Basket {
  const keyed = cart.lines.map((line, position) => ({ line, position, key: lineKey(line) }))
  const lines = keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ line, position }) => ({ line, position, subtotal: lineSubtotal(line), left: lineSubtotal(line) }))
  return { cart, lines, shippingSubtotal: cart.shipping, shippingLeft: cart.shipping, targeted: new Map() }
}

/** The basket before any discount, for another plan over the same cart. */
export function emptied(basket: Basket): Basket {
  const lines = basket.lines.map((line) => ({ ...line, left: line.subtotal }))
  return { ...basket, lines, shippingLeft: basket.shippingSubtotal }
}

/** Takes an allocation off the basket. */
export function takeOff(basket: Basket, { parts, shipping }: Allocation): void {
  for (const [index, part] of parts.entries()) {
    const line = part === 0n ? undefined : basket.lines[index]
    if (line !== undefined) line.left -= part
  }
  basket.shippingLeft -= shipping
}

/** Adds two allocations. */
export function sumOf(a: Allocation, b: Allocation): Allocation {
  return { parts: a.parts.map((part, index) => part + (b.parts[index] ?? 0n)), shipping: a.shipping + b.shipping }
}

/** The basket as it is, to try offers on without a trace. */
export function scratchOf(basket: Basket): Basket {
  return { ...basket, lines: basket.lines.map((line) => ({ ...line })) }
}

/** Total of an allocation. */
export function allocated({ parts, shipping }: Allocation): bigint {
  let sum = shipping
  for (const part of parts) sum += part
  return sum
}

/** For each line of a basket, whether it belongs to a target. */
export function linesIn(target: OfferTarget | undefined, basket: Basket): readonly boolean[] {
  const known = basket.targeted.get(target)
  if (known !== undefined) return known
  const isIn = basket.lines.map(({ line }) => isTargeted(target, line, basket.cart))
  basket.targeted.set(target, isIn)
  return isIn
}

/** Text by which lines are ordered: their content first, so that equal lines are neighbours. */
function lineKey({ sku, name, unitAmount, quantity, categories, key }: CartLine): string {
  return JSON.stringify([sku ?? '', name, String(unitAmount), quantity, categories.toSorted(), key])
}
