import type { Money } from '#kit/values/money.ts'
import type { Ctx } from './context.ts'
import { port } from './port.ts'
import type { Refunded, TokensBack } from './rewards.ts'

/** A line of a cart. */
export type CartLine = {
  /** Name of the line within its cart: offers, lines of a quote and refunds refer to it. */
  key: string
  name: string
  sku: string | null
  categories: readonly string[]
  /** 1 to 10,000. */
  quantity: number
  /** Price of one piece in minor units of the cart's currency, at least zero. */
  unitAmount: bigint
}

/** Records that a purchase belongs to: offers may apply to some of them alone. */
export type CartAbout = {
  paymentLinkId?: string | null
  eventId?: string | null
  placeId?: string | null
  vendorId?: string | null
  streamId?: string | null
}

/** A purchase before it is paid. */
export type Cart = {
  currency: string
  lines: readonly CartLine[]
  /** Costs of shipping in minor units, zero for none. */
  shipping: bigint
  /** Contact of the buyer; null before it is known. */
  contactId: string | null
  /** Whether the buyer only typed the address of the contact: limits count, audiences and filters do not. */
  isTyped?: boolean
  /** Stable id of the browser: holdouts of people without a contact. */
  visitorId: string | null
  /** Codes of coupons and promotions, as typed. */
  codes: readonly string[]
  /** Whether promotions without a code apply. */
  isAutomatic: boolean
  about: CartAbout
  /**
   * Tokens that pay a part. `rate`: minor units per token. `percentMax`: largest part of the total, 1 to 100. `amount`:
   * tokens that the buyer wants to use; null for none, and the quote says how many they may.
   */
  tokens: { token: string; rate: bigint; percentMax: number; amount: bigint | null } | null
}

/** Price of a cart with all offers. Lines sum to `total` before tokens; `due` is left to pay. */
export type Quote = {
  subtotal: Money
  discountTotal: Money
  total: Money
  lines: readonly { key: string; subtotal: bigint; discount: bigint; total: bigint }[]
  /** Offers that apply, with the amount that each takes off. */
  discounts: readonly {
    offerId: string
    kind: 'coupon' | 'promotion'
    title: string
    code: string | null
    amount: bigint
  }[]
  /** Codes that do not apply, with the reason; an unknown code and a foreign one have the same. */
  rejected: readonly { code: string; reason: string }[]
  /** Tokens of the part payment: usable at most, used, and the value of the used ones. */
  tokens: { token: string; usable: bigint; used: bigint; value: Money } | null
  /** Amount that is left to pay with money. */
  due: Money
  /** Hash of everything above: a reservation with another result is refused. */
  hash: string
}

/** A hold of the offers of a cart for one purchase. */
export type OfferHold = {
  cart: Cart
  /** Hash of the quote that the buyer saw; null takes the present price. */
  quoteHash: string | null
  /** Id of the purchase, by which the hold is committed, released or rolled back. */
  reference: string
}

/**
 * Coupons, promotions and tokens of a purchase. All but `quote` run in the transaction of the caller, and repeat
 * harmlessly under the same reference.
 */
export type Offers = {
  quote(ctx: Ctx, cart: Cart): Promise<Quote>
  /** Evaluates again under locks and holds every limit. Throws conflict: quote_changed, or the reason of a limit. */
  reserve(ctx: Ctx, hold: OfferHold): Promise<Quote>
  /**
   * Turns the hold into redemptions after the payment, and takes a released hold again. `isOver`: a limit was reached
   * since; the money has moved, so the use counts beyond it.
   */
  commit(ctx: Ctx, of: { reference: string; contactId: string | null }): Promise<{ isOver: boolean }>
  /** Lets go what is held; without a hold it does nothing. */
  release(ctx: Ctx, reference: string): Promise<void>
  /** Gives back after a refund: `refunded` of `captured` minor units in all so far. Returns the tokens given back. */
  rollback(ctx: Ctx, of: Refunded): Promise<TokensBack>
}

/** Offers of an account, as checkouts see them. */
export const offersPort = port<Offers>('offers', {
  quote: 'stays',
  reserve: 'stays',
  commit: 'stays',
  release: 'stays',
  rollback: 'stays',
})
