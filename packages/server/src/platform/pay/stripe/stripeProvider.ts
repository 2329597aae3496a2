import type Stripe from 'stripe'
import type { Ctx } from '#kit/call/context.ts'
import type { Guard } from '#platform/net/guard.ts'
import {
  PayRefused,
  type PayConnection,
  type PayProvider,
  type PayReport,
  type PaySession,
} from '#platform/pay/payProviderPort.ts'
import { stripeAmountOf, toStripe } from './stripeAmount.ts'
import { openStripeCalls, type StripeCalls } from './stripeClient.ts'
import { callByAnyKey, callByEachKey } from './stripeFormerKeys.ts'
import { registerHook, removeHook } from './stripeHook.ts'
import { readStripeEvent } from './stripeEvents.ts'
import { disputeReport, idNames, momentOf, objectOf, paymentReport, refundReport } from './stripeReports.ts'
import { readMoves, stripeTotals } from './stripeTotals.ts'

/** Languages of the page of Stripe; others have that of the payer's browser. */
const languages = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(' '),
)

/** Reasons of refunds that Stripe knows; others are ours alone. */
const reasons: ReadonlySet<string> = new Set(['duplicate', 'fraudulent', 'requested_by_customer'])

/** Payments by Checkout Sessions of Stripe: card data reach its own page alone. */
export function openStripe(guard: Guard): PayProvider {
  const calls = openStripeCalls(guard)
  const anyKey: StripeCalls = (ctx, to, work) => callByAnyKey(calls, { ctx, to }, work)
  return {
    open: (ctx, to, session) => calls(ctx, to, (stripe) => openSession(stripe, to.providerId, session)),
    retrieve: (ctx, to, reference) => anyKey(ctx, to, (stripe) => retrieve(stripe, reference)),
    async expire(ctx, to, reference) {
      try {
        await anyKey(ctx, to, (stripe) => stripe.checkout.sessions.expire(reference))
      } catch (error) {
        // A session that is complete or expired already is no longer open to expire.
        if (!(error instanceof PayRefused) || error.code === 'key_refused') throw error
      }
      return anyKey(ctx, to, (stripe) => retrieve(stripe, reference))
    },
    refund: (ctx, to, request) =>
      anyKey(ctx, to, async (stripe) => {
        const { refundId, chargeReference, amount, currency, reason } = request
        const refund = await stripe.refunds.create(
          {
            charge: chargeReference,
            amount: stripeAmountOf(amount, currency),
            metadata: { [idNames.refund]: refundId },
            ...(isStripeReason(reason) ? { reason } : {}),
          },
          { idempotencyKey: refundId },
        )
        const report = refundReport(refund, momentOf(refund.created))
        if (report === undefined) throw new PayRefused('charge_unknown', 'Stripe: the refund names no charge.')
        return report
      }),
    async totals(ctx, to, day) {
      const moves = await callByEachKey(calls, { ctx, to }, (stripe) => readMoves(stripe, day))
      return stripeTotals(to.providerId, moves.flat())
    },
    oldestDay: () => undefined,
    check: (ctx, to) => check(calls, ctx, to),
    registerHook: (ctx, to, request) => calls(ctx, to, (stripe) => registerHook(stripe, to.providerId, request)),
    async removeHook(ctx, to, reference) {
      await callByEachKey(calls, { ctx, to }, (stripe) => removeHook(stripe, reference))
    },
    readEvent: readStripeEvent,
  }
}

async function openSession(stripe: Stripe, providerId: string, session: PaySession) {
  const { paymentId, currency, returnUrl, cancelUrl } = session
  // Times of the session are part of its key: a session that was opened late has another one.
  const expiresAt = Math.floor(session.expiresAt.getTime() / 1000)
  const made = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: paymentId,
      metadata: { [idNames.payment]: paymentId },
      line_items: lineItems(session),
      payment_intent_data: {
        description: session.title,
        // The daily comparison counts a charge for this provider alone, also where others have keys of its account.
        metadata: { [idNames.payment]: paymentId, [idNames.provider]: providerId },
      },
      // The payer pays the quoted amount in the quoted currency.
      adaptive_pricing: { enabled: false },
      locale: localeOf(session.language),
      success_url: returnUrl,
      cancel_url: cancelUrl,
      expires_at: expiresAt,
      ...(session.email === null ? {} : { customer_email: session.email }),
    },
    { idempotencyKey: `${paymentId} ${expiresAt}` },
  )
  if (made.url === null) throw new PayRefused('no_url', `Stripe: the session for ${currency} has no page.`)
  return { reference: made.id, url: made.url }
}

/** Lines of the session; one with the title where a line alone has an amount that Stripe does not take. */
function lineItems({ title, lines, amount, currency }: PaySession) {
  const each = lines.map((line) => ({ name: nameOf(line), amount: toStripe(line.amount, currency) }))
  const isWhole = each.every((line) => line.amount !== undefined)
  const shown = isWhole ? each : [{ name: title, amount: stripeAmountOf(amount, currency) }]
  return shown.map((line) => ({
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: line.amount ?? 0,
      product_data: { name: line.name },
    },
  }))
}

function nameOf({ name, quantity }: PaySession['lines'][number]): string {
  return quantity === 1 ? name : `${quantity} × ${name}`
}

function localeOf(language: string): Stripe.Checkout.SessionCreateParams.Locale {
  const [base = ''] = language.toLowerCase().split('-')
  // cast: the set holds languages of Stripe alone.
  return (languages.has(base) ? base : 'auto') as Stripe.Checkout.SessionCreateParams.Locale
}

async function retrieve(stripe: Stripe, reference: string): Promise<PayReport[]> {
  const expand = ['payment_intent.latest_charge.balance_transaction']
  const session = await stripe.checkout.sessions.retrieve(reference, { expand })
  const at = dateOf(session.lastResponse.headers, session.created)
  const payment = paymentReport(session, at)
  const intent = objectOf(session.payment_intent)
  const charge = objectOf(intent?.latest_charge)
  if (charge === undefined || payment.state !== 'succeeded') return [payment]
  const refunds = charge.amount_refunded > 0 ? await stripe.refunds.list({ charge: charge.id, limit: 100 }) : undefined
  const disputes = charge.disputed ? await stripe.disputes.list({ charge: charge.id, limit: 100 }) : undefined
  return [
    payment,
    ...(refunds?.data ?? []).flatMap((each) => refundReport(each, at) ?? []),
    ...(disputes?.data ?? []).flatMap((each) => disputeReport(each, at) ?? []),
  ]
}

/** Moment of a response by the clock of Stripe, to the second, as its events have it. */
function dateOf(headers: Record<string, string>, created: number): string {
  const at = Date.parse(headers['date'] ?? '')
  return Number.isNaN(at) ? momentOf(created) : new Date(at).toISOString()
}

async function check(calls: StripeCalls, ctx: Ctx, to: PayConnection): Promise<void> {
  try {
    await calls(ctx, to, (stripe) => stripe.balance.retrieve())
  } catch (error) {
    // A restricted key without this right is a valid one.
    if (!(error instanceof PayRefused) || error.code !== 'right_missing') throw error
  }
}

function isStripeReason(reason: string | undefined): reason is Stripe.RefundCreateParams.Reason {
  return reason !== undefined && reasons.has(reason)
}
