import { Type, type Static } from '#kit/values/schema.ts'
import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import { offersPort, type Cart, type Quote } from '#kit/call/offers.ts'
import { field, invalid, isContended, Problem, problem, type FieldProblem } from '#kit/call/problem.ts'
import type { Draft } from '#kit/nouns/resource.ts'
import { email, languageTag, line, matching, nameLine, prose } from '#kit/values/fields.ts'
import { digestOf } from '#platform/audit/digest.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import type { Money } from '#kit/values/money.ts'
import type { PayConnection } from '#platform/pay/payProviderPort.ts'
import { reserveUse } from '#products/payments/link/linkCount.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import { withPart } from '#products/payments/link/partPayment.ts'
import { linkExhausted } from '#products/payments/link/paymentLink.ts'
import { expirePayment, isUnreached, openSession, payableMs } from '#products/payments/payment/paymentErrands.ts'
import type { Payment } from '#products/payments/payment/paymentFields.ts'
import { succeed } from '#products/payments/payment/paymentMoves.ts'
import { payment } from '#products/payments/payment/payment.ts'
import { connectionFor } from '#products/payments/provider/payConnection.ts'
import { providerUnreachable } from '#products/payments/provider/payProvider.ts'
import { cartOf, choiceInput, openLink, viewerOf } from './checkoutChoice.ts'
import { amountTooSmall, quoteChanged } from './quoteChanged.ts'

/** Input of a start beside the choice. */
export const startInput = {
  ...choiceInput,
  attemptId: matching('^[A-Za-z0-9_-]{8,64}$', 64, {
    description: 'Random id of this attempt: the same one again gives the same payment, so a double click pays once.',
  }),
  email: email({ description: 'Mail address of the payer; the receipt goes there.' }),
  name: Type.Optional(nameLine(200, { description: 'Name of the payer.' })),
  phone: Type.Optional(matching('^\\+[1-9][0-9]{6,14}$', 16, { description: 'Phone number, E.164.' })),
  address: Type.Optional(prose(500, { description: 'Postal address.' })),
  answers: Type.Optional(
    Type.Array(line(500, { min: 0, description: 'Answer to the question.' }), {
      maxItems: 5,
      description: 'Answers to the questions of the link, in their order.',
    }),
  ),
  source: Type.Optional(line(100, { description: 'Tag of the source of the payment, in place of that of the link.' })),
  quoteHash: Type.Optional(line(100, { description: 'Hash of the quote that the payer saw.' })),
  language: Type.Optional(languageTag({ description: 'Language of the payer.' })),
}

const start = Type.Object(startInput)
/** Input of a start. */
export type Start = Static<typeof start>

type Begun = { link: PaymentLink; cart: Cart; input: Start; connection: PayConnection }

/**
 * Starts a payment: one transaction creates it and reserves its use of the link and its offers. Then the session at the
 * provider is opened. Throws the reason of each limit, and provider_unreachable for a payment that ended at once, since
 * its provider was not reached. One that is slow leaves the payment open, without an address for now.
 */
export async function startCheckout(ctx: Ctx, input: Start): Promise<Payment> {
  const known = await findAttempt(ctx, input)
  if (known !== undefined) return known
  const link = await openLink(ctx, input.slug)
  checkPayer(link, input)
  const cart = cartOf(link, await withPart(ctx, link, input), await viewerOf(ctx, input))
  const connection = await connectionFor(ctx, link.providerId)
  const begun = await beginOnce(ctx, { link, cart, input, connection })
  const made = await ctx.store.get(payment, begun.id)
  if (isUnreached(made)) throw problem(providerUnreachable, { details: { paymentId: made.id } })
  return made
}

/** Begins a payment. A concurrent call of the same attempt may come first, and take what this one is then refused. */
async function beginOnce(ctx: Ctx, what: Begun): Promise<Payment> {
  let isAgain = false
  const work = async (writing: Ctx) => {
    const before = isAgain ? await findAttempt(writing, what.input) : undefined
    isAgain = true
    return before ?? begin(writing, what)
  }
  try {
    return await ctx.once((inner) => atomicAgain(inner, work))
  } catch (error) {
    const made = error instanceof Problem ? await findAttempt(ctx, what.input) : undefined
    if (made === undefined) throw error
    return made
  }
}

function findAttempt(ctx: Ctx, input: Start): Promise<Payment | undefined> {
  return ctx.store.findBy(payment, 'attempt_key', attemptKeyOf(input))
}

/**
 * Key of an attempt: a digest of its id with the choice and the payer. The id alone gives no payment of another payer,
 * whose proof and receipt would come with it, and no payment of another price.
 */
function attemptKeyOf({ slug, attemptId, ...sent }: Start): string {
  const { email: address, name, phone, address: postal, answers, quantities, amount, codes, tokens } = sent
  const payer = [address, name, phone, postal, answers]
  const choice = [quantities, amount === undefined ? undefined : String(amount), codes, tokens]
  return digestOf(['attempt', slug, attemptId, JSON.stringify([payer, choice])]).toString('base64url')
}

