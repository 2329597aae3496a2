import type { Ctx } from '#kit/call/context.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'

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
