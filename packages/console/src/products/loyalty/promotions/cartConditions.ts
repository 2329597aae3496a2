/** Kind of a field of carts: it decides its comparisons and its input. */
export type CartKind = 'money' | 'number' | 'weekday' | 'list' | 'text' | 'id'

/** Fields of carts, of the records that they belong to, and of the moment, in the order of the choice. */
export const cartFields = {
  'cart.subtotal': 'money',
  'cart.quantity': 'number',
  'cart.lines': 'number',
  'cart.skus': 'list',
  'cart.categories': 'list',
  'cart.currency': 'text',
  'time.hour': 'number',
  'time.weekday': 'weekday',
  'time.date': 'text',
  'paymentLink.id': 'id',
  'event.id': 'id',
  'place.id': 'id',
  'vendor.id': 'id',
  'stream.id': 'id',
} as const satisfies Record<string, CartKind>

/** Name of such a field. */
export type CartField = keyof typeof cartFields

/** Comparisons of each kind. */
export const cartComparisons = {
  money: ['gte', 'lte', 'gt', 'lt', 'eq'],
  number: ['gte', 'lte', 'gt', 'lt', 'eq', 'ne'],
  weekday: ['eq', 'ne', 'gte', 'lte'],
  list: ['any', 'all', 'none'],
  text: ['eq', 'ne', 'in', 'notIn'],
  id: ['eq', 'ne'],
} as const

type CartComparison = (typeof cartComparisons)[CartKind][number]

/** One condition on a cart, with its values as the inputs hold them. */
export type CartRow = { key: number; field: CartField; is: CartComparison; values: readonly string[] }

/** Conditions on the cart, all of which hold, and a filter of the buyer. */
export type CartConditions = { rows: CartRow[]; people: Readonly<Record<string, unknown>> | null }

let keys = 0

/** A new condition on a field. */
export function newCartRow(field: CartField = 'cart.subtotal'): CartRow {
  keys += 1
  return { key: keys, field, is: cartComparisons[cartFields[field]][0], values: [] }
}

/** The conditions of a filter; undefined for one that mixes cart and buyer in groups, which rows do not show. */
export function conditionsOf(filter: unknown): CartConditions | undefined {
  if (filter === null || filter === undefined) return { rows: [], people: null }
  const { op, of } = Object(filter)
  const parts: readonly unknown[] = op === 'and' && Array.isArray(of) ? of : [filter]
  const read = parts.map((part) => ({ part, row: rowOf(part) }))
  const others = read.flatMap(({ part, row }) => (row === undefined ? [part] : []))
  if (others.some(mentionsCart)) return undefined
  const [only] = others
  const people = others.length === 0 ? null : others.length === 1 ? Object(only) : { op: 'and', of: others }
  return { rows: read.flatMap(({ row }) => row ?? []), people }
}

/** The filter of conditions; null for none. */
export function filterOf({ rows, people }: CartConditions): Record<string, unknown> | null {
  const parts = [...rows.map(partOf), ...(people === null ? [] : [{ ...people }])]
  const [only] = parts
  return parts.length > 1 ? { op: 'and', of: parts } : (only ?? null)
}

/** Whether a condition has its value. */
export function isComplete({ values }: CartRow): boolean {
  return (values[0] ?? '').trim() !== ''
}

/** The row of a condition on a cart; undefined for another part of a filter. */
export function rowOf(part: unknown): CartRow | undefined {
  const { field, is, value, ...others } = Object(part)
  if (Object.keys(others).length > 0 || !isCartField(field)) return undefined
  const known = cartComparisons[cartFields[field]].find((each) => each === is)
  return known && { ...newCartRow(field), is: known, values: [value].flat().map(String) }
}

function partOf({ field, is, values }: CartRow): Record<string, unknown> {
  const kind: CartKind = cartFields[field]
  const isNumber = kind === 'money' || kind === 'number' || kind === 'weekday'
  const all = values.map((each) => (isNumber ? Number(each) : each.trim()))
  const isList = kind === 'list' || is === 'in' || is === 'notIn'
  return { field, is, value: isList ? all : all[0] }
}

function isCartField(name: unknown): name is CartField {
  return typeof name === 'string' && Object.hasOwn(cartFields, name)
}

function mentionsCart(part: unknown): boolean {
  return /"field":"(cart|time|paymentLink|event|place|vendor|stream)\./.test(JSON.stringify(part))
}
