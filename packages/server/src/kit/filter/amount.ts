import { field, type FieldProblem } from '#kit/call/problem.ts'
import { countOperators, type Count } from './filter.ts'
import type { FilterReader } from './filterReader.ts'
import { isCount } from './occurrence.ts'
import { unknownMembers } from './unknownMembers.ts'
import type { SqlBuild } from './vocabulary.ts'

/** Largest compared amount: JSON numbers beyond it are not exact. */
const amountMax = Number.MAX_SAFE_INTEGER

const signs: Readonly<Record<Count['is'], string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }
/** Longer signs first: `>=` begins like `>`. */
const longestFirst = ['gte', 'lte', 'gt', 'lt', 'eq'] as const satisfies readonly Count['is'][]

/** Problems of the comparison of a whole amount, below a path; `others` are its members beside `is` and `value`. */
export function amountProblems({ is, value, ...others }: Record<string, unknown>, path: string): FieldProblem[] {
  const isKnown = countOperators.some((name) => name === is)
  const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= amountMax
  return [
    ...(isKnown ? [] : [field(`${path}/is`, 'enum', `must be one of ${countOperators.join(', ')}`)]),
    ...(isWhole ? [] : [field(`${path}/value`, 'type', 'must be a whole number of at least 0')]),
    ...unknownMembers(others, path),
  ]
}

/** Whether an amount satisfies a comparison. */
export function isAmount(held: number, compared: Count): boolean {
  return isCount(held, compared)
}

type Amounts = {
  /** SQL of the amount within the rows. */
  held: string
  /** Select of the rows of the contact that satisfy a test. */
  rows(test: string): string
  compared: Count
}

/**
 * SQL of the comparison of an amount that is 0 where the contact has no row. Written with `exists`, so that the planner
 * chooses between a join and a look-up for each contact.
 */
export function amountSql({ held, rows, compared }: Amounts, build: SqlBuild): string {
  const test = `${held} ${signs[compared.is]} ${build.bind(String(compared.value), 'bigint')}`
  return isAmount(0, compared) ? `(not exists (${rows(`not (${test})`)}))` : `exists (${rows(test)})`
}

/** Text form of a comparison: `>= 100`. */
export function amountText({ is, value }: Count): string {
  return `${signs[is]} ${value}`
}

/** Reads the comparison of an amount. */
export function readAmount(reader: FilterReader): Count {
  const is = longestFirst.find((name) => reader.take(signs[name]))
  if (is === undefined) throw reader.error('a comparison such as >= is missing')
  return { is, value: reader.number() }
}
