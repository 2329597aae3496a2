import { PayRefused } from '#platform/pay/payProviderPort.ts'

/**
 * Currencies whose minor unit at Stripe differs from ISO 4217: ISK and UGX have hundredths there, which are zero, and
 * MGA has none.
 */
const hundredths = new Set(['ISK', 'UGX'])
const wholes = new Set(['MGA'])

/** Currencies with thousandths: Stripe takes amounts whose last digit is zero. */
const tens = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Amount as Stripe counts it; undefined for one that it does not take. */
export function toStripe(amount: bigint, currency: string): number | undefined {
  if (hundredths.has(currency)) return Number(amount * 100n)
  if (wholes.has(currency)) return amount % 100n === 0n ? Number(amount / 100n) : undefined
  if (tens.has(currency) && amount % 10n !== 0n) return undefined
  return Number(amount)
}

/** Same as `toStripe`; throws PayRefused in place of undefined. */
export function stripeAmountOf(amount: bigint, currency: string): number {
  const found = toStripe(amount, currency)
  if (found !== undefined) return found
  throw new PayRefused('amount_not_supported', `Stripe takes no amount of ${currency} with these last digits.`)
}

/** Amount in minor units of ISO 4217 by one that Stripe counts; halves are rounded up. */
export function fromStripe(amount: number, currency: string): bigint {
  const code = currency.toUpperCase()
  if (hundredths.has(code)) return BigInt(Math.round(amount / 100))
  return wholes.has(code) ? BigInt(amount) * 100n : BigInt(amount)
}
