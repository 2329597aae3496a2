import type Stripe from 'stripe'
import type { PayDayTotal } from '#platform/pay/payProviderPort.ts'
import { fromStripe } from './stripeAmount.ts'
import { feeOf, idNames, objectOf } from './stripeReports.ts'

/** Moves of the balance that take a refund back. */
const failedRefunds: ReadonlySet<string> = new Set(['refund_failure', 'payment_failure_refund'])

/**
 * Sums of a day (UTC) by currency: charges of payments of ours and refunds of them, by the moment at which their money
 * moved. Other charges of the account at Stripe do not count.
 */
export async function stripeTotals(stripe: Stripe, day: string): Promise<PayDayTotal[]> {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000
  const sums = new Map<string, PayDayTotal>()
  const moves = stripe.balanceTransactions.list({
    created: { gte: start, lt: start + 86_400 },
    limit: 100,
    expand: ['data.source', 'data.source.charge'],
  })
  for await (const move of moves) {
    for (const { currency, ...part } of partsOf(move)) sums.set(currency, added(sums.get(currency), currency, part))
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

type Part = Omit<PayDayTotal, 'currency'>

/** Part of a move of the balance in the sums: none for one that is not of ours. */
function partsOf(move: Stripe.BalanceTransaction): PayDayTotal[] {
  const source = objectOf(move.source)
  if (source?.object === 'charge' && isOurs(source)) {
    const currency = source.currency.toUpperCase()
    const captured = fromStripe(source.amount_captured, currency)
    return [{ currency, payments: 1, captured, fees: feeOf(move, captured), refunded: 0n }]
  }
  if (source?.object === 'refund' && isOurs(objectOf(source.charge))) {
    const currency = source.currency.toUpperCase()
    const amount = fromStripe(source.amount, currency)
    const refunded = failedRefunds.has(move.type) ? -amount : amount
    return [{ currency, payments: 0, captured: 0n, fees: 0n, refunded }]
  }
  return []
}

function isOurs(charge: Stripe.Charge | undefined): boolean {
  return charge?.metadata[idNames.payment] !== undefined
}

function added(sum: PayDayTotal | undefined, currency: string, part: Part): PayDayTotal {
  const { payments, captured, fees, refunded } = sum ?? { payments: 0, captured: 0n, fees: 0n, refunded: 0n }
  return {
    currency,
    payments: payments + part.payments,
    captured: captured + part.captured,
    fees: fees + part.fees,
    refunded: refunded + part.refunded,
  }
}
