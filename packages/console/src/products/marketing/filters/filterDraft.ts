import {
  actionPart,
  couponConditionOf,
  mailConditionOf,
  type CouponCondition,
  type MailCondition,
} from './actionCondition.ts'
import { amountConditionOf, amountPart, type AmountCondition } from './amountCondition.ts'
import { formOf, isComparison, kindOfField, ownField, textForms, type Comparison } from './fieldComparisons.ts'

/** A filter as the API takes it. */
export type FilterTree = Readonly<Record<string, unknown>>

type Occurrences = { isNot: boolean; count: number | null; days: number | null }

/** A comparison with its values as they were typed; only a list has more than one. */
type Compared = { is: Comparison; values: string[] }

/** A comparison of a property of an event. */
export type PropertyTest = { key: number; prop: string } & Compared

/** Members of a group that a contact satisfies. */
export type Join = 'and' | 'or' | 'none'

/** One line of the builder. `other`: a condition that has no fields here, and stays as it is. */
export type Row = { key: number } & (
  | ({ kind: 'field'; field: string } & Compared)
  | ({ kind: 'event'; event: string; tests: PropertyTest[] } & Occurrences)
  | (MailCondition & Occurrences)
  | (CouponCondition & Occurrences)
  | { kind: 'segment'; segment: string | null; isNot: boolean }
  | AmountCondition
  | ({ kind: 'group' } & FilterDraft)
  | { kind: 'other'; tree: FilterTree }
)

/** A group of conditions as rows. */
export type FilterDraft = { join: Join; rows: Row[] }

let keys = 0

/** A number for a new row. */
export function nextKey(): number {
  keys += 1
  return keys
}

/** Kinds of new rows, in the order of their buttons. */
export const rowKinds = ['field', 'event', 'mail', 'segment', 'coupon', 'balance', 'payment', 'group'] as const

/** A new row of a kind. */
export function newRow(kind: (typeof rowKinds)[number]): Row {
  const key = nextKey()
  if (kind === 'group') return { key, kind, join: 'or', rows: [newRow('field')] }
  if (kind === 'event') return { key, kind, event: '', tests: [], isNot: false, count: 1, days: 30 }
  if (kind === 'mail') return { key, kind, action: 'opened', campaignId: null, isNot: false, count: 1, days: 30 }
  if (kind === 'coupon') return { key, kind, action: 'redeemed', couponId: null, isNot: false, count: 1, days: 30 }
  if (kind === 'segment') return { key, kind, segment: null, isNot: false }
  if (kind === 'balance') return { key, kind, token: 'POINTS', is: 'gte', amount: null }
  if (kind === 'payment') return { key, kind, currency: null, is: 'gte', amount: 1 }
  return { key, kind, field: 'tags', is: 'any', values: [] }
}

/** A new comparison of a property. */
export function newTest(): PropertyTest {
  return { key: nextKey(), prop: '', is: 'eq', values: [] }
}

/** The rows of a filter. */
export function draftOf(tree: FilterTree | null): FilterDraft {
  if (tree === null) return { join: 'and', rows: [] }
  return groupOf(tree) ?? { join: 'and', rows: [rowOf(tree)] }
}

/** A group; undefined for a single condition and for a negation that a row has itself. */
function groupOf({ op, of, ...rest }: FilterTree): FilterDraft | undefined {
  if (Object.keys(rest).length > 0) return undefined
  if (op === 'and' || op === 'or') return Array.isArray(of) ? { join: op, rows: of.map(rowOf) } : undefined
  if (op !== 'not' || typeof of !== 'object' || of === null || negatedRowOf(Object(of)) !== undefined) return undefined
  const inner = groupOf(Object(of))
  return { join: 'none', rows: inner?.join === 'or' ? inner.rows : [rowOf(Object(of))] }
}

function rowOf(part: FilterTree): Row {
  const group = groupOf(part)
  if (group !== undefined) return { key: nextKey(), kind: 'group', ...group }
  const row = part['op'] === 'not' ? negatedRowOf(Object(part['of'])) : plainRowOf(part)
  return row ?? { key: nextKey(), kind: 'other', tree: part }
}

