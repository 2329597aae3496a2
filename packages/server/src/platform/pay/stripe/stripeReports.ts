import type Stripe from 'stripe'
import type { DisputeReport, PaymentReport, PayState, RefundReport } from '#platform/pay/payProviderPort.ts'
import { fromStripe } from './stripeAmount.ts'

/** Name of the metadata that hold ids of ours. */
export const idNames = {
  payment: 'fairground_payment',
  refund: 'fairground_refund',
  provider: 'fairground_provider',
} as const

/** A payment as a session reports it; charge, fee and method are known where the session has its intent expanded. */
export function paymentReport(session: Stripe.Checkout.Session, at: string): PaymentReport {
  const currency = (session.currency ?? '').toUpperCase()
  const intent = objectOf(session.payment_intent)
  const charge = objectOf(intent?.latest_charge)
  const state = stateOf(session, intent)
  const captured = state === 'succeeded' ? fromStripe(session.amount_total ?? 0, currency) : 0n
  const settled = objectOf(charge?.balance_transaction)
  return {
    about: 'payment',
    paymentId: session.client_reference_id ?? session.metadata?.[idNames.payment],
    reference: session.id,
    chargeReference: charge?.id,
    state,
    at: state === 'succeeded' && settled !== undefined ? momentOf(settled.created) : at,
    captured,
    fee: settled === undefined ? 0n : feeOf(settled, captured),
    currency,
    method: methodOf(charge),
    ...failureOf(intent),
  }
}

/** A failed attempt of a payer, whose session stays open; undefined for an intent of another application. */
export function declinedReport(intent: Stripe.PaymentIntent, at: string): PaymentReport | undefined {
  const paymentId = intent.metadata[idNames.payment]
  if (paymentId === undefined) return undefined
  return {
    ...{ about: 'payment', paymentId, reference: intent.id, chargeReference: undefined, state: 'open', at },
    ...{ captured: 0n, fee: 0n, currency: intent.currency.toUpperCase(), method: undefined },
    ...failureOf(intent),
  }
}

function stateOf({ status, payment_status: paid }: Stripe.Checkout.Session, intent: Intent | undefined): PayState {
  if (status === 'expired') return 'expired'
  if (paid === 'paid' || paid === 'no_payment_required') return 'succeeded'
  if (intent?.status === 'canceled') return 'cancelled'
  if (status === 'open') return intent?.status === 'requires_action' ? 'requiresAction' : 'open'
  // The session is complete: a delayed method has not paid yet, or did not.
  return intent?.status === 'requires_payment_method' ? 'failed' : 'processing'
}

type Intent = Stripe.PaymentIntent

/** Fee in the currency of the payment: that of the settlement has the same part of its amount. */
export function feeOf({ fee, amount }: Stripe.BalanceTransaction, captured: bigint): bigint {
  if (amount <= 0 || fee <= 0) return 0n
  return (captured * BigInt(fee) * 2n + BigInt(amount)) / (BigInt(amount) * 2n)
}

function methodOf(charge: Stripe.Charge | undefined): PaymentReport['method'] {
  const details = charge?.payment_method_details
  if (details === undefined || details === null) return undefined
  return { type: details.type, brand: details.card?.brand ?? null, last4: details.card?.last4 ?? null }
}

function failureOf(intent: Intent | undefined): Pick<PaymentReport, 'failureCode' | 'attemptReference'> {
  const error = intent?.last_payment_error
  const failureCode = error?.decline_code ?? error?.code
  return { failureCode, attemptReference: error?.charge ?? error?.payment_method?.id }
}

/** A refund; undefined for one of a payment without a charge. */
export function refundReport(refund: Stripe.Refund, at: string): RefundReport | undefined {
  const chargeReference = idIn(refund.charge)
  if (chargeReference === undefined) return undefined
  const states = { succeeded: 'succeeded', failed: 'failed', canceled: 'failed' } as const
  const currency = refund.currency.toUpperCase()
  return {
    about: 'refund',
    refundId: refund.metadata?.[idNames.refund],
    reference: refund.id,
    chargeReference,
    state: isKeyOf(states, refund.status) ? states[refund.status] : 'pending',
    at,
    amount: fromStripe(refund.amount, currency),
    currency,
    failureCode: refund.failure_reason,
  }
}

/** A dispute; undefined for a mere inquiry, which moves no money. */
export function disputeReport(dispute: Stripe.Dispute, at: string): DisputeReport | undefined {
  const chargeReference = idIn(dispute.charge)
  if (chargeReference === undefined || dispute.status.startsWith('warning_')) return undefined
  const states = { won: 'won', lost: 'lost', prevented: 'won' } as const
  const currency = dispute.currency.toUpperCase()
  return {
    about: 'dispute',
    reference: dispute.id,
    chargeReference,
    state: isKeyOf(states, dispute.status) ? states[dispute.status] : 'open',
    at,
    amount: fromStripe(dispute.amount, currency),
    currency,
    reason: dispute.reason,
  }
}

/** Seconds of Stripe as RFC 3339. */
export function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** An expanded object; undefined for an id or nothing. */
export function objectOf<T extends object>(expandable: string | T | null | undefined): T | undefined {
  return typeof expandable === 'object' && expandable !== null ? expandable : undefined
}

function idIn(expandable: string | { id: string } | null | undefined): string | undefined {
  return typeof expandable === 'string' ? expandable : (expandable?.id ?? undefined)
}

function isKeyOf<T extends object>(of: T, key: unknown): key is keyof T {
  return typeof key === 'string' && Object.hasOwn(of, key)
}
