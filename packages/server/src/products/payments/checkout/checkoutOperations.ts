import type { Ctx } from '#kit/call/context.ts'
import { offersPort } from '#kit/call/offers.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import type { Task } from '#kit/nouns/task.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import { dateTime, flag, idOf, line, nullable, oneOf, prose, webUrl, whole } from '#kit/values/fields.ts'
import { amountMax, currency } from '#kit/values/money.ts'
import { contactChanged, contactCreated, contactUpdated } from '#products/marketing/facts.ts'
import {
  paymentCancelled,
  paymentCreated,
  paymentExpired,
  paymentFailed,
  paymentSucceeded,
  paymentUpdated,
} from '#products/payments/facts.ts'
import { withPart } from '#products/payments/link/partPayment.ts'
import { linkExhausted, paymentLink } from '#products/payments/link/paymentLink.ts'
import { askAbout, askProvider, cancelPayment } from '#products/payments/payment/paymentErrands.ts'
import { openStates, paidStates, paymentPrefix, type Payment } from '#products/payments/payment/paymentFields.ts'
import { payment } from '#products/payments/payment/payment.ts'
import { checkProof, proofOf, receiptUrlOf, returnUrlOf } from '#products/payments/payment/paymentProof.ts'
import { providerNotActive, providerUnreachable } from '#products/payments/provider/payProvider.ts'
import { cartOf, choiceInput, linkClosed, openLink, viewerOf } from './checkoutChoice.ts'
import { offerFacts } from './offerFacts.ts'
import { startCheckout, startInput } from './checkoutStart.ts'
import { amountTooSmall, quoteChanged } from './quoteChanged.ts'
import { quoteShape, quoteView } from './quoteView.ts'

/** Facts about the contact that a start finds or makes. */
const contactFacts = [contactCreated, contactUpdated, contactChanged]

const proof = line(100, { description: 'Proof from the start: ids alone show nothing.' })
const mine = { paymentId: idOf(paymentPrefix, { description: 'The payment.' }), proof }
/** Example of a proof; tests make the true one. */
const anyProof = 'q1bT7kZ0aY3mN8cR5vW2xE6uD9fG4hJ1sL7pO0iK3tQ'
const anySlug = '5f2k8q0dwz3h7m1c9b4t'

const checkoutShape = {
  id: idOf(paymentPrefix, { description: 'The payment.' }),
  status: oneOf(Object.keys(payment.states), { description: 'State of the payment.' }),
  paymentLinkId: idOf('pln', { description: 'Link of the payment.' }),
  title: line(120, { description: 'Title of the link.' }),
  amount: whole(0, amountMax, { description: 'Amount that the provider takes, in minor units.' }),
  currency: currency({ description: 'Currency of the amount.' }),
  proof,
  redirectUrl: nullable(
    webUrl({ description: 'Page of the provider where the payer pays; null until it is open, and after the end.' }),
  ),
  isOpening: flag({
    description:
      'Whether the page of the provider is still being opened, which takes seconds: get the payment again until it ' +
      'has `redirectUrl`, or has ended. No other start is needed.',
  }),
  returnUrl: webUrl({ description: 'Page that shows how the payment stands.' }),
  receiptUrl: nullable(webUrl({ description: 'Receipt; null before the success.' })),
  failureCode: nullable(line(100, { description: 'Code of the last failed attempt.' })),
  message: nullable(
    prose(500, { description: 'Text of the link for the time after the payment; null before the success.' }),
  ),
  afterUrl: nullable(
    webUrl({ description: 'Address of the link for the time after the payment; null before the success.' }),
  ),
  expiresAt: dateTime({ description: 'Time at which an open payment expires.' }),
}

/** Price of a choice, before the payer decides. */
export const quoteOperation = operation('payments.checkout.quote', {
  route: 'POST /public/pay/quote',
  seesClient: true,
  title: 'Checkout - Quote',
  description: 'Prices what a payer chooses on a payment link, with coupons, promotions and tokens. Nothing is held.',
  scope: '',
  credential: 'none',
  isRead: true,
  seesViewer: true,
  input: closed(choiceInput),
  output: closed(quoteShape),
  reasons: [linkClosed, linkExhausted],
  example: { slug: anySlug },
  async handle(ctx, input) {
    const link = await openLink(ctx, input.slug)
    const cart = cartOf(link, await withPart(ctx, link, input), await viewerOf(ctx, input))
    return quoteView(link, cart, await ctx.port(offersPort).quote(ctx, cart))
  },
})

/** Start of a payment. The form of the pay page submits it. */
export const startOperation = operation('payments.checkout.start', {
  route: 'POST /public/pay/start',
  seesClient: true,
  title: 'Checkout - Start',
  description:
    'Starts a payment: holds its offers and its place in the limit of the link, and opens the page of the provider. ' +
    'The same `attemptId` again gives the same payment, or another one after `provider_unreachable`.',
  scope: '',
  credential: 'none',
  rate: 'call',
  seesViewer: true,
  input: closed(startInput),
  output: closed(checkoutShape),
  emits: [paymentCreated, paymentUpdated, paymentSucceeded, paymentFailed, ...contactFacts, ...offerFacts],
  reasons: [linkClosed, linkExhausted, quoteChanged, amountTooSmall, providerNotActive, providerUnreachable],
  example: {
    slug: anySlug,
    attemptId: 'b7f1c9d0-4a55-4f0e-9a9e-0c5d5f1f8a11',
    email: 'ada@example.com',
  },
  handle: async (ctx, input) => checkoutView(ctx, await startCheckout(ctx, input)),
})

