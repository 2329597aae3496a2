import type { OperatorName, Scalar } from './filter.ts'
import { spanMs } from '#kit/values/span.ts'
import type { FieldType, FilterField, SqlBuild } from './vocabulary.ts'

/** Form of the value of a comparison. */
export type ValueForm = 'scalar' | 'number' | 'text' | 'scalars' | 'texts' | 'moment' | 'span' | 'none'

/** A value in SQL: of which type, its expression, and the condition of a field that an index finds it by. */
export type SqlValue = { type: FieldType; sql: string; holding?: FilterField['holding'] }

/** One comparison: the same meaning in memory and in SQL. A missing value satisfies negations alone. */
export type Operator = {
  value: ValueForm
  on: readonly FieldType[]
  /** Words of the text form. */
  phrase: string
  isTimeRelative?: boolean
  holds(held: unknown, value: unknown, at: Date): boolean
  /** True, false or null; null counts as false. */
  sql(held: SqlValue, value: unknown, build: SqlBuild): string
}

type Positive = Omit<Operator, 'phrase'>

const texts = ['text', 'json'] as const
const numbers = ['number', 'json'] as const
const moments = ['moment', 'json'] as const
const lists = ['list', 'json'] as const
const single = ['text', 'number', 'flag', 'json'] as const
const every = ['text', 'number', 'flag', 'moment', 'list', 'json'] as const

const equal: Positive = {
  value: 'scalar',
  on: single,
  holds: (held, value) => held === value,
  sql: (held, value, build) => held.holding?.(value, build) ?? `${held.sql} = ${boundScalar(held.type, value, build)}`,
}

const among: Positive = {
  value: 'scalars',
  on: single,
  holds: (held, value) => listOf(value).includes(held),
  sql: (held, value, build) => `${held.sql} = any(${boundScalars(held.type, value, build)})`,
}

const contains = onText(
  (held, value) => held.includes(value),
  (held, value) => `strpos(${held}, ${value}) > 0`,
)

const exists: Positive = {
  value: 'none',
  on: every,
  holds: (held) => held !== null && held !== undefined && !(Array.isArray(held) && held.length === 0),
  sql({ type, sql }) {
    if (type === 'list') return `cardinality(${sql}) > 0`
    const isSome = `${sql} is not null`
    return type === 'json' ? `${isSome} and ${sql} not in ('null'::jsonb, '[]'::jsonb)` : isSome
  },
}

const any: Positive = {
  value: 'texts',
  on: lists,
  holds: (held, value) => textsIn(held).some((each) => listOf(value).includes(each)),
  sql: (held, value, build) => `${listSql(held)} && ${build.bind(value, 'text[]')}`,
}

/** Every comparison by name. */
export const operators: Readonly<Record<OperatorName, Operator>> = {
  eq: { ...equal, phrase: '=' },
  ne: { ...negated(equal), phrase: '!=' },
  gt: { ...onNumber((held, value) => held > value, '>'), phrase: '>' },
  gte: { ...onNumber((held, value) => held >= value, '>='), phrase: '>=' },
  lt: { ...onNumber((held, value) => held < value, '<'), phrase: '<' },
  lte: { ...onNumber((held, value) => held <= value, '<='), phrase: '<=' },
  in: { ...among, phrase: 'in' },
  notIn: { ...negated(among), phrase: 'not in' },
  contains: { ...contains, phrase: 'contains' },
  notContains: { ...negated(contains), phrase: 'does not contain' },
  startsWith: {
    ...onText(
      (held, value) => held.startsWith(value),
      (held, value) => `starts_with(${held}, ${value})`,
    ),
    phrase: 'starts with',
  },
  endsWith: {
    ...onText(
      (held, value) => held.endsWith(value),
      (held, value) => `right(${held}, length(${value})) = ${value}`,
    ),
    phrase: 'ends with',
  },
  exists: { ...exists, phrase: 'exists' },
  notExists: { ...negated(exists), phrase: 'does not exist' },
  before: { ...onMoment((heldMs, valueMs) => heldMs < valueMs, '<'), phrase: 'before' },
  after: { ...onMoment((heldMs, valueMs) => heldMs > valueMs, '>'), phrase: 'after' },
  withinLast: { ...within(-1), phrase: 'within last' },
  withinNext: { ...within(1), phrase: 'within next' },
  any: { ...any, phrase: 'any of' },
  all: {
    value: 'texts',
    on: lists,
    holds: (held, value) => listOf(value).every((each) => textsIn(held).some((item) => item === each)),
    sql: (held, value, build) => `${listSql(held)} @> ${build.bind(value, 'text[]')}`,
    phrase: 'all of',
  },
  none: { ...negated(any), phrase: 'none of' },
  matches: {
    value: 'text',
    on: texts,
    holds: (held, value) => typeof held === 'string' && isLike(folded(held), folded(String(value))),
    sql: (held, value, build) => `${textSql(held)} like ${build.bind(likePattern(folded(String(value))), 'text')}`,
    phrase: 'matches',
  },
}

