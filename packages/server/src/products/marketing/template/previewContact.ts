import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { mayReadContacts } from '#products/marketing/contact/contactRight.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'

/** The contact of a preview, or an invented one. Throws scope_missing and not_found. */
export async function previewContact(ctx: Ctx, contactId: string | undefined): Promise<Contact> {
  checkMayRead(ctx, contactId)
  return contactId === undefined ? invented(ctx) : ctx.store.get(contact, contactId)
}

/** Throws scope_missing where a text would show the data of a contact to a caller that may not read it. */
export function checkMayRead(ctx: Ctx, contactId: string | undefined): void {
  if (contactId === undefined || mayReadContacts(ctx)) return
  throw problem(reasons.scopeMissing)
}

/** A contact for previews and tests that name none. */
export function invented(ctx: Ctx): Contact {
  const at = ctx.now().toISOString()
  return {
    id: `con_${'0'.repeat(34)}`,
    status: 'subscribed',
    email: 'mira@example.com',
    phone: null,
    externalId: null,
    viewerId: null,
    firstName: 'Mira',
    lastName: 'Sander',
    locale: ctx.account.language,
    timezone: ctx.account.timeZone,
    country: null,
    attributes: {},
    tags: [],
    topics: [],
    trackingDisabled: false,
    mergedIntoId: null,
    clientReference: null,
    metadata: {},
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}
