/**
 * Least amounts that a card payment takes, in minor units. Source: "Minimum charge amounts" of
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. Other currencies: one minor unit.
 */
const leastCharges: ReadonlyMap<string, bigint> = new Map([
  ['AED', 200n],
  ['AUD', 50n],
  ['BRL', 50n],
  ['CAD', 50n],
  ['CHF', 50n],
  ['CZK', 1_500n],
  ['DKK', 250n],
  ['EUR', 50n],
  ['GBP', 30n],
  ['HKD', 400n],
  ['HUF', 17_500n],
  ['INR', 50n],
  ['JPY', 50n],
  ['MXN', 1_000n],
  ['MYR', 200n],
  ['NOK', 300n],
  ['NZD', 50n],
  ['PLN', 200n],
  ['RON', 200n],
  ['SEK', 300n],
  ['SGD', 50n],
  ['THB', 1_000n],
  ['USD', 50n],
])

/** Least amount of a payment in a currency, in minor units: 50 of EUR, 50 of JPY, 1 where no least amount is known. */
export function leastCharge(currency: string): bigint {
  return leastCharges.get(currency) ?? 1n
}
