import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { page, type FormState, type PageResponse, type Visitor } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { line, shortAddress } from '#kit/values/fields.ts'
import { htmlText } from '#kit/values/html.ts'
import { viewersPort } from '#platform/auth/viewersPort.ts'
import { noticePage } from '#platform/pages/notice.ts'
import { qrSvg } from '#platform/qr/qrSvg.ts'
import { randomText } from '#platform/secrets/randomText.ts'
import { payerProblems } from '#products/payments/checkout/checkoutStart.ts'
import { countsOf, countVisit } from '#products/payments/link/linkCount.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import { isPartTaken, partState } from '#products/payments/link/partPayment.ts'
import { paymentLink } from '#products/payments/link/paymentLink.ts'
import { connectionFor } from '#products/payments/provider/payConnection.ts'
import { priceChoice, type TypedChoice } from './payChoice.ts'
import { choiceQuery, choiceSent, payerOf, payForm } from './payForm.ts'
import { payHtml } from './payPageHtml.ts'
import { payWords, type PayWords } from './payWords.ts'

const slug = shortAddress({ description: 'Last part of the address of the link.' })
const linesMax = 100
const qrCacheSeconds = 3_600
/** Length of a path that the sign-in leads back to. */
const nextLengthMax = 500
const input = closed({
  slug,
  q: Type.Optional(
    Type.Array(line(20, { min: 0, description: 'Quantity, such as 2.' }), {
      maxItems: linesMax,
      description: 'Quantities of the lines whose quantity the payer chooses.',
    }),
  ),
  amount: Type.Optional(
    line(30, { min: 0, description: 'Amount that the payer chooses, as the language writes it, such as 19.99.' }),
  ),
  code: Type.Optional(line(200, { min: 0, description: 'Codes of coupons.' })),
  tokens: Type.Optional(line(20, { min: 0, description: 'Tokens that pay a part, such as 200.' })),
  source: Type.Optional(line(100, { min: 0, description: 'Tag of the payment, in place of that of the link.' })),
})

type Address = { slug: string } & TypedChoice
/** Pages of a payment link: the page that takes a payment, and its QR code. */
export const payPages = [
  page('payments.pay', {
    route: 'GET /pay/{slug}',
    title: 'Pay',
    description: 'The page of a payment link: its price with coupons and promotions, and the form of the payer.',
    input,
    form: payForm,
    emits: [],
    async handle(ctx, address: Address, visitor) {
      const link = await linkAt(ctx, address.slug)
      const { words, locale } = payWords([...visitor.languages, ctx.account.language])
      const closedAs = await closedState(ctx, link)
      if (closedAs !== undefined) return closedPage(words, words.closed[closedAs])
      return openPage(ctx, { link, address, visitor, words, locale })
    },
  }),
  page('payments.payQr', {
    route: 'GET /pay/{slug}/qr.svg',
    title: 'QR code of a payment link',
    description: 'The address of the page of a payment link as a QR code in SVG.',
    isForMachines: true,
    input: closed({ slug }),
    async handle(ctx, address) {
      const link = await linkAt(ctx, address.slug)
      const svg = qrSvg(`${ctx.settings.publicUrl}/pay/${address.slug}`, link.title)
      return { text: htmlText(svg), type: 'image/svg+xml', cacheSeconds: qrCacheSeconds }
    },
  }),
]

/** The link of an address. Throws not_found. */
async function linkAt(ctx: Ctx, of: string): Promise<PaymentLink> {
  const link = await ctx.store.findBy(paymentLink, 'slug', of)
  if (link === undefined) throw problem(reasons.notFound)
  return link
}

/** Reason for which a link takes no payments; undefined for an open one. busy: running payments hold the last ones. */
async function closedState(ctx: Ctx, link: PaymentLink): Promise<keyof PayWords['closed'] | undefined> {
  const { status, expiresAt, maxPayments, allowPartial } = link
  if (status === 'inactive') return status
  const closedAs = allowPartial !== null ? 'paidInFull' : maxPayments === 1 ? 'paid' : 'completed'
  if (status === 'completed') return closedAs
  if (status === 'expired' || (expiresAt !== null && new Date(expiresAt) <= ctx.now())) return 'expired'
  const part = await partState(ctx, link)
  if (part !== null) return isPartTaken(part) ? (part.held > 0n ? 'restBusy' : closedAs) : undefined
  if (maxPayments === null) return undefined
  const { used = 0, reserved = 0 } = (await countsOf(ctx, [link.id])).get(link.id) ?? {}
  if (Number(used) >= maxPayments) return closedAs
  return Number(used) + Number(reserved) >= maxPayments ? 'busy' : undefined
}

type Opening = { link: PaymentLink; address: Address; visitor: Visitor; words: PayWords; locale: string }

async function openPage(ctx: Ctx, { link, address, visitor, words, locale }: Opening): Promise<PageResponse> {
  const state = withMissing(link, visitor.form())
  const viewer = await ctx.port(viewersPort).current(ctx)
  const { slug: _slug, ...addressed } = address
  // A form that comes back holds the choice as it stood in its fields.
  const typed = state.sent === undefined ? addressed : choiceSent(state.sent)
  const payer = { viewer: viewer?.contactId ?? null, typed: await typedContact(ctx, state), visitorId: state.visitorId }
  const priced = await priceChoice(ctx, link, { typed, payer, locale })
  const connection = await connectionFor(ctx, link.providerId).catch(() => undefined)
  const people = viewer === undefined ? undefined : await ctx.port(contactsPort).people(ctx, [viewer.contactId])
  if (state.sent === undefined && !visitor.isHead) await countVisit(ctx, link.id)
  const shown = payHtml({
    link,
    priced,
    part: await partState(ctx, link),
    state,
    words,
    locale,
    seller: ctx.account.name,
    isTest: connection?.kind === 'sandbox',
    typed,
    query: choiceQuery(typed),
    attemptId: randomText(16),
    signInPath: viewer === undefined ? signInPathOf(ctx, `/pay/${address.slug}${choiceQuery(typed)}`) : null,
    email: people?.get(viewer?.contactId ?? '')?.email ?? '',
  })
  return { html: shown, title: link.title, language: words.language, island: 'pay', isIndexed: false }
}

/** Sign-in that leads back to a page. A choice too long for an address of the sign-in is left out of it. */
function signInPathOf(ctx: Ctx, path: string): string {
  const next = path.length <= nextLengthMax ? path : (path.split('?')[0] ?? path)
  return `/signin/${ctx.account.publicId}?${new URLSearchParams({ next })}`
}

/** Contact of the address that a refused form held: a limit that it has reached changes the price. */
async function typedContact(ctx: Ctx, { sent }: FormState): Promise<string | null> {
  const address = sent?.['email']?.at(-1)?.trim() ?? ''
  return address === '' ? null : ((await ctx.port(contactsPort).ofAddress(ctx, address)) ?? null)
}

/**
 * A refused form with the problems of missing data beside those of its schema, which alone are found first: one look
 * shows all of them.
 */
function withMissing(link: PaymentLink, state: FormState): FormState {
  const { sent, reason, errors } = state
  if (sent === undefined || reason !== reasons.validationFailed.reason) return state
  const missing = payerProblems(link, payerOf(sent)).map(({ path, message }) => [path.slice(1), message])
  return { ...state, errors: { ...Object.fromEntries(missing), ...errors } }
}

function closedPage(words: PayWords, { title, text }: { title: string; text: string }): PageResponse {
  return { html: noticePage({ title, text }), title, language: words.language, status: 410, isIndexed: false }
}
