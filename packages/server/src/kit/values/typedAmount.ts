import { currencyExponent, decimalOf } from './currencyExponent.ts'

/** Whole number, plain or with one kind of group separator: by three digits, or by two as in India. */
const wholeOf = (group: string) =>
  `(?<whole>\\d{1,15}|[1-9]\\d{0,2}(?<g>${group})\\d{3}(?:\\k<g>\\d{3})*|[1-9]\\d?(?:,\\d{2})+,\\d{3})`

/**
 * Minor units of an amount that a person typed, as the language (BCP 47) writes it: `1,000.00` in English and
 * `1.000,00` in German, also with spaces or apostrophes between groups and without groups. A decimal of the other
 * writing is read where the language has no reading of it, such as `19,99` in English. Undefined for all else: signs,
 * letters, and more decimals than the currency has.
 */
export function typedAmount(text: string, currency: string, language: string): bigint | undefined {
  const decimal = partsOf({ amount: 0n, currency: 'EUR' }, language).find(({ type }) => type === 'decimal')?.value
  const [point, comma] = ['[.]', ',']
  const [mark, other] = decimal === ',' ? [comma, point] : [point, comma]
  const exponent = currencyExponent(currency)
  const fraction = exponent === 0 ? '' : `(?<fraction>\\d{1,${exponent}})`
  const own = new RegExp(`^${wholeOf(`${other}|[\\s'’]`)}${fraction === '' ? '' : `(?:${mark}${fraction})?`}$`)
  const foreign = new RegExp(`^${wholeOf(mark)}${other}${fraction}$`)
  const typed = text.trim()
  const found = own.exec(typed) ?? (exponent === 0 ? null : foreign.exec(typed))
  if (found === null) return undefined
  const whole = found.groups?.['whole']?.replace(/\D/g, '') ?? ''
  const digits = `${whole}${(found.groups?.['fraction'] ?? '').padEnd(exponent, '0')}`.replace(/^0+(?=\d)/, '')
  return digits.length > 15 ? undefined : BigInt(digits)
}

/** An amount as a person types it in a language: its money form without the currency. `typedAmount` reads it. */
export function amountToType(money: { amount: bigint | number; currency: string }, language: string): string {
  return partsOf(money, language)
    .filter(({ type }) => type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction')
    .map(({ value }) => value)
    .join('')
}

function partsOf(money: { amount: bigint | number; currency: string }, language: string) {
  const digits = currencyExponent(money.currency)
  const form = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: money.currency,
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return form.formatToParts(decimalOf(money))
}
