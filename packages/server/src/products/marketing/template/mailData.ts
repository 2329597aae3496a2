import type { Ctx } from '#kit/call/context.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import { sampleGifts, type GiftData } from './giftData.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'

/** Addresses in a mail. */
export type MailLinks = { unsubscribeUrl: string; preferencesUrl: string; viewUrl: string }

/** The contact in links of previews and test mails, which does not exist: links of a real one would act for it. */
const nobody = { id: `con_${'0'.repeat(34)}`, email: null }

/**
 * Data that a template renders: the contact, the account, the links, and values of the campaign or automation. Links
 * that are left out open nothing; gifts that are left out are samples.
 */
export function mailData(
  ctx: Ctx,
  record: Contact,
  more: { links?: Partial<MailLinks>; variables?: Readonly<Record<string, unknown>>; gifts?: GiftData } = {},
): Record<string, unknown> {
  const preferences = preferencesUrl(ctx, nobody)
  return {
    ...(more.gifts ?? sampleGifts),
    ...more.variables,
    contact: contactData(record),
    account: { name: ctx.account.name },
    now: ctx.now().toISOString(),
    unsubscribeUrl: preferences,
    preferencesUrl: preferences,
    viewUrl: ctx.settings.publicUrl,
    ...more.links,
  }
}

function contactData(record: Contact) {
  const { id, email, phone, externalId, firstName, lastName, locale, timezone, country } = record
  const { attributes, tags, topics } = record
  return { id, email, phone, externalId, firstName, lastName, locale, timezone, country, attributes, tags, topics }
}
