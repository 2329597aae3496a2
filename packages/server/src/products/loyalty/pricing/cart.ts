/** Line of a cart: one article at one price. */
export type CartLine = {
  sku?: string | undefined
  name?: string | undefined
  categories?: readonly string[] | undefined
  /** Number of units, at least 1. */
  quantity: number
  /** Price of one unit in whole minor units, at least 0. */
  unitAmount: bigint
  vendorId?: string | undefined
  eventId?: string | undefined
  placeId?: string | undefined
}

/** Articles that somebody is about to pay, in one currency. Ids on the cart hold for each of its lines. */
export type Cart = {
  currency: string
  lines: readonly CartLine[]
  shippingAmount?: bigint | undefined
  paymentLinkId?: string | undefined
  vendorId?: string | undefined
  eventId?: string | undefined
  placeId?: string | undefined
}

/** Price of a line before any discount. */
export function lineSubtotal(line: CartLine): bigint {
  return line.unitAmount * BigInt(line.quantity)
}

/** Price of all lines before any discount, without shipping. */
export function cartSubtotal(cart: Cart): bigint {
  return cart.lines.reduce((sum, line) => sum + lineSubtotal(line), 0n)
}
