import type { Ctx } from '#kit/call/context.ts'
import { paymentLinksPort } from '#kit/call/paymentLinks.ts'

/** Texts of a message with their variables. */
type Texts = { subject: string | null; preheader: string | null; html: string | null; text: string | null }

/** Gifts that texts read as variables; blank where the contact has none. */
export type GiftData = { paymentLink: { url: string; title: string; expiresAt: string | null } }

/** Gifts of previews. */
export const sampleGifts: GiftData = {
  paymentLink: { url: 'https://example.com/pay', title: 'Payment', expiresAt: null },
}

const blank: GiftData = { paymentLink: { url: '', title: '', expiresAt: null } }

/** The newest gifts of a contact, of those that the texts of a message name. */
export async function readGifts(ctx: Ctx, texts: Texts, contactId: string): Promise<GiftData> {
  const whole = [texts.subject, texts.preheader, texts.html, texts.text].join(' ')
  const [link] = whole.includes('paymentLink') ? await ctx.port(paymentLinksPort).openOf(ctx, contactId) : []
  return { paymentLink: link ?? blank.paymentLink }
}
