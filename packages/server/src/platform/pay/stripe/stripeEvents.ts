import type Stripe from 'stripe'
import type { HookCall } from '#kit/nouns/hook.ts'
import { PayRefused, type PayConnection, type PayEvent, type PayReport } from '#platform/pay/payProviderPort.ts'
import { declinedReport, disputeReport, momentOf, paymentReport, refundReport } from './stripeReports.ts'

const toleranceSeconds = 300

/** Events that concern payments. A webhook endpoint at Stripe sends these, and `reportOf` reads them. */
export const stripeEventNames = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

/** Reads a call of the webhook. Throws PayRefused without a signature by one of the secrets within five minutes. */
export async function readStripeEvent(to: PayConnection, call: HookCall, now: Date): Promise<PayEvent> {
  const event = await provenEvent(to, call, now)
  const at = momentOf(event.created)
  return { id: event.id, type: event.type, at, report: reportOf(event, at) }
}

async function provenEvent(to: PayConnection, call: HookCall, now: Date): Promise<Stripe.Event> {
  const { default: Client } = await import('stripe')
  const stripe = new Client(to.secretKey)
  const header = call.headers['stripe-signature'] ?? ''
  for (const secret of to.webhookSecrets) {
    try {
      const at = now.getTime()
      return stripe.webhooks.constructEvent(call.body, header, secret, toleranceSeconds, undefined, at)
    } catch (error) {
      if (!(error instanceof Client.errors.StripeSignatureVerificationError)) break
    }
  }
  throw new PayRefused('signature_invalid', 'The call has no valid signature of the last five minutes.')
}

function reportOf(event: Stripe.Event, at: string): PayReport | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return paymentReport(event.data.object, at)
    case 'checkout.session.async_payment_failed':
      return { ...paymentReport(event.data.object, at), state: 'failed' }
    case 'payment_intent.payment_failed':
      return declinedReport(event.data.object, at)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundReport(event.data.object, at)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeReport(event.data.object, at)
    default:
      return undefined
  }
}
