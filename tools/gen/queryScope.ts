import type { Node } from 'libpg-query'
import { textOf, textsOf } from '#test/database/sqlSyntax.ts'

/** A column of a table or of a query's result. `values`: its only possible texts, where SQL restricts them. */
export type QueryColumn = { name: string; isNullable: boolean; values?: readonly string[] | undefined }

/** Columns of the tables, by the table's name, in their order. */
export type TableColumns = ReadonlyMap<string, readonly QueryColumn[]>

/** A table or query of a FROM clause. */
export type Relation = { alias: string; columns: readonly QueryColumn[] }
/** Names for an expression: relations of its query, queries of with clauses, then names around it. */
export type Scope = {
  relations: Relation[]
  queries: TableColumns
  outer: Scope | undefined
  isGrouped: boolean
  /** Infers the columns of a query within this one. */
  read: (query: Node, around: Scope) => QueryColumn[]
  /** Columns that hold a value, as `alias.name`: null would not meet a condition, or the update sets them. */
  filled: Set<string>
}

/** A value that can be null. */
export const nullable: QueryColumn = { name: '', isNullable: true }
/** A value that is never null. */
export const filled: QueryColumn = { name: '', isNullable: false }

/** Columns of the rows of two queries together. */
export function united(left: readonly QueryColumn[], right: readonly QueryColumn[]): QueryColumn[] {
  return left.map((column, at) => ({ ...eitherOf([column, right[at] ?? nullable]), name: column.name }))
}

/** Value of one of several expressions. */
export function eitherOf(some: readonly QueryColumn[]): QueryColumn {
  const isKnown = some.every(({ values }) => values !== undefined)
  const values = isKnown ? [...new Set(some.flatMap((each) => each.values ?? []))] : undefined
  return { name: '', isNullable: some.some(({ isNullable }) => isNullable), values }
}

/** Columns under the names of an alias. */
export function renamed(columns: readonly QueryColumn[], names: readonly Node[] | undefined): QueryColumn[] {
  const given = textsOf(names)
  return columns.map((column, at) => ({ ...column, name: given[at] ?? column.name }))
}

const comparisons = new Set(['=', '<', '>', '<=', '>=', '<>'])

/** Notes the columns that must hold a value for a condition to be true. */
export function addFilled(condition: Node | undefined, scope: Scope): void {
  if (condition === undefined) return
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
    for (const each of condition.BoolExpr.args ?? []) addFilled(each, scope)
  }
  if ('NullTest' in condition && condition.NullTest.nulltesttype === 'IS_NOT_NULL') note(condition.NullTest.arg, scope)
  if (!('A_Expr' in condition) || !comparisons.has(textOf(condition.A_Expr.name?.[0]))) return
  const { kind, lexpr, rexpr } = condition.A_Expr
  if (kind === 'AEXPR_OP' || kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') note(lexpr, scope)
  if (kind === 'AEXPR_OP') note(rexpr, scope)
}

function note(node: Node | undefined, scope: Scope): void {
  const names = node !== undefined && 'ColumnRef' in node ? textsOf(node.ColumnRef.fields) : []
  const found = names.length === 0 ? undefined : relationWith(names, scope)
  if (found !== undefined) scope.filled.add(`${found.alias}.${names.at(-1) ?? ''}`)
}

function relationWith(names: readonly string[], { relations }: Scope): Relation | undefined {
  const name = names.at(-1) ?? ''
  const alias = names.at(-2)
  return relations.find(
    (each) => (alias === undefined || each.alias === alias) && each.columns.some((column) => column.name === name),
  )
}

/** A column of the nearest scope that has it, null only if no condition compares it there. */
export function columnAt(names: readonly string[], scope: Scope | undefined): QueryColumn {
  if (scope === undefined) return nullable
  const relation = relationWith(names, scope)
  const column = relation?.columns.find(({ name }) => name === names.at(-1))
  if (relation === undefined || column === undefined) return columnAt(names, scope.outer)
  return scope.filled.has(`${relation.alias}.${column.name}`) ? { ...column, isNullable: false } : column
}