/** The row of the opposite of a condition. A field has its own negations. */
function negatedRowOf(part: FilterTree): Row | undefined {
  const row = plainRowOf(part)
  return row === undefined || !('isNot' in row) ? undefined : { ...row, isNot: true }
}

function plainRowOf(part: FilterTree): Row | undefined {
  const key = nextKey()
  const amount = amountConditionOf(part)
  if (amount !== undefined) return { key, ...amount }
  const { field, is, value, segment, event, email, coupon, count, within, where = [], ...others } = part
  if (Object.keys(others).length > 0) return undefined
  if (typeof segment === 'string') {
    return { key, kind: 'segment', segment: segment === '' ? null : segment, isNot: false }
  }
  if (event !== undefined || email !== undefined || coupon !== undefined) {
    const [times, days] = [timesOf(count), daysOf(within)]
    if (times === undefined || days === undefined) return undefined
    const common = { key, isNot: false, count: times, days }
    if (typeof event === 'string') return eventRowOf({ ...common, event, where })
    const action = email === undefined ? couponConditionOf(coupon) : mailConditionOf(email)
    return action && { ...common, ...action }
  }
  if (typeof field !== 'string') return undefined
  const compared = comparedOf({ is, value }, field)
  return compared && { key, kind: 'field', field, ...compared }
}

type EventParts = { key: number; event: string; where: unknown } & Occurrences

/** The row of an event; undefined where a property has a comparison that rows do not show. */
function eventRowOf({ where, ...row }: EventParts): Row | undefined {
  const { tests, others } = testsOf(where)
  return others.length > 0 ? undefined : { ...row, kind: 'event', tests }
}

/** Comparisons of properties as rows. `others`: comparisons that rows do not show, which stay as they are. */
export function testsOf(where: unknown): { tests: PropertyTest[]; others: unknown[] } {
  const parts: unknown[] = [where ?? []].flat()
  const read = parts.map((part) => ({ part, test: testOf(part) }))
  return {
    tests: read.flatMap(({ test }) => test ?? []),
    others: read.filter(({ test }) => test === undefined).map(({ part }) => part),
  }
}

/** The comparisons of rows as the API takes them; null for none. */
export function whereOf(tests: readonly PropertyTest[], others: readonly unknown[] = []): unknown[] | null {
  const parts = tests.map((test) => ({ prop: test.prop.trim(), ...comparisonPart(test, ownField) }))
  return parts.length + others.length === 0 ? null : [...others, ...parts]
}

function testOf(test: unknown): PropertyTest | undefined {
  const { prop, is, value, ...others } = Object(test)
  const compared = comparedOf({ is, value }, ownField)
  const isShown = typeof prop === 'string' && Object.keys(others).length === 0
  return compared && isShown ? { key: nextKey(), prop, ...compared } : undefined
}

function comparedOf({ is, value }: { is: unknown; value: unknown }, field: string): Compared | undefined {
  if (!isComparison(is)) return undefined
  if (formOf(is) === 'days' && value !== undefined) {
    const days = daysOf(value)
    return typeof days === 'number' ? { is, values: [String(days)] } : undefined
  }
  return { is, values: value === undefined ? [] : [value].flat().map((each) => typedValue(each, field)) }
}

function timesOf(count: unknown): number | undefined {
  if (count === undefined) return 1
  const { is, value } = Object(count)
  return is === 'gte' && typeof value === 'number' ? value : undefined
}

/** Days of a span; null for none, undefined for one of other units. */
function daysOf(span: unknown): number | null | undefined {
  if (span === undefined) return null
  const days = /^P([0-9]{1,5})D$/.exec(String(span))?.[1]
  return days === undefined ? undefined : Number(days)
}

/** A value as it is typed: a text of an own attribute that looks like a number stands in quotes. */
export function typedValue(value: unknown, field: string): string {
  const isOwn = kindOfField(field) === 'own'
  return isOwn && typeof value === 'string' && typeof readValue(value) !== 'string' ? `"${value}"` : String(value)
}

/** The value of a typed text of an own attribute: a number, true or false, else a text, in quotes or not. */
export function readValue(text: string): string | number | boolean {
  const trimmed = text.trim()
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  if (trimmed !== '' && Number.isFinite(Number(trimmed))) return Number(trimmed)
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}

