import { field, type FieldProblem } from '#kit/call/problem.ts'
import { comparisonProblems, comparisonText, operatorOf, readComparison } from './comparison.ts'
import type { ConditionKind } from './conditionKind.ts'
import type { EventCondition } from './filter.ts'
import type { FilterReader } from './filterReader.ts'
import {
  boundsOf,
  countRange,
  isCount,
  isWithin,
  occurrenceProblems,
  occurrenceText,
  periodSql,
  readOccurrences,
} from './occurrence.ts'
import { unknownMembers } from './unknownMembers.ts'
import type { FilterSubject, SqlBuild } from './vocabulary.ts'

const eventName = /^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+){0,5}$/
const propertyName = /^[A-Za-z_][A-Za-z0-9_-]{0,59}(\.[A-Za-z_][A-Za-z0-9_-]{0,59}){0,3}$/
const whereMax = 10

type Where = NonNullable<EventCondition['where']>[number]

/** A condition on what happened with the contact: facts of any product, and tracked events. */
export const eventKind: ConditionKind<EventCondition> = {
  key: 'event',
  others: ['where', 'count', 'within', 'between'],
  isNeverNull: true,
  check(condition) {
    const isName = typeof condition.event === 'string' && eventName.test(condition.event)
    const problems = isName
      ? []
      : [field('/event', 'pattern', 'must be the name of an event, such as shop.order.placed')]
    return [...problems, ...whereProblems(condition.where), ...occurrenceProblems(condition)]
  },
  holds: (condition, { events }, { at }) => isCount(matchingEvents(condition, events, at).length, condition.count),
  sql(condition, build) {
    const where = () => [
      `e.account_id = ${build.account()}`,
      `e.name = ${build.bind(condition.event, 'text')}`,
      ...periodSql('e.at', condition, build),
      ...(condition.where ?? []).map((test) => `coalesce(${propertySql(test, build)}, false)`),
    ]
    return countSql({ from: 'marketing_event e', contact: 'e.contact_id', where, condition }, build)
  },
  mention(condition, found) {
    found.events.add(condition.event)
    found.isTimeRelative ||= condition.within !== undefined
  },
  print(condition) {
    const { where = [] } = condition
    const tests = where.map((test) => `${test.prop} ${comparisonText(test)}`).join(', ')
    return `did ${condition.event}${where.length === 0 ? '' : ` [${tests}]`}${occurrenceText(condition)}`
  },
  read(reader) {
    if (!reader.take('did')) return undefined
    const event = reader.word(eventName)
    if (event === undefined) throw reader.error('the name of an event is missing')
    const where = reader.take('[') ? readWhere(reader) : []
    return { event, ...(where.length === 0 ? {} : { where }), ...readOccurrences(reader) }
  },
}

/** The events of a contact that a condition counts. */
export function matchingEvents(condition: EventCondition, events: FilterSubject['events'], at: Date) {
  const bounds = boundsOf(condition, at)
  return events.filter(
    (each) =>
      each.name === condition.event &&
      isWithin(each.at, bounds) &&
      (condition.where ?? []).every((test) => isProperty(each.properties, test, at)),
  )
}

type Counted = {
  from: string
  contact: string
  /** Conditions of the rows, bound at their first use. */
  where(): readonly string[]
  condition: { count?: EventCondition['count'] }
}

/**
 * SQL of a number of rows of a contact: of contacts with enough rows, or not of those with too many, since missing rows
 * cannot be counted. `exists` lets the planner choose between a join and a look-up for each contact.
 */
export function countSql({ from, contact, where, condition }: Counted, build: SqlBuild): string {
  const { atLeast, below } = countRange(condition.count)
  if (below === 0) return 'false'
  if (atLeast === 0 && below === undefined) return 'true'
  const conditions = where().join(' and ')
  const own = `${conditions} and ${contact} = t.id`
  if (below === undefined && atLeast === 1) return `exists (select from ${from} where ${own})`
  if (atLeast === 0 && below === 1) return `(not exists (select from ${from} where ${own}))`
  const [least, end] = atLeast === 0 ? [below, undefined] : [atLeast, below]
  const isEnough = [
    ...(least === undefined ? [] : [`>= ${build.bind(least, 'bigint')}`]),
    ...(end === undefined ? [] : [`< ${build.bind(end, 'bigint')}`]),
  ]
  const having = isEnough.map((test) => `count(*) ${test}`).join(' and ')
  // The planner does not look up a group for one contact, so the look-up is spelled where contacts are few.
  const some = build.isForFew
    ? `exists (select from ${from} where ${own} having ${having})`
    : `exists (select from (select ${contact} as id from ${from} where ${conditions} group by ${contact}
        having ${having}) g where g.id = t.id)`
  return atLeast === 0 ? `(not ${some})` : some
}

function whereProblems(where: unknown): FieldProblem[] {
  if (where === undefined) return []
  if (!Array.isArray(where) || where.length === 0 || where.length > whereMax) {
    return [field('/where', 'items', `must be a list of 1 to ${whereMax} comparisons`)]
  }
  return where.flatMap((test, index) =>
    testProblems(test).map((each) => ({ ...each, path: `/where/${index}${each.path}` })),
  )
}

function testProblems(test: unknown): FieldProblem[] {
  const { prop, is, value, ...others } = Object(test)
  const isName = typeof prop === 'string' && propertyName.test(prop)
  const named = isName ? [] : [field('/prop', 'pattern', 'must be the name of a property')]
  return [...unknownMembers(others), ...named, ...comparisonProblems({ is, value }, 'json')]
}

function isProperty(properties: Readonly<Record<string, unknown>>, test: Where, at: Date): boolean {
  const held = test.prop.split('.').reduce<unknown>((value, key) => memberOf(value, key), properties)
  return operatorOf(test.is).holds(held, test.value, at)
}

/** The own member of an object; undefined for anything else. */
export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, key) ? Object(value)[key] : undefined
}

function propertySql(test: Where, build: SqlBuild): string {
  const sql = `(e.properties #> ${build.bind(test.prop.split('.'), 'text[]')})`
  return operatorOf(test.is).sql({ type: 'json', sql }, test.value, build)
}

function readWhere(reader: FilterReader): Where[] {
  const tests: Where[] = []
  do {
    const prop = reader.word(propertyName)
    if (prop === undefined) throw reader.error('the name of a property is missing')
    tests.push({ prop, ...readComparison(reader) })
  } while (reader.take(','))
  reader.expect(']')
  return tests
}
