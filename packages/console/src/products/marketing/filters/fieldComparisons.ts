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
/** Comparisons with a text, whatever it looks like. */
export const textForms: ReadonlySet<Comparison> = new Set<Comparison>([
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
])

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

/** The comparison of a row whose field changes: the one it has, where the new field takes it and can satisfy it. */
export function keptComparison(is: Comparison, field: string): Comparison {
  const taken = comparisons(field)
  const [first = 'eq'] = taken
  // Only a list satisfies these, and most attributes hold one value: a row that began with tags would match no contact.
  const isOfLists = kindOfField(field) === 'own' && comparisonsOf.list.includes(is) && formOf(is) === 'list'
  return taken.includes(is) && !isOfLists ? is : first
}

/** Prefix of the fields that an account names itself. */
export const ownField = 'attributes.'

/** Whether a value names a comparison that rows show. */
export function isComparison(value: unknown): value is Comparison {
  return comparisonNames.some((name) => name === value)
}
