import { kindOf } from './conditionKinds.ts'
import { isGroup, membersOf, type Filter, type FilterCondition } from './filter.ts'
import type { FilterSubject, Vocabulary } from './vocabulary.ts'

/** Vocabulary and moment of an evaluation. */
export type Evaluation = { vocabulary: Vocabulary; at: Date }

/** Result of each part of a filter for one contact. */
export type Explanation =
  | { op: 'and' | 'or' | 'not'; holds: boolean; of: Explanation[] }
  | { condition: FilterCondition; holds: boolean }

/** Whether a contact satisfies a checked filter. */
export function matches(filter: Filter, subject: FilterSubject, on: Evaluation): boolean {
  if (!isGroup(filter)) return kindOf(filter).holds(filter, subject, on)
  if (filter.op === 'not') return !matches(filter.of, subject, on)
  if (filter.op === 'and') return filter.of.every((each) => matches(each, subject, on))
  return filter.of.some((each) => matches(each, subject, on))
}

/** The tree of a filter with the result of each part. */
export function explain(filter: Filter, subject: FilterSubject, on: Evaluation): Explanation {
  const holds = matches(filter, subject, on)
  if (!isGroup(filter)) return { condition: filter, holds }
  return { op: filter.op, holds, of: membersOf(filter).map((each) => explain(each, subject, on)) }
}