/** State of a payment for its payer. */
export const getOperation = operation('payments.checkout.get', {
  route: 'GET /public/pay/get',
  title: 'Checkout - Get',
  description: 'Gets a payment for its payer. The page after the payment polls it.',
  scope: '',
  credential: 'none',
  input: closed(mine),
  output: closed(checkoutShape),
  example: { paymentId: madeFirst('payments.payment'), proof: anyProof },
  handle: async (ctx, { paymentId, proof: sent }) => checkoutView(ctx, await provenPayment(ctx, paymentId, sent)),
})

/** State of a payment, after a request to its provider. */
export const refreshOperation = operation('payments.checkout.refresh', {
  route: 'POST /public/pay/refresh',
  title: 'Checkout - Refresh',
  description: 'Retrieves the state of an open payment from its provider, whose webhook may be late, and returns it.',
  scope: '',
  credential: 'none',
  input: closed(mine),
  output: closed(checkoutShape),
  emits: [paymentUpdated, paymentSucceeded, paymentFailed, paymentExpired, ...offerFacts],
  example: { paymentId: madeFirst('payments.payment'), proof: anyProof },
  async handle(ctx, { paymentId, proof: sent }) {
    const found = await provenPayment(ctx, paymentId, sent)
    return checkoutView(ctx, await refreshPayment(ctx, found))
  },
})

/** End of a payment by its payer. */
export const cancelOperation = operation('payments.checkout.cancel', {
  route: 'POST /public/pay/cancel',
  title: 'Checkout - Cancel',
  description: 'Ends an open payment, and lets go what it holds. A payment that has succeeded stays.',
  scope: '',
  credential: 'none',
  input: closed(mine),
  output: closed(checkoutShape),
  emits: [paymentUpdated, paymentCancelled, paymentSucceeded, paymentFailed, ...offerFacts],
  example: { paymentId: madeFirst('payments.payment'), proof: anyProof },
  async handle(ctx, { paymentId, proof: sent }) {
    const found = await provenPayment(ctx, paymentId, sent)
    if (!openStates.includes(found.status)) return checkoutView(ctx, found)
    const work = () => cancelPayment.handle(ctx, { paymentId })
    return checkoutView(ctx, await after(ctx, paymentId, { of: cancelPayment, work }))
  },
})

/** Operations of a payer, without a key. */
export const operations = [quoteOperation, startOperation, getOperation, refreshOperation, cancelOperation]

/** A payment for its payer. Throws not_found without its proof. */
export async function provenPayment(ctx: Ctx, paymentId: string, sent: string): Promise<Payment> {
  checkProof(ctx, paymentId, sent)
  const found = await ctx.store.find(payment, paymentId)
  if (found === undefined) throw problem(reasons.notFound)
  return found
}

/** An open payment after a request to its provider; another one as it is. */
export async function refreshPayment(ctx: Ctx, found: Payment): Promise<Payment> {
  if (!openStates.includes(found.status) || found.providerReference === null) return found
  return after(ctx, found.id, { of: askProvider, work: () => askAbout(ctx, found) })
}

type Errand = { of: Task<{ paymentId: string }>; work(): Promise<void> }

/** A payment after a request to its provider. Where it is not reached, the task of the errand tries it again. */
async function after(ctx: Ctx, paymentId: string, { of, work }: Errand): Promise<Payment> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log.warn('a payment provider was not reached', { paymentId, task: of.name, error: String(error) })
    await ctx.atomic(async (inner) => inner.later(of, { paymentId }, inner.now()))
  }
  return ctx.store.get(payment, paymentId)
}

/** A payment as its payer sees it. */
export async function checkoutView(ctx: Ctx, found: Payment) {
  const link = await ctx.store.find(paymentLink, found.paymentLinkId)
  const isOpen = openStates.includes(found.status)
  const isPaid = paidStates.includes(found.status)
  // The message may hold what was bought, such as a download key.
  const afterPaid = isPaid ? link?.afterPayment : null
  return {
    id: found.id,
    // cast: the store holds only states of the noun.
    status: found.status as keyof typeof payment.states & string,
    paymentLinkId: found.paymentLinkId,
    title: found.title,
    amount: Number(found.amount),
    currency: found.currency,
    proof: proofOf(ctx, found.id),
    redirectUrl: isOpen ? found.sessionUrl : null,
    isOpening: isOpen && found.sessionUrl === null,
    returnUrl: returnUrlOf(ctx, found.id),
    receiptUrl: isPaid ? receiptUrlOf(ctx, found.id) : null,
    failureCode: found.failureCode,
    message: afterPaid?.message ?? null,
    afterUrl: afterPaid?.redirectUrl ?? null,
    expiresAt: found.expiresAt,
  }
}
