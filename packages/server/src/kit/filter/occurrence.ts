import { field, type FieldProblem } from '#kit/call/problem.ts'
import { readSpan } from './comparison.ts'
import { countOperators, filterBounds, type Count, type Period } from './filter.ts'
import type { FilterReader } from './filterReader.ts'
import { hasForm } from './operators.ts'
import { spanMs, spanText } from '#kit/values/span.ts'
import { unknownMembers } from './unknownMembers.ts'
import type { SqlBuild } from './vocabulary.ts'

type Occurrences = { count?: Count } & Period

const countPhrases: Readonly<Record<Count['is'], string>> = {
  gte: 'at least',
  lte: 'at most',
  eq: 'exactly',
  gt: 'more than',
  lt: 'less than',
}

/** Problems of number and period of occurrences. */
export function occurrenceProblems({ count, within, between }: Occurrences): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (count !== undefined) problems.push(...countProblems(count))
  if (within !== undefined && !hasForm(within, 'span')) {
    problems.push(field('/within', 'format', 'must be a duration such as P30D or PT2H'))
  }
  if (between !== undefined) problems.push(...betweenProblems(between))
  if (within !== undefined && between !== undefined) {
    problems.push(field('/between', 'notAllowed', 'goes without within'))
  }
  return problems
}

function countProblems(count: unknown): FieldProblem[] {
  const { is, value, ...others } = Object(count)
  const isKnown = countOperators.some((name) => name === is)
  const isWhole = Number.isInteger(value) && value >= 0 && value <= filterBounds.countMax
  return [
    ...(isKnown ? [] : [field('/count/is', 'enum', `must be one of ${countOperators.join(', ')}`)]),
    ...(isWhole ? [] : [field('/count/value', 'type', `must be a whole number from 0 to ${filterBounds.countMax}`)]),
    ...unknownMembers(others, '/count'),
  ]
}

function betweenProblems(between: unknown): FieldProblem[] {
  const isPair = Array.isArray(between) && between.length === 2 && between.every((each) => hasForm(each, 'moment'))
  if (!isPair) return [field('/between', 'type', 'must be two moments such as 2026-11-21T09:00:00Z')]
  const isOrdered = new Date(between[0]) <= new Date(between[1])
  return isOrdered ? [] : [field('/between/1', 'minimum', 'must not come before the first moment')]
}

/** First and last moment of a period; `from` is undefined where it is open. */
export type Bounds = { from: Date | undefined; to: Date }

/** First and last moment of a period. */
export function boundsOf({ within, between }: Period, at: Date): Bounds {
  if (between !== undefined) return { from: new Date(between[0]), to: new Date(between[1]) }
  const ms = within === undefined ? undefined : spanMs(within)
  return { from: ms === undefined ? undefined : new Date(at.getTime() - ms), to: at }
}

/** Whether a moment lies within bounds. */
export function isWithin(moment: Date, { from, to }: Bounds): boolean {
  return (from === undefined || moment >= from) && moment <= to
}

/** Conditions on a column of moments. */
export function periodSql(column: string, period: Period, build: SqlBuild): string[] {
  const { from, to } = boundsOf(period, build.at)
  const bound = (moment: Date, sign: string) => `${column} ${sign} ${build.bind(moment.toISOString(), 'timestamptz')}`
  return [...(from === undefined ? [] : [bound(from, '>=')]), bound(to, '<=')]
}

/** Whether a number of occurrences satisfies a count; at least one without a count. */
export function isCount(found: number, { is, value }: Count = { is: 'gte', value: 1 }): boolean {
  if (is === 'eq') return found === value
  if (is === 'gt') return found > value
  if (is === 'gte') return found >= value
  return is === 'lt' ? found < value : found <= value
}

/**
 * A count as ranges: `atLeast` occurrences, and fewer than `below`. One of zero occurrences is a negation, since rows
 * that are missing cannot be counted.
 */
export function countRange({ is, value }: Count = { is: 'gte', value: 1 }): {
  atLeast: number
  below: number | undefined
} {
  if (is === 'gte') return { atLeast: value, below: undefined }
  if (is === 'gt') return { atLeast: value + 1, below: undefined }
  if (is === 'eq') return { atLeast: value, below: value + 1 }
  return { atLeast: 0, below: is === 'lt' ? value : value + 1 }
}

/** Text form of number and period: ` at least 3 times within 30 days`. */
export function occurrenceText({ count, within, between }: Occurrences): string {
  const times = count === undefined ? '' : ` ${countPhrases[count.is]} ${count.value} times`
  if (between !== undefined) return `${times} between ${between[0]} and ${between[1]}`
  return within === undefined ? times : `${times} within ${spanText(within)}`
}

/** Reads number and period of the text form, if they are next. */
export function readOccurrences(reader: FilterReader): Occurrences {
  const found: Occurrences = {}
  const is = countOperators.find((name) => reader.takeAll(countPhrases[name].split(' ')))
  if (is !== undefined) {
    found.count = { is, value: reader.number() }
    if (!reader.take('times') && !reader.take('time')) throw reader.error('times is missing')
  }
  if (reader.take('within')) found.within = readSpan(reader)
  else if (reader.take('between')) {
    const from = reader.moment()
    reader.expect('and')
    found.between = [from, reader.moment()]
  }
  return found
}
