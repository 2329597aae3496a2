import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { ownSitesPort } from '#kit/call/ownSites.ts'
import { field, invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import type { Patch } from '#kit/nouns/resource.ts'
import { splitCreate, splitUpdate } from '#kit/nouns/standard.ts'
import { newShortAddress } from '#kit/values/ids.ts'
import { originOf } from '#platform/auth/origins.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { checkProvider } from '#products/payments/provider/payConnection.ts'
import { setLinkClock } from './linkClock.ts'
import { changePrice, createCount, countsOf, isUsedUp, limitUses } from './linkCount.ts'
import type { PaymentLink } from './linkFields.ts'
import { priceOf } from './linkPrice.ts'
import { setReminderClocks } from './linkReminders.ts'
import { linkExhausted, linkPartPaid, paymentLink } from './paymentLink.ts'

type MadeLink = { record: PaymentLink; created: boolean }

/** Creates a link with its address and its counts. */
export async function createLink(ctx: Ctx, input: Record<string, unknown>): Promise<MadeLink> {
  const [draft, how] = splitCreate<typeof paymentLink>(input)
  checkTimeLeft(ctx, draft.expiresAt)
  await checkReferences(ctx, draft)
  return ctx.atomic(async (inner) => {
    const set = { slug: newShortAddress(inner.account.id) }
    const made = await inner.store.create(paymentLink, draft, { ...how, set })
    if (!made.created) return made
    await createCount(inner, made.record)
    setLinkClock(inner, made.record)
    setReminderClocks(inner, made.record)
    return made
  })
}

/** Changes a link. Running payments keep the price that they began with. */
export async function updateLink(ctx: Ctx, input: Record<string, unknown>): Promise<PaymentLink> {
  const { id, patch, options } = splitUpdate(paymentLink, input)
  checkTimeLeft(ctx, patch.expiresAt)
  await checkReferences(ctx, patch)
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, paymentLink, id))) throw problem(reasons.notFound)
    const before = await inner.store.get(paymentLink, id)
    const after = await inner.store.update(paymentLink, id, { patch, ...options })
    const price = priceOf(after)
    if (after.allowPartial !== null && price !== priceOf(before) && !(await changePrice(inner, id, price))) {
      throw problem(linkPartPaid)
    }
    if (after.maxPayments !== before.maxPayments && !(await limitUses(inner, id, after.maxPayments))) {
      throw problem(linkExhausted, { message: 'The link has more payments already than maxPayments.' })
    }
    if (after.status === 'active' && before.status !== 'active') await checkActive(inner, after)
    setLinkClock(inner, after, before)
    setReminderClocks(inner, after, before)
    return after
  })
}

async function checkActive(ctx: Ctx, link: PaymentLink): Promise<void> {
  const count = (await countsOf(ctx, [link.id])).get(link.id)
  const isFull = count !== undefined && isUsedUp(count, link.currency)
  if (isFull || !hasTime(ctx, link.expiresAt)) {
    const message = 'The link has no time or no payments left: change expiresAt or maxPayments first.'
    throw problem(linkExhausted, { message })
  }
}

function hasTime(ctx: Ctx, expiresAt: string | null): boolean {
  return expiresAt === null || new Date(expiresAt) > ctx.now()
}

function checkTimeLeft(ctx: Ctx, expiresAt: string | null | undefined): void {
  if (expiresAt === undefined || hasTime(ctx, expiresAt)) return
  throw invalid(field('expiresAt', 'future', 'must be in the future'))
}

async function checkReferences(ctx: Ctx, patch: Patch<typeof paymentLink>): Promise<void> {
  const { contactId, providerId, streamId, afterPayment } = patch
  await checkSite(ctx, afterPayment?.redirectUrl)
  if (typeof contactId === 'string') {
    const known = await ctx.port(contactsPort).people(ctx, [contactId])
    if (!known.has(contactId)) throw invalid(unknownReference('contactId'))
  }
  if (typeof streamId === 'string' && (await ctx.cards([streamId])).size === 0)
    throw invalid(unknownReference('streamId'))
  if (typeof providerId === 'string') await checkProvider(ctx, providerId)
}

/** Refuses a page of another party: a payer trusts the page after a payment as that of the seller. */
async function checkSite(ctx: Ctx, redirectUrl: string | undefined): Promise<void> {
  const origin = originOf(redirectUrl)
  // A wrong form is refused with the other fields of the link.
  if (origin === undefined || !origin.startsWith('https://') || origin === originOf(ctx.settings.publicUrl)) return
  if (await ctx.port(ownSitesPort).has(ctx, origin)) return
  const how = `add ${origin} to allowedOrigins of a public key`
  throw invalid(field('afterPayment/redirectUrl', 'notAllowed', `must be of a site of yours: ${how}`))
}
