import type { ConditionText } from '#console/products/marketing/filters/conditionTexts.ts'
import { dayText, moneyText, numberText } from '#console/texts/formats.ts'
import { languageTag, t } from '#console/texts/texts.ts'
import { cartFields, rowOf, type CartKind, type CartRow } from './cartConditions.ts'

/** A condition on a cart in words, such as `Price of the cart is at least €20.00`; undefined for one on the buyer. */
export function cartConditionText(condition: unknown, currency: string | undefined): ConditionText | undefined {
  const row = rowOf(condition)
  if (row === undefined) return undefined
  const words = `${t(`promotion.field.${row.field}`)} ${t(`filter.is.${row.is}`)}`
  const [recordId = ''] = row.values
  return cartFields[row.field] === 'id' ? { text: words, recordId } : { text: `${words} ${valueText(row, currency)}` }
}

function valueText({ field, values }: CartRow, currency: string | undefined): string {
  const kind: CartKind = cartFields[field]
  return values.map((value) => textOf(kind, value, currency)).join(', ')
}

function textOf(kind: CartKind, value: string, currency: string | undefined): string {
  if (kind === 'money' && currency !== undefined) return moneyText(Number(value), currency)
  if (kind === 'money' || kind === 'number') return numberText(Number(value))
  if (kind === 'weekday') return weekdayText(Number(value))
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : value
}

/** A day of the week as the server counts them, from Monday, in words. */
export function weekdayText(day: number): string {
  // 2026-11-23 is a Monday.
  const date = new Date(Date.UTC(2026, 10, 22 + day))
  return new Intl.DateTimeFormat(languageTag(), { weekday: 'long', timeZone: 'UTC' }).format(date)
}
