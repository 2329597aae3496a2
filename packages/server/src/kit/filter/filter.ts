import { Type } from '#kit/values/schema.ts'

/** Bounds of a filter: levels of groups, conditions and groups in all, items of a list, characters of a text. */
export const filterBounds = { depthMax: 8, nodesMax: 100, listMax: 500, textMax: 1_000, countMax: 1_000_000 } as const

/** Names of the comparisons of a field or a property. */
export const operatorNames = [
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
  'exists',
  'notExists',
  'before',
  'after',
  'withinLast',
  'withinNext',
  'any',
  'all',
  'none',
  'matches',
] as const
/** Name of a comparison. */
export type OperatorName = (typeof operatorNames)[number]

/** A single value of a comparison. */
export type Scalar = string | number | boolean
/** Comparison of a value: a field of a contact, or a property of an event. */
export type Comparison = { is: OperatorName; value?: Scalar | readonly Scalar[] }

/** Comparisons of counts. */
export const countOperators = ['eq', 'gt', 'gte', 'lt', 'lte'] as const
/** A number of occurrences. */
export type Count = { is: (typeof countOperators)[number]; value: number }
/** Period of occurrences: back from now (ISO 8601 duration), or between two moments. */
export type Period = { within?: string; between?: readonly [string, string] }

/** Things that happen with a mail. */
export const mailActions = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'replied',
  'bounced',
  'complained',
  'unsubscribed',
  'converted',
] as const
/** Something that happens with a mail. */
export type MailAction = (typeof mailActions)[number]

/** Things that happen with a coupon of a contact. */
export const couponActions = ['redeemed', 'reserved', 'released', 'rolledBack'] as const
/** Something that happens with a coupon. */
export type CouponAction = (typeof couponActions)[number]

/** Condition on a field: `{ field: 'country', is: 'eq', value: 'DE' }`. */
export type FieldCondition = { field: string } & Comparison
/** Condition on events of a contact, by their properties, number and period. */
export type EventCondition = {
  event: string
  where?: readonly ({ prop: string } & Comparison)[]
  count?: Count
} & Period
/** Condition on mails to a contact. */
export type MailCondition = {
  email: { action: MailAction; campaignId?: string; templateId?: string }
  count?: Count
} & Period
/** Condition on the membership in a segment. */
export type SegmentCondition = { segment: string }
/** Condition on a stable share of all contacts. */
export type BucketCondition = { bucket: { percent: number; salt: string } }

/** Condition on the use of coupons. */
export type CouponCondition = { coupon: { action: CouponAction; couponId?: string }; count?: Count } & Period
/** Condition on the tokens that a contact can spend. */
export type LoyaltyCondition = { loyalty: { balance: { token: string } & Count } }
/** Condition on the payments of a contact: their number, or their sum in a currency in minor units. */
export type PaymentCondition = { payment: { total: Count; currency: string } | { count: Count } }

/** A condition. Each kind has a property of its own. */
export type FilterCondition =
  | FieldCondition
  | EventCondition
  | MailCondition
  | SegmentCondition
  | BucketCondition
  | CouponCondition
  | LoyaltyCondition
  | PaymentCondition

/** A filter of contacts: conditions, joined by `and`, `or` and `not`. */
export type Filter = { op: 'and' | 'or'; of: readonly Filter[] } | { op: 'not'; of: Filter } | FilterCondition

/** Schema of a filter in an input. `checkFilter` checks its content, which nests too deep for a schema. */
export function filterInput(description: string) {
  return Type.Unsafe<Filter>({ type: 'object', description, maxProperties: 8, 'x-free': true })
}

/** Whether a filter is a group. */
export function isGroup(filter: Filter): filter is Extract<Filter, { op: string }> {
  return Object.hasOwn(filter, 'op')
}

/** The members of a group, one for `not`. */
export function membersOf(group: Extract<Filter, { op: string }>): readonly Filter[] {
  return group.op === 'not' ? [group.of] : group.of
}

/** The filter without groups of one member: the form that the text form has. */
export function canonicalFilter(filter: Filter): Filter {
  if (!isGroup(filter)) return filter
  if (filter.op === 'not') return { op: 'not', of: canonicalFilter(filter.of) }
  const members = filter.of.map(canonicalFilter)
  const [only] = members
  return members.length === 1 && only !== undefined ? only : { op: filter.op, of: members }
}
