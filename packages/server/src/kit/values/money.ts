import { defineFieldType } from './fieldType.ts'
import { group, type Docs } from './fields.ts'
import { Type } from './schema.ts'

/**
 * Money in whole minor units (cents of EUR, yen of JPY) with its currency. Code holds the amount as a bigint, JSON
 * carries an integer of at most 15 digits, which a double keeps exactly, and PostgreSQL keeps
 * `<field>_amount bigint` and `<field>_currency text`.
 */
export type Money = { amount: bigint; currency: string }

/** Largest amount in minor units, either side of zero: every number of 15 decimal digits survives a double. */
export const amountMax = 999_999_999_999_999

/** Largest sum of amounts in JSON, either side of zero: larger ones are served as this one. */
export const sumMax = Number.MAX_SAFE_INTEGER

/** Active currencies of ISO 4217 with a minor unit or none; without funds, metals and codes for tests. */
const currencies = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
    'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
    'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
    'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
    'UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
)

/** Whole minor units: bigint in code, integer in JSON, bigint in PostgreSQL. */
export const minorUnits = defineFieldType<number, bigint>({
  schema: { type: 'integer', format: 'minor-units', minimum: -amountMax, maximum: amountMax },
  sqlType: 'bigint',
  accepts: Number.isSafeInteger,
  message: 'must be whole minor units, such as 1999 for 19.99 EUR',
  documented: { format: 'int64' },
  read: BigInt,
  toWire: (amount) => Math.max(-sumMax, Math.min(Number(amount), sumMax)),
  filters: ['equals', 'from', 'to'],
  isSortable: true,
  example: 1999,
  sample: (n) => (n * 7_919) % amountMax,
  edges: [0, 1, -1, amountMax, -amountMax, 2 ** 31, 2 ** 32 + 1, 99_999_999_999_999],
  refused: [0.5, amountMax + 1, -amountMax - 1, 2 ** 53, 1e21],
})

/** Currency of ISO 4217. */
export const currencyCode = defineFieldType<string>({
  schema: { type: 'string', format: 'currency', maxLength: 3 },
  sqlType: 'text',
  accepts: (code) => currencies.has(code),
  message: 'must be a currency of ISO 4217 such as EUR',
  documented: { pattern: '^[A-Z]{3}$' },
  filters: ['equals'],
  isSortable: true,
  example: 'EUR',
  sample: (n) => ['EUR', 'JPY', 'USD', 'KWD'][n % 4] ?? 'EUR',
  edges: [...currencies],
  refused: ['!!', 'eur', 'EU', 'XXX', 'DEM', 'XAU'],
})

/** Schema of an amount in minor units within bounds, both included. */
export function minorAmount(minimum: number, maximum: number, docs: Docs = {}) {
  const example = Math.max(minimum, Math.min(maximum, minorUnits.example ?? 0))
  return Type.Unsafe<bigint>({ ...minorUnits.schema, minimum, maximum, examples: [example], ...docs })
}

/** Schema of a sum of amounts, which may be larger than any amount. */
export function minorSum(docs: Docs = {}) {
  return minorAmount(-sumMax, sumMax, docs)
}

/** Schema of a currency. */
export function currency(docs: Docs = {}) {
  return Type.String({ ...currencyCode.schema, examples: [currencyCode.example], ...docs })
}

/** Schema of money, not below zero unless `minimum` says so. As a field it has two columns. */
export function money(docs: Docs & { minimum?: number; maximum?: number } = {}) {
  const { minimum = 0, maximum = amountMax, ...own } = docs
  const members = {
    amount: minorAmount(minimum, maximum, { description: 'Whole minor units: cents of EUR, yen of JPY.' }),
    currency: currency({ description: 'Currency of ISO 4217.' }),
  }
  return group(members, own)
}

/**
 * Filters of a list by a money field: `<field>Currency`, `<field>From` and `<field>To`, bounds included. A bound needs
 * the currency. An index (account_id, <field>_currency, <field>_amount, id) serves them and `sort=<field>Amount`.
 */
export function moneyFilters(field: string) {
  const column = field.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`)
  const needs = `${field}Currency`
  const bound = (description: string) => minorAmount(-amountMax, amountMax, { description })
  return {
    [needs]: {
      schema: currency({ description: `Only with a ${field} in this currency.` }),
      column: `${column}_currency`,
      test: 'equals',
    },
    [`${field}From`]: {
      schema: bound(`Least ${field} in minor units; needs ${needs}.`),
      column: `${column}_amount`,
      test: 'from',
      needs,
    },
    [`${field}To`]: {
      schema: bound(`Largest ${field} in minor units; needs ${needs}.`),
      column: `${column}_amount`,
      test: 'to',
      needs,
    },
  } as const
}

/** Sum of two amounts in one currency. Throws RangeError for two currencies, and beyond the largest amount. */
export function addMoney(a: Money, b: Money): Money {
  return { amount: inRange(a.amount + sameCurrency(a, b).amount), currency: a.currency }
}

/** Difference of two amounts in one currency. Throws RangeError for two currencies, and beyond the largest amount. */
export function subtractMoney(a: Money, b: Money): Money {
  return { amount: inRange(a.amount - sameCurrency(a, b).amount), currency: a.currency }
}

/** Sum of amounts in the currency, zero for none. Throws RangeError as addMoney() does, for the total alone. */
export function sumMoney(currency: string, amounts: readonly Money[]): Money {
  const none: Money = { amount: 0n, currency }
  return { amount: inRange(amounts.reduce((sum, each) => sum + sameCurrency(none, each).amount, 0n)), currency }
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. Throws RangeError for two currencies. */
export function compareMoney(a: Money, b: Money): number {
  const difference = a.amount - sameCurrency(a, b).amount
  return difference < 0n ? -1 : Number(difference > 0n)
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`amounts in ${a.currency} and ${b.currency} are not comparable`)
  return b
}

function inRange(amount: bigint): bigint {
  const max = BigInt(amountMax)
  if (amount > max || amount < -max) throw new RangeError(`the amount ${amount} has more than 15 digits`)
  return amount
}
