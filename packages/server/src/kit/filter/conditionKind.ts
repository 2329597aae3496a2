import type { FieldProblem } from '#kit/call/problem.ts'
import type { FilterCondition } from './filter.ts'
import type { FilterReader } from './filterReader.ts'
import type { FilterSubject, Mentions, SqlBuild, Vocabulary } from './vocabulary.ts'

/**
 * A kind of condition, such as on fields or on events: its check, its meaning in memory and in SQL, and its text form,
 * side by side. Another kind is another file, and a line in `conditionKinds.ts`.
 */
export type ConditionKind<C = FilterCondition> = {
  /** Property by which a condition is of the kind. */
  key: string
  /** Other properties that a condition may have. */
  others: readonly string[]
  /** Problems of a condition, whose paths begin with a slash below the condition. */
  check(condition: C, vocabulary: Vocabulary): FieldProblem[]
  holds(condition: C, subject: FilterSubject, on: { vocabulary: Vocabulary; at: Date }): boolean
  /** Whether the SQL is true or false, in one term: `not` in front of it is plain. */
  isNeverNull?: true
  /** SQL of the row `t`: true, false or null, which counts as false. */
  sql(condition: C, build: SqlBuild, vocabulary: Vocabulary): string
  mention(condition: C, found: Mentions, vocabulary: Vocabulary): void
  print(condition: C): string
  /** Reads a condition of the text form; undefined where another kind begins. */
  read(reader: FilterReader, vocabulary: Vocabulary): C | undefined
}