/** The contrary of a comparison: true for a missing value. */
function negated(of: Positive): Positive {
  return {
    ...of,
    holds: (held, value, at) => !of.holds(held, value, at),
    sql: ({ type, sql }, value, build) => `not coalesce(${of.sql({ type, sql }, value, build)}, false)`,
  }
}

/** A comparison of texts, in which the case of ASCII letters does not count, as in the collation C. */
function onText(
  holds: (held: string, value: string) => boolean,
  sql: (held: string, value: string) => string,
): Positive {
  return {
    value: 'text',
    on: texts,
    holds: (held, value) => typeof held === 'string' && holds(folded(held), folded(String(value))),
    sql: (held, value, build) => sql(textSql(held), build.bind(folded(String(value)), 'text')),
  }
}

function onNumber(holds: (held: number, value: number) => boolean, sign: string): Positive {
  return {
    value: 'number',
    on: numbers,
    holds: (held, value) => typeof held === 'number' && holds(held, Number(value)),
    sql: (held, value, build) => `${numberSql(held)} ${sign} ${build.bind(String(value), 'numeric')}`,
  }
}

function onMoment(holds: (held: string, value: string) => boolean, sign: string): Positive {
  return {
    value: 'moment',
    on: moments,
    holds(held, value) {
      const text = momentText(held)
      return text !== undefined && holds(text, new Date(String(value)).toISOString())
    },
    sql: (held, value, build) => momentSql(held, sign, { at: new Date(String(value)), build }),
  }
}

function within(direction: -1 | 1): Positive & { isTimeRelative: true } {
  const boundsOf = (value: unknown, at: Date) => {
    const far = new Date(at.getTime() + direction * (spanMs(String(value)) ?? 0))
    return direction < 0 ? { from: far, to: at } : { from: at, to: far }
  }
  return {
    value: 'span',
    on: moments,
    isTimeRelative: true,
    holds(held, value, at) {
      const text = momentText(held)
      const { from, to } = boundsOf(value, at)
      return text !== undefined && text > from.toISOString() && text <= to.toISOString()
    },
    sql(held, value, build) {
      const { from, to } = boundsOf(value, build.at)
      return `${momentSql(held, '>', { at: from, build })} and ${momentSql(held, '<=', { at: to, build })}`
    },
  }
}

/** A text with ASCII letters in lower case, as `lower(… collate "C")` makes it. */
function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textsIn(held: unknown): readonly string[] {
  return listOf(held).filter((each) => typeof each === 'string')
}

function textSql({ type, sql }: SqlValue): string {
  const text = type === 'json' ? `case when jsonb_typeof(${sql}) = 'string' then ${sql} #>> '{}' end` : sql
  return `lower((${text}) collate "C")`
}

function numberSql({ type, sql }: SqlValue): string {
  return type === 'json' ? `case when jsonb_typeof(${sql}) = 'number' then (${sql})::numeric end` : sql
}

function listSql({ type, sql }: SqlValue): string {
  if (type === 'list') return sql
  const items = `select e #>> '{}' from jsonb_array_elements(${sql}) e where jsonb_typeof(e) = 'string'`
  return `case when jsonb_typeof(${sql}) = 'array' then array(${items}) end`
}

/** Moments in attributes: a day or a moment in UTC. Their texts have the order of time. */
const momentForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{3})?Z)?$/