async function begin(ctx: Ctx, { link, cart: anonymous, input, connection }: Begun): Promise<Payment> {
  const offers = ctx.port(offersPort)
  const contactId = anonymous.contactId ?? (await identify(ctx, input))
  const cart = { ...anonymous, contactId, isTyped: anonymous.contactId === null }
  const quote = await offers.quote(ctx, cart)
  checkLeastCharge(quote.due)
  // Without a quote that the payer saw, a code that does not apply would be paid at the full price.
  if (input.quoteHash === undefined && quote.rejected.length > 0) {
    throw problem(quoteChanged, { details: { rejected: quote.rejected } })
  }
  // cast: the platform sets every field of a payment.
  const made = await ctx.store.create(payment, {} as Draft<typeof payment>, {
    set: recordOf(ctx, { link, cart, input, connection }, quote),
  })
  const { record } = made
  const hold = { cart, quoteHash: input.quoteHash ?? quote.hash, reference: record.id }
  await offers.reserve(ctx, hold).catch(refuseOffer)
  if (!(await reserveUse(ctx, link, record.amount))) throw problem(linkExhausted)
  if (record.amount === 0n) {
    await succeed(ctx, record, freeReport(ctx, record))
    return record
  }
  ctx.later(expirePayment, { paymentId: record.id }, new Date(record.expiresAt))
  ctx.effect(openSession, { paymentId: record.id })
  return record
}

function recordOf(ctx: Ctx, { link, cart, input, connection }: Begun, quote: Quote): Partial<Payment> {
  const priced = new Map(quote.lines.map((each) => [each.key, each]))
  const { email: address, name, phone, address: postal, language, answers = [] } = input
  return {
    paymentLinkId: link.id,
    streamId: link.streamId,
    sourceTag: input.source ?? link.sourceTag,
    title: link.title,
    provider: connection.kind,
    providerId: connection.providerId,
    currency: link.currency,
    subtotal: quote.subtotal.amount,
    discountTotal: quote.discountTotal.amount,
    tokenValue: quote.tokens?.value.amount ?? 0n,
    amount: quote.due.amount,
    lineItems: cart.lines.map(({ key, name: title, sku, quantity, unitAmount }) => {
      const { discount = 0n, total = 0n } = priced.get(key) ?? {}
      return { name: title, ...(sku !== null && { sku }), quantity, unitAmount, discount, amount: total }
    }),
    discounts: quote.discounts.map(({ code, ...each }) => ({ ...each, ...(code !== null && { code }) })),
    customer: {
      email: address,
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(postal !== undefined && { address: postal }),
      ...(language !== undefined && { language }),
    },
    answers: link.customFields.flatMap(({ key, label }, index) => {
      const value = answers[index] ?? ''
      return value === '' ? [] : [{ key, label, value }]
    }),
    contactId: cart.contactId,
    attemptKey: attemptKeyOf(input),
    expiresAt: new Date(ctx.now().getTime() + payableMs).toISOString(),
  }
}

/** Refuses an amount that providers do not take; nothing to pay at all needs no provider. */
function checkLeastCharge({ amount, currency }: Money): void {
  const least = leastCharge(currency)
  if (amount > 0n && amount < least) throw problem(amountTooSmall, { details: { least: Number(least), currency } })
}

/** A limit that another payer reached first changes the price: the payer decides again. */
function refuseOffer(error: unknown): never {
  const isLimit = error instanceof Problem && error.code === 'conflict' && !isContended(error)
  if (!isLimit || error.reason === quoteChanged.reason) throw error
  throw problem(quoteChanged, { details: { reason: error.reason } })
}

async function identify(ctx: Ctx, input: Start): Promise<string> {
  const { email: address, name, phone, language } = input
  const [firstName, ...rest] = (name ?? '').trim().split(/\s+/)
  const { contactId } = await ctx.port(contactsPort).identify(ctx, {
    email: address,
    phone: phone ?? null,
    firstName: firstName === undefined || firstName === '' ? null : firstName,
    lastName: rest.length === 0 ? null : rest.join(' '),
    locale: language ?? null,
    source: 'payments.checkout',
  })
  return contactId
}

/** The report of a payment without money, which needs no provider. */
function freeReport(ctx: Ctx, { id, currency }: Payment) {
  return {
    about: 'payment' as const,
    paymentId: id,
    reference: '',
    chargeReference: undefined,
    state: 'succeeded' as const,
    at: ctx.now().toISOString(),
    captured: 0n,
    fee: 0n,
    currency,
    method: undefined,
    failureCode: undefined,
  }
}

function checkPayer(link: PaymentLink, input: Start): void {
  const wrong = payerProblems(link, input)
  if (wrong.length > 0) throw invalid(...wrong)
}

/** Data of a payer that a link may need, as typed. */
export type PayerTyped = {
  name?: string | undefined
  phone?: string | undefined
  address?: string | undefined
  answers?: readonly string[] | undefined
}

/** Problems of each answer and each part of the payer's data that the link needs. */
export function payerProblems(link: PaymentLink, input: PayerTyped): FieldProblem[] {
  const { answers = [] } = input
  const wrong: FieldProblem[] = []
  for (const name of ['name', 'phone', 'address'] as const) {
    if (link.collect?.[name] === true && (input[name] ?? '') === '') wrong.push(field(name, 'required', 'is needed'))
  }
  for (const [index, { isRequired, kind, label }] of link.customFields.entries()) {
    const answer = answers[index] ?? ''
    if (isRequired === true && answer === '') wrong.push(field(`answers/${index}`, 'required', `is needed: ${label}`))
    const isNumber = answer === '' || kind !== 'number' || /^-?\d{1,15}([.,]\d{1,6})?$/.test(answer)
    if (!isNumber) wrong.push(field(`answers/${index}`, 'format', 'must be a number'))
  }
  if (answers.length > link.customFields.length) {
    wrong.push(field('answers', 'maxItems', `must be ${link.customFields.length} at most`))
  }
  return wrong
}
