import type { Condition } from '#kit/call/context.ts'
import { kindOf } from './conditionKinds.ts'
import { isGroup, type Filter } from './filter.ts'
import type { SqlBuild, Vocabulary } from './vocabulary.ts'

/** Account, vocabulary and moment of a compiled filter. */
export type Compilation = { accountId: number; vocabulary: Vocabulary; at: Date; isForFew?: boolean }

/**
 * A checked filter as a condition on the row `t` of `marketing_contact`: true exactly for contacts that match, false or
 * null for others. `isForFew`: the statement names the contacts.
 */
export function compileFilter(filter: Filter, on: Compilation): Condition {
  const { accountId, vocabulary, at, isForFew = false } = on
  const values: unknown[] = []
  const bind = (value: unknown, cast?: string) => {
    values.push(value)
    return cast === undefined ? `$${values.length}` : `$${values.length}::${cast}`
  }
  let account: string | undefined
  const build: SqlBuild = { bind, account: () => (account ??= bind(accountId, 'bigint')), at, isForFew }
  return { sql: nodeSql(filter, build, vocabulary), values }
}

/**
 * SQL of a part. Null counts as false, in the condition of a statement as below `and` and `or`: so a comparison stands
 * as it is, for the indexes. Only `not` makes a difference between them.
 */
function nodeSql(filter: Filter, build: SqlBuild, vocabulary: Vocabulary): string {
  if (!isGroup(filter)) return kindOf(filter).sql(filter, build, vocabulary)
  if (filter.op !== 'not') {
    return `(${filter.of.map((each) => `(${nodeSql(each, build, vocabulary)})`).join(` ${filter.op} `)})`
  }
  const inner = nodeSql(filter.of, build, vocabulary)
  const isNeverNull = !isGroup(filter.of) && kindOf(filter.of).isNeverNull === true
  return isNeverNull ? `not ${inner}` : `(${inner}) is not true`
}
