/** A filter as the API takes it. */
export type FilterTree = Readonly<Record<string, unknown>>

/** Type of a field: it decides which comparisons there are. */
export type FieldKind = 'text' | 'number' | 'list' | 'moment' | 'own'

/** Comparisons that rows show. */
export const comparisonNames = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'any',
  'all',
  'none',
  'before',
  'after',
  'withinLast',
  'withinNext',
  'exists',
  'notExists',
] as const

/** Name of a comparison. */
export type Comparison = (typeof comparisonNames)[number]

/** Actions of a contact on a mail, in the order of the choice. */
export const mailActions = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'replied', 'converted'] as const),
  ...(['unsubscribed', 'complained', 'bounced'] as const),
] as const

/** Name of such an action. */
export type MailAction = (typeof mailActions)[number]

type Occurrences = { isNot: boolean; count: number | null; days: number | null }

/** One line of the builder. `values`: as they were typed; only a list has more than one. */
export type Row = { key: number } & (
  | { kind: 'field'; field: string; is: Comparison; values: string[] }
  | ({ kind: 'event'; event: string } & Occurrences)
  | ({ kind: 'mail'; action: MailAction; campaignId: string | null } & Occurrences)
  | { kind: 'segment'; segment: string | null; isNot: boolean }
)

/** A filter of one level, as rows. */
export type FilterDraft = { join: 'and' | 'or'; rows: Row[] }

/** Fields of contacts in the order of the choice, each with its kind. `attributes` stands for one by name. */
export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  email: 'text',
  firstName: 'text',
  lastName: 'text',
  phone: 'text',
  externalId: 'text',
  country: 'text',
  locale: 'text',
  timezone: 'text',
  status: 'text',
  tags: 'list',
  topics: 'list',
  createdAt: 'moment',
  'score.total': 'number',
  'score.fit': 'number',
  'score.engagement': 'number',
  'score.status': 'text',
}

