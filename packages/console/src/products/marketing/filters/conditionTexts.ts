import { behindColon, inText, labelOf } from '#console/parts/labels.ts'
import { isoDurationText, moneyText, numberText } from '#console/texts/formats.ts'
import { t, type TextKey } from '#console/texts/texts.ts'
import { amountConditionOf, type AmountCondition } from './amountCondition.ts'
import { isComparison } from './fieldComparisons.ts'

/** A condition in words, and the record that they end with, such as a segment. */
export type ConditionText = { text: string; recordId?: string }

const counts: Readonly<Record<string, TextKey>> = {
  gte: 'why.count.gte',
  gt: 'why.count.gt',
  lte: 'why.count.lte',
  lt: 'why.count.lt',
  eq: 'why.count.eq',
  ne: 'why.count.ne',
}

/** A condition of a filter in one line of words, such as `did shop.order.placed at least 2×`; else its JSON. */
export function conditionText(condition: Readonly<Record<string, unknown>>): ConditionText {
  const { segment, event, email, coupon, bucket } = condition
  if (typeof segment === 'string') return { text: t('why.segment'), recordId: segment }
  if (typeof event === 'string') return { text: join([t('why.event', { event }), ...occurrencesOf(condition)]) }
  if (email !== undefined) {
    const { action, campaignId, templateId } = Object(email)
    const recordId: unknown = campaignId ?? templateId
    const words = [t('why.mail', { action: inText(labelOf(String(action))) }), ...occurrencesOf(condition)]
    return { text: join(words), ...(typeof recordId === 'string' && { recordId }) }
  }
  if (coupon !== undefined) {
    const { action, couponId } = Object(coupon)
    const words = [t('why.coupon', { action: behindColon(labelOf(String(action))) }), ...occurrencesOf(condition)]
    return { text: join(words), ...(typeof couponId === 'string' && { recordId: couponId }) }
  }
  const amount = amountConditionOf(condition)
  if (amount !== undefined) return { text: amountText(amount) }
  if (bucket !== undefined) return { text: t('why.bucket', { percent: numberText(Number(Object(bucket).percent)) }) }
  const comparison = comparisonText('field', condition)
  return { text: comparison ?? JSON.stringify(condition) }
}

/** `balance of POINTS is at least 100`, or `sum of payments is at least €100.00`. */
function amountText(condition: AmountCondition): string {
  const { kind, is, amount } = condition
  const value = amount ?? 0
  const comparison = t(`filter.is.${is}`)
  if (kind === 'balance') return join([t('why.balance', { token: condition.token }), comparison, numberText(value)])
  const { currency } = condition
  return currency === null
    ? join([t('why.payments'), comparison, numberText(value)])
    : join([t('why.paid'), comparison, moneyText(value, currency)])
}

/** A comparison of a property of an event in words, such as `total is more than 50`; else its JSON. */
export function propertyText(test: unknown): string {
  return comparisonText('prop', Object(test)) ?? JSON.stringify(test)
}

/** `Country is DE`; undefined for a condition with other members. */
function comparisonText(key: 'field' | 'prop', condition: Readonly<Record<string, unknown>>): string | undefined {
  const { [key]: name, is, value, ...others } = condition
  if (typeof name !== 'string' || Object.keys(others).length > 0) return undefined
  const label = key === 'prop' ? name : labelOf(name.replace(/^attributes\./, ''))
  return join([label, isComparison(is) ? t(`filter.is.${is}`) : String(is), valueText(value)])
}

/** Number, period and properties of occurrences. */
function occurrencesOf({ count, within, between, where }: Readonly<Record<string, unknown>>): string[] {
  const { is, value } = Object(count)
  const key = Object.hasOwn(counts, String(is)) ? counts[String(is)] : undefined
  const tests = Array.isArray(where) ? where.map(propertyText) : []
  return [
    tests.length === 0 ? '' : t('why.where', { tests: tests.join(', ') }),
    key === undefined ? '' : t(key, { count: numberText(Number(value)) }),
    typeof within === 'string' ? t('why.within', { span: isoDurationText(within) ?? within }) : '',
    Array.isArray(between) ? between.map(valueText).join(' – ') : '',
  ]
}

function valueText(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isoDurationText(text) ?? text
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
