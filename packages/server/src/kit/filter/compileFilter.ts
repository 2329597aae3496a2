import type { Condition } from '#kit/call/context.ts'
import { kindOf } from './conditionKinds.ts'
import { isGroup, type Filter } from './filter.ts'
import type { SqlBuild, Vocabulary } from './vocabulary.ts'

/** Account, vocabulary and moment of a compiled filter. */
export type Compilation = { accountId: number; vocabulary: Vocabulary; at: Date }

/** A checked filter as a condition on the row `t` of `marketing_contact`: true exactly for contacts that match. */
export function compileFilter(filter: Filter, { accountId, vocabulary, at }: Compilation): Condition {
  const values: unknown[] = []
  const bind = (value: unknown, cast?: string) => {
    values.push(value)
    return cast === undefined ? `$${values.length}` : `$${values.length}::${cast}`
  }
  let account: string | undefined
  const build: SqlBuild = { bind, account: () => (account ??= bind(accountId, 'bigint')), at }
  return { sql: nodeSql(filter, build, vocabulary), values }
}

function nodeSql(filter: Filter, build: SqlBuild, vocabulary: Vocabulary): string {
  if (!isGroup(filter)) return `coalesce(${kindOf(filter).sql(filter, build, vocabulary)}, false)`
  if (filter.op === 'not') return `not ${nodeSql(filter.of, build, vocabulary)}`
  return `(${filter.of.map((each) => nodeSql(each, build, vocabulary)).join(` ${filter.op} `)})`
}
