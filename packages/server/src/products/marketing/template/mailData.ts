import type { Ctx } from '#kit/call/context.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'

/** Addresses in a mail. */
export type MailLinks = { unsubscribeUrl: string; preferencesUrl: string; viewUrl: string }

/** Data that a template renders: the contact, the account, the links, and values of the campaign or automation. */
export function mailData(
  ctx: Ctx,
  record: Contact,
  more: { links?: Partial<MailLinks>; variables?: Readonly<Record<string, unknown>> } = {},
): Record<string, unknown> {
  const preferences = preferencesUrl(ctx, record)
  return {
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
