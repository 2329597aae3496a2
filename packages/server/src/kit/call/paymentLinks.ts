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

/** Payment links for one contact, as other products use them. */
export type PaymentLinks = {
  /** Makes a link, in the transaction of the caller. */
  create(ctx: Ctx, draft: PersonalLinkDraft): Promise<PersonalLink>
  /** Links of a contact that still take a payment, the newest first, at most 20. */
  openOf(ctx: Ctx, contactId: string): Promise<readonly PersonalLink[]>
}

/** Payment links of an account. */
export const paymentLinksPort = port<PaymentLinks>('paymentLinks', { create: 'stays', openOf: 'stays' })
