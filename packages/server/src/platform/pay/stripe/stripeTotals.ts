import type Stripe from 'stripe'
import type { PayDayTotal } from '#platform/pay/payProviderPort.ts'
import { fromStripe } from './stripeAmount.ts'
import { feeOf, idNames, objectOf } from './stripeReports.ts'

/** Moves of the balance that take a refund back. */
const failedRefunds: ReadonlySet<string> = new Set(['refund_failure', 'payment_failure_refund'])

/** A part of the sums, by its move of the balance. */
type Move = { id: string; providerId: string | undefined; part: PayDayTotal }

/** Moves of a day (UTC) that belong to payments of ours. Other charges of the account at Stripe do not count. */
export async function readMoves(stripe: Stripe, day: string): Promise<Move[]> {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000
  const found: Move[] = []
  const moves = stripe.balanceTransactions.list({
    created: { gte: start, lt: start + 86_400 },
    limit: 100,
    expand: ['data.source', 'data.source.charge'],
  })
  for await (const move of moves) found.push(...partsOf(move))
  return found
}

/**
 * Sums of a day by currency: charges of payments of one provider of ours and refunds of them, by the moment at which
 * their money moved. A move that two keys of one account have read counts once.
 */
export function stripeTotals(providerId: string, moves: readonly Move[]): PayDayTotal[] {
  const sums = new Map<string, PayDayTotal>()
  for (const move of new Map(moves.map((each) => [each.id, each])).values()) {
    // A charge of before its metadata named a provider counts for each.
    if (move.providerId !== undefined && move.providerId !== providerId) continue
    const { currency, ...part } = move.part
    sums.set(currency, added(sums.get(currency), currency, part))
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

type Part = Omit<PayDayTotal, 'currency'>

/** Part of a move of the balance in the sums: none for one that is not of ours. */
function partsOf(move: Stripe.BalanceTransaction): Move[] {
  const source = objectOf(move.source)
  const { id } = move
  if (source?.object === 'charge' && isOurs(source)) {
    const currency = source.currency.toUpperCase()
    const captured = fromStripe(source.amount_captured, currency)
    const part = { currency, payments: 1, captured, fees: feeOf(move, captured), refunded: 0n }
    return [{ id, providerId: providerOf(source), part }]
  }
  const charge = source?.object === 'refund' ? objectOf(source.charge) : undefined
  if (source?.object === 'refund' && isOurs(charge)) {
    const currency = source.currency.toUpperCase()
    const amount = fromStripe(source.amount, currency)
    const refunded = failedRefunds.has(move.type) ? -amount : amount
    return [{ id, providerId: providerOf(charge), part: { currency, payments: 0, captured: 0n, fees: 0n, refunded } }]
  }
  return []
}

function isOurs(charge: Stripe.Charge | undefined): boolean {
  return charge?.metadata[idNames.payment] !== undefined
}

function providerOf(charge: Stripe.Charge | undefined): string | undefined {
  return charge?.metadata[idNames.provider]
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
