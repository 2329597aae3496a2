import { contactsPort } from '#kit/call/contacts.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import type { Viewers } from '#platform/auth/viewersPort.ts'
import { findViewer } from './signedInViewer.ts'
import { forgetCodes } from './viewerCode.ts'

/** Viewers for pages and public operations of all products. */
export const viewers: Viewers = {
  current: findViewer,
  forgetAddress: forgetCodes,
  async ofToken(ctx, token) {
    const named = await ctx.port(viewerTokensPort).verifyViewer(token)
    if (named?.accountId !== ctx.account.publicId) return undefined
    const contactId = (await ctx.port(contactsPort).remaining(ctx, [named.contactId])).get(named.contactId)
    return contactId === undefined ? undefined : { contactId }
  },
}
