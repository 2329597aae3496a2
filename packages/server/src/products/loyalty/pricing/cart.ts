import type { Cart, CartLine } from '#kit/call/offers.ts'

/** Part of a cart that prices follow from: neither the buyer nor codes. */
export type Basis = Pick<Cart, 'currency' | 'lines' | 'shipping' | 'about'>

/** Price of a line before any discount. */
export function lineSubtotal(line: CartLine): bigint {
  return line.unitAmount * BigInt(line.quantity)
}

/** Price of all lines before any discount, without shipping. */
export function cartSubtotal(cart: Basis): bigint {
  return cart.lines.reduce((sum, line) => sum + lineSubtotal(line), 0n)
}
