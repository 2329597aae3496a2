import type { Ctx } from '#kit/call/context.ts'
import { couponsPort } from '#kit/call/coupons.ts'
import { paymentLinksPort } from '#kit/call/paymentLinks.ts'

/** Texts of a message with their variables. */
type Texts = { subject: string | null; preheader: string | null; html: string | null; text: string | null }

/** Gifts that texts read as variables; blank where the contact has none. */
export type GiftData = {
  coupon: { code: string; name: string; expiresAt: string | null }
  paymentLink: { url: string; title: string; expiresAt: string | null }
}

/** Gifts of previews. */
export const sampleGifts: GiftData = {
  coupon: { code: 'SAMPLE2026', name: 'Coupon', expiresAt: null },
  paymentLink: { url: 'https://example.com/pay', title: 'Payment', expiresAt: null },
}

const blank: GiftData = {
  coupon: { code: '', name: '', expiresAt: null },
  paymentLink: { url: '', title: '', expiresAt: null },
}

/** The newest gifts of a contact, of those that the texts of a message name. */
export async function readGifts(ctx: Ctx, texts: Texts, contactId: string): Promise<GiftData> {
  const whole = [texts.subject, texts.preheader, texts.html, texts.text].join(' ')
  const [coupon] = whole.includes('coupon') ? await ctx.port(couponsPort).usableOf(ctx, contactId) : []
  const [link] = whole.includes('paymentLink') ? await ctx.port(paymentLinksPort).openOf(ctx, contactId) : []
  return { coupon: coupon ?? blank.coupon, paymentLink: link ?? blank.paymentLink }
}
