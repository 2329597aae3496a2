import type { Money } from './money.ts'

/**
 * Currencies whose minor unit is none or a thousandth by ISO 4217; all others have hundredths. CLDR, and so `Intl`, has
 * other digits for HUF and IDR. The console and the pages have this table as a generated file.
 */
export const unusualCurrencies = {
  withoutMinorUnit: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  withThousandths: 'BHD IQD JOD KWD LYD OMR TND',
}

const exponents: ReadonlyMap<string, number> = new Map([
  ...unusualCurrencies.withoutMinorUnit.split(' ').map((code) => [code, 0] as const),
  ...unusualCurrencies.withThousandths.split(' ').map((code) => [code, 3] as const),
])

/** Decimal digits of the minor unit of a currency by ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyExponent(currency: string): number {
  return exponents.get(currency) ?? 2
}

/** Exact decimal of an amount in minor units, with a point: `19.99`, `1999` of JPY, `-1.999` of KWD. */
export function decimalOf({ amount, currency }: Pick<Money, 'currency'> & { amount: bigint | number }): `${number}` {
  const exponent = currencyExponent(currency)
  const minor = BigInt(amount)
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`
  // cast: digits of a whole number with a point among them.
  return (minor < 0n ? `-${text}` : text) as `${number}`
}

/** Money in the form of a language (BCP 47): `€19.99` in English, `19,99 €` in German. Exact for each amount. */
export function formatMoney(money: { amount: bigint | number; currency: string }, language: string): string {
  const digits = currencyExponent(money.currency)
  const form = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return form.format(decimalOf(money))
}