/** A moment as a text with milliseconds; undefined for another value. A day begins at midnight UTC. */
function momentText(held: unknown): string | undefined {
  if (held instanceof Date) return held.toISOString()
  if (typeof held !== 'string' || !momentForm.test(held)) return undefined
  if (held.length === 10) return `${held}T00:00:00.000Z`
  return held.length === 20 ? held.replace('Z', '.000Z') : held
}

type Bound = { at: Date; build: SqlBuild }

function momentSql({ type, sql }: SqlValue, sign: string, { at, build }: Bound): string {
  if (type === 'moment') return `${sql} ${sign} ${build.bind(at.toISOString(), 'timestamptz')}`
  const text = `${sql} #>> '{}'`
  const isMoment = `jsonb_typeof(${sql}) = 'string' and ${text} ~ '${momentForm.source}'`
  const whole =
    `case length(${text}) when 10 then ${text} || 'T00:00:00.000Z' ` +
    `when 20 then replace(${text}, 'Z', '.000Z') else ${text} end`
  return `case when ${isMoment} then (${whole}) collate "C" ${sign} ${build.bind(at.toISOString(), 'text')} end`
}

function boundScalar(type: FieldType, value: unknown, build: SqlBuild): string {
  if (type === 'json') return build.bind(JSON.stringify(value), 'jsonb')
  return build.bind(type === 'number' ? String(value) : value, sqlTypes[type])
}

function boundScalars(type: FieldType, value: unknown, build: SqlBuild): string {
  const items = listOf(value)
  if (type === 'json')
    return build.bind(
      items.map((each) => JSON.stringify(each)),
      'jsonb[]',
    )
  return build.bind(type === 'number' ? items.map(String) : items, `${sqlTypes[type]}[]`)
}

const sqlTypes: Readonly<Record<FieldType, string>> = {
  text: 'text',
  number: 'numeric',
  flag: 'boolean',
  moment: 'timestamptz',
  list: 'text',
  json: 'jsonb',
}

/** A pattern with `*` for any characters and `?` for one, as a pattern of LIKE. */
function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}

/** Whether a text fits a pattern of `*` and `?`. Takes time by the product of both lengths at most. */
function isLike(text: string, pattern: string): boolean {
  const [letters, wanted] = [[...text], [...pattern]]
  let [at, next, star, resume] = [0, 0, -1, 0]
  while (at < letters.length) {
    if (wanted[next] === '*') {
      star = next
      next += 1
      resume = at
    } else if (wanted[next] === '?' || (wanted[next] !== undefined && wanted[next] === letters[at])) {
      next += 1
      at += 1
    } else if (star >= 0) {
      next = star + 1
      resume += 1
      at = resume
    } else return false
  }
  while (wanted[next] === '*') next += 1
  return next === wanted.length
}

/** Whether a value has the form that a comparison takes. */
export function hasForm(value: unknown, form: ValueForm): boolean {
  if (form === 'none') return value === undefined
  if (form === 'scalars' || form === 'texts') {
    return Array.isArray(value) && value.every((each) => hasForm(each, form === 'texts' ? 'text' : 'scalar'))
  }
  if (form === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (form === 'scalar') return isScalar(value)
  if (typeof value !== 'string') return false
  // Without zeros in front a span has one text, whichever way it is written.
  if (form === 'span') return spanMs(value) !== undefined && !/[A-Z]0/.test(value)
  return form === 'moment' ? isMomentText(value) : value !== ''
}

/** A day, or a moment with its offset: one without an offset would depend on the time zone of the server. */
const givenMoment =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/

/** Years that PostgreSQL and ISO texts of four digits hold, whatever the offset. */
const momentYears = { least: 1900, most: 9_998 }

function isMomentText(value: string): boolean {
  const day = givenMoment.exec(value)?.[1]
  if (day === undefined || Number.isNaN(new Date(value).getTime())) return false
  const year = Number(day.slice(0, 4))
  // Date turns the 30th of February into the 2nd of March.
  const isDay = new Date(day).toISOString().startsWith(day)
  return isDay && year >= momentYears.least && year <= momentYears.most
}

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'boolean' || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
  )
}