const comparisonsOf: Readonly<Record<FieldKind, readonly Comparison[]>> = {
  text: ['eq', 'ne', 'in', 'notIn', 'contains', 'notContains', 'startsWith', 'endsWith', 'exists', 'notExists'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists', 'notExists'],
  list: ['any', 'all', 'none', 'exists', 'notExists'],
  moment: ['before', 'after', 'withinLast', 'withinNext'],
  own: comparisonNames,
}

const listForms = new Set<Comparison>(['in', 'notIn', 'any', 'all', 'none'])
const spanForms = new Set<Comparison>(['withinLast', 'withinNext'])
const momentForms = new Set<Comparison>(['before', 'after'])
const textForms = new Set<Comparison>(['contains', 'notContains', 'startsWith', 'endsWith'])

/** Form of the value of a comparison. */
export function formOf(is: Comparison): 'none' | 'list' | 'days' | 'moment' | 'single' {
  if (is === 'exists' || is === 'notExists') return 'none'
  if (listForms.has(is)) return 'list'
  if (spanForms.has(is)) return 'days'
  return momentForms.has(is) ? 'moment' : 'single'
}

/** Kind of a field by its name. */
export function kindOfField(field: string): FieldKind {
  return fieldKinds[field] ?? 'own'
}

/** Comparisons that a field takes. */
export function comparisons(field: string): readonly Comparison[] {
  return comparisonsOf[kindOfField(field)]
}

/** Prefix of the fields that an account names itself. */
export const ownField = 'attributes.'

let keys = 0

/** A number for a new row. */
export function nextKey(): number {
  keys += 1
  return keys
}

/** A new row of a kind. */
export function newRow(kind: Row['kind']): Row {
  const key = nextKey()
  if (kind === 'event') return { key, kind, event: '', isNot: false, count: 1, days: 30 }
  if (kind === 'mail') return { key, kind, action: 'opened', campaignId: null, isNot: false, count: 1, days: 30 }
  if (kind === 'segment') return { key, kind, segment: null, isNot: false }
  return { key, kind, field: 'tags', is: 'any', values: [] }
}

/** The rows of a filter; undefined for one that has more levels or parts than rows show. */
export function draftOf(tree: FilterTree | null): FilterDraft | undefined {
  if (tree === null) return { join: 'and', rows: [] }
  const { op, of } = tree
  const join = op === 'or' ? 'or' : 'and'
  const isOne = op === undefined || op === 'not'
  if (!isOne && !Array.isArray(of)) return undefined
  // cast: members of a group are filters.
  const members = isOne ? [tree] : (of as FilterTree[])
  const rows = members.map(rowOf)
  return rows.some((row) => row === undefined) ? undefined : { join, rows: rows.filter((row) => row !== undefined) }
}

function rowOf(part: FilterTree): Row | undefined {
  const { op, of, ...rest } = part
  if (op !== 'not') return plainRowOf(part)
  // A field has its own negations.
  const row = Object.keys(rest).length > 0 ? undefined : plainRowOf(Object(of))
  return row === undefined || row.kind === 'field' ? undefined : { ...row, isNot: true }
}

function plainRowOf(part: FilterTree): Row | undefined {
  const key = nextKey()
  const { field, is, value, segment, event, email, count, within, ...others } = part
  if (Object.keys(others).length > 0) return undefined
  if (typeof segment === 'string') {
    return { key, kind: 'segment', segment: segment === '' ? null : segment, isNot: false }
  }
  if (event !== undefined || email !== undefined) {
    const [times, days] = [timesOf(count), daysOf(within)]
    if (times === undefined || days === undefined) return undefined
    const common = { key, isNot: false, count: times, days }
    return typeof event === 'string' ? { ...common, kind: 'event', event } : mailRowOf(email, common)
  }
  if (typeof field !== 'string' || !isComparison(is)) return undefined
  if (formOf(is) === 'days' && value !== undefined) {
    const days = daysOf(value)
    return typeof days === 'number' ? { key, kind: 'field', field, is, values: [String(days)] } : undefined
  }
  const values = value === undefined ? [] : [value].flat().map((each) => typedValue(each, field))
  return { key, kind: 'field', field, is, values }
}

function mailRowOf(email: unknown, common: { key: number } & Occurrences): Row | undefined {
  const { action, campaignId = null, ...others } = Object(email)
  const known = mailActions.find((each) => each === action)
  const isShown = Object.keys(others).length === 0 && (campaignId === null || typeof campaignId === 'string')
  return known === undefined || !isShown ? undefined : { ...common, kind: 'mail', action: known, campaignId }
}

/** Whether a value names a comparison that rows show. */
export function isComparison(value: unknown): value is Comparison {
  return comparisonNames.some((name) => name === value)
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
export type Gap = 'value' | 'event' | 'segment' | 'attribute'

/** The part that a row lacks; undefined for a complete row. */
export function gapOf(row: Row): Gap | undefined {
  if (row.kind === 'segment') return (row.segment ?? '') === '' ? 'segment' : undefined
  if (row.kind === 'mail') return undefined
  if (row.kind === 'event') return row.event.trim() === '' ? 'event' : undefined
  if (row.field === ownField) return 'attribute'
  const hasValue = formOf(row.is) === 'none' || (row.values[0] ?? '').trim() !== ''
  return hasValue ? undefined : 'value'
}

/** The first incomplete condition of a filter, counted from 1; undefined for a filter that can be counted. */
export function firstGap(tree: FilterTree | null): { at: number; gap: Gap } | undefined {
  const rows = draftOf(tree)?.rows ?? []
  for (const [index, row] of rows.entries()) {
    const gap = gapOf(row)
    if (gap !== undefined) return { at: index + 1, gap }
  }
  return undefined
}

/** The filter of rows; null for none. An incomplete row stays without its value, and the API refuses it. */
export function treeOf({ join, rows }: FilterDraft): FilterTree | null {
  const parts = rows.map(partOf)
  const [only] = parts
  if (only === undefined) return null
  return parts.length === 1 ? only : { op: join, of: parts }
}

function partOf(row: Row): FilterTree {
  if (row.kind === 'field') return fieldPart(row)
  const part = row.kind === 'segment' ? { segment: row.segment ?? '' } : occurrencePart(row)
  return row.isNot ? { op: 'not', of: part } : part
}

function occurrencePart(row: Extract<Row, { kind: 'event' | 'mail' }>): FilterTree {
  const campaign = row.kind === 'mail' && row.campaignId !== null ? { campaignId: row.campaignId } : {}
  return {
    ...(row.kind === 'event' ? { event: row.event.trim() } : { email: { action: row.action, ...campaign } }),
    ...(row.count === null || row.count === 1 ? {} : { count: { is: 'gte', value: row.count } }),
    ...(row.days === null ? {} : { within: `P${row.days}D` }),
  }
}

function fieldPart({ field, is, values }: Extract<Row, { kind: 'field' }>): FilterTree {
  const form = formOf(is)
  const [first = ''] = values
  if (form === 'none' || first.trim() === '') return { field, is }
  if (form === 'days') return { field, is, value: `P${Number.parseInt(first, 10) || 1}D` }
  const valueOf = (text: string) => {
    if (kindOfField(field) === 'number') return Number(text)
    return kindOfField(field) === 'own' && !textForms.has(is) && form !== 'moment' ? readValue(text) : text.trim()
  }
  if (form !== 'list') return { field, is, value: valueOf(first) }
  return { field, is, value: values.map(valueOf) }
}
