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
  const exponent = currencyExponent(currency)
  const { own, foreign } = patternsOf(exponent, language)
  return amountIn(own.exec(text.trim()) ?? foreign?.exec(text.trim()), exponent)
}

/**
 * The amount of the other writing, for a text that languages read differently: `1,234` of a currency with thousandths
 * is 1234.000 in English, and 1.234 with a decimal comma. Undefined for a text with one reading.
 */
export function otherReading(text: string, currency: string, language: string): bigint | undefined {
  const exponent = currencyExponent(currency)
  const { own, foreign } = patternsOf(exponent, language)
  const read = own.exec(text.trim())
  const other = amountIn(foreign?.exec(text.trim()), exponent)
  return read === null || other === amountIn(read, exponent) ? undefined : other
}

/** Patterns of the language, and of a decimal in the other writing; a currency without decimals has none of it. */
function patternsOf(exponent: number, language: string): { own: RegExp; foreign: RegExp | undefined } {
  const decimal = partsOf({ amount: 0n, currency: 'EUR' }, language).find(({ type }) => type === 'decimal')?.value
  const [point, comma] = ['[.]', ',']
  const [mark, other] = decimal === ',' ? [comma, point] : [point, comma]
  const groups = `${other}|[\\s'’]`
  if (exponent === 0) return { own: new RegExp(`^${wholeOf(groups)}$`), foreign: undefined }
  const fraction = `(?<fraction>\\d{1,${exponent}})`
  return {
    own: new RegExp(`^${wholeOf(groups)}(?:${mark}${fraction})?$`),
    foreign: new RegExp(`^${wholeOf(mark)}${other}${fraction}$`),
  }
}

function amountIn(found: RegExpExecArray | null | undefined, exponent: number): bigint | undefined {
  if (!found) return undefined
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