/** A part that a row lacks. */
export type Gap = 'value' | 'event' | 'property' | 'segment' | 'attribute' | 'token' | 'group'

/** The part that a row lacks; undefined for a complete row. The rows of a group have their own. */
export function gapOf(row: Row): Gap | undefined {
  if (row.kind === 'group') return row.rows.length === 0 ? 'group' : undefined
  if (row.kind === 'segment') return (row.segment ?? '') === '' ? 'segment' : undefined
  if (row.kind === 'mail' || row.kind === 'coupon' || row.kind === 'other') return undefined
  if (row.kind === 'balance' && row.token.trim() === '') return 'token'
  if (row.kind === 'balance' || row.kind === 'payment') return row.amount === null ? 'value' : undefined
  if (row.kind === 'field') return row.field === ownField ? 'attribute' : valueGap(row)
  if (row.event.trim() === '') return 'event'
  if (row.tests.some(({ prop }) => prop.trim() === '')) return 'property'
  return row.tests.map(valueGap).find((gap) => gap !== undefined)
}

function valueGap({ is, values }: Compared): 'value' | undefined {
  return formOf(is) === 'none' || (values[0] ?? '').trim() !== '' ? undefined : 'value'
}

/** The first incomplete condition of a filter, such as `2` or `2.1`; undefined for a filter that can be counted. */
export function firstGap(tree: FilterTree | null): { at: string; gap: Gap } | undefined {
  return gapIn(draftOf(tree).rows, '')
}

function gapIn(rows: readonly Row[], above: string): { at: string; gap: Gap } | undefined {
  for (const [index, row] of rows.entries()) {
    const at = `${above}${index + 1}`
    const gap = gapOf(row)
    const found = gap === undefined && row.kind === 'group' ? gapIn(row.rows, `${at}.`) : gap && { at, gap }
    if (found !== undefined) return found
  }
  return undefined
}

/** The filter of rows; null for none. An incomplete row stays without its value, and the API refuses it. */
export function treeOf(draft: FilterDraft): FilterTree | null {
  return draft.rows.length === 0 ? null : groupPart(draft)
}

function groupPart({ join, rows }: FilterDraft): FilterTree {
  const parts = rows.map(partOf)
  const [only] = parts
  const group = only !== undefined && parts.length === 1 ? only : { op: join === 'and' ? 'and' : 'or', of: parts }
  return join === 'none' ? { op: 'not', of: group } : group
}

function partOf(row: Row): FilterTree {
  if (row.kind === 'group') return groupPart(row)
  if (row.kind === 'other') return row.tree
  if (row.kind === 'field') return { field: row.field, ...comparisonPart(row, row.field) }
  if (row.kind === 'balance' || row.kind === 'payment') return amountPart(row)
  const part = row.kind === 'segment' ? { segment: row.segment ?? '' } : occurrencePart(row)
  return row.isNot ? { op: 'not', of: part } : part
}

function occurrencePart(row: Extract<Row, { kind: 'event' | 'mail' | 'coupon' }>): FilterTree {
  return {
    ...(row.kind === 'event' ? eventPart(row) : actionPart(row)),
    ...(row.count === null || row.count === 1 ? {} : { count: { is: 'gte', value: row.count } }),
    ...(row.days === null ? {} : { within: `P${row.days}D` }),
  }
}

function eventPart({ event, tests }: Extract<Row, { kind: 'event' }>): FilterTree {
  const where = whereOf(tests)
  return { event: event.trim(), ...(where === null ? {} : { where }) }
}

function comparisonPart({ is, values }: Compared, field: string): FilterTree {
  const form = formOf(is)
  const [first = ''] = values
  if (form === 'none' || first.trim() === '') return { is }
  if (form === 'days') return { is, value: `P${Number.parseInt(first, 10) || 1}D` }
  const valueOf = (text: string) => {
    if (kindOfField(field) === 'number') return Number(text)
    return kindOfField(field) === 'own' && !textForms.has(is) && form !== 'moment' ? readValue(text) : text.trim()
  }
  return { is, value: form === 'list' ? values.map(valueOf) : valueOf(first) }
}
