import type { Money } from '#kit/values/money.ts'
import type { Ctx } from './context.ts'
import { port } from './port.ts'

/** A new payment link for one contact, which takes one payment. */
export type PersonalLinkDraft = {
  contactId: string
  title: string
  amount: Money
  /** Whether the payer may enter codes of coupons. */
  allowCoupons: boolean
  expiresAt: Date | null
  /** Name of the link: a repeat makes one link. */
  reference: string
}

/** A payment link for one contact. */
export type PersonalLink = { paymentLinkId: string; url: string; title: string; expiresAt: string | null }

/** A payment link of a live stream, as the page of the stream shows it. */
export type StreamPayLink = {
  url: string
  title: string
  /** Price of the usual quantities, or the least amount where the payer chooses it. */
  price: Money | null
  /** Whether the payer chooses the amount. */
  isChosen: boolean
  /** Payments that succeeded. */
  succeeded: number
}

/**
 * The page of a payment link. `isOpen`: it takes payments of anyone now. `price`: that of the usual quantities, or the
 * least amount where the payer chooses it.
 */
export type LinkAddress = { url: string; isOpen: boolean; price: Money | null; isChosen: boolean }

/** Payment links, as other products use them. */
export type PaymentLinks = {
  /** Makes a link, in the transaction of the caller. */
  create(ctx: Ctx, draft: PersonalLinkDraft): Promise<PersonalLink>
  /** Links of a contact that still take a payment, the newest first, at most 20. */
  openOf(ctx: Ctx, contactId: string): Promise<readonly PersonalLink[]>
  /** Links of a live stream that take a payment of anyone, the newest first, at most 5. */
  openOfStream(ctx: Ctx, streamId: string): Promise<readonly StreamPayLink[]>
  /** Pages of links by their ids, without those that the account does not have. */
  addressesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, LinkAddress>>
}

/** Payment links of an account. */
export const paymentLinksPort = port<PaymentLinks>('paymentLinks', {
  create: 'stays',
  openOf: 'stays',
  openOfStream: 'stays',
  addressesOf: 'stays',
})
