import type { JoinExpr, Node, RangeFunction, SelectStmt, WithClause } from 'libpg-query'
import { nodesIn, textOf, textsOf } from '#test/database/sqlSyntax.ts'
import {
  addFilled,
  columnAt,
  renamed,
  united,
  type QueryColumn,
  type Relation,
  type Scope,
  type TableColumns,
} from './queryScope.ts'
import { valueOf } from './queryValues.ts'

/**
 * Columns of a statement's result, with nullability inferred from its syntax tree; nullable where it cannot be
 * inferred. A column without an alias has the name of its column or function, else an empty name.
 */
export function queryColumns(node: Node, tables: TableColumns): QueryColumn[] {
  const none = { relations: [], outer: undefined, isGrouped: false, filled: new Set<string>() }
  return columnsOf(node, { ...none, queries: tables, read: columnsOf })
}

function columnsOf(node: Node, outer: Scope): QueryColumn[] {
  if ('SelectStmt' in node) return selected(node.SelectStmt, outer)
  if ('InsertStmt' in node) {
    const scope = inner(outer, node.InsertStmt.withClause)
    if (node.InsertStmt.relation !== undefined) addItem({ RangeVar: node.InsertStmt.relation }, scope)
    return outputs(node.InsertStmt.returningClause?.exprs, scope)
  }
  if ('UpdateStmt' in node) return updated(node, outer)
  if (!('DeleteStmt' in node)) return []
  const { relation, usingClause = [], whereClause, withClause, returningClause } = node.DeleteStmt
  const scope = inner(outer, withClause)
  for (const each of [...(relation === undefined ? [] : [{ RangeVar: relation }]), ...usingClause]) addItem(each, scope)
  addFilled(whereClause, scope)
  return outputs(returningClause?.exprs, scope)
}

function updated(node: Extract<Node, { UpdateStmt: unknown }>, outer: Scope): QueryColumn[] {
  const { relation, fromClause = [], whereClause, withClause, returningClause, targetList = [] } = node.UpdateStmt
  const scope = inner(outer, withClause)
  for (const each of [...(relation === undefined ? [] : [{ RangeVar: relation }]), ...fromClause]) addItem(each, scope)
  addFilled(whereClause, scope)
  // The condition holds for the row before the update, the new values for the row after it.
  const target = scope.relations[0]?.alias ?? ''
  for (const each of targetList) {
    if (!('ResTarget' in each)) continue
    const column = `${target}.${each.ResTarget.name ?? ''}`
    if (valueOf(each.ResTarget.val, scope).isNullable) scope.filled.delete(column)
    else scope.filled.add(column)
  }
  return outputs(returningClause?.exprs, scope)
}

function selected(select: SelectStmt, outer: Scope): QueryColumn[] {
  const scope = inner(outer, select.withClause)
  const { larg, rarg, valuesLists, fromClause = [], whereClause, targetList, groupClause = [] } = select
  if (larg !== undefined && rarg !== undefined) return united(selected(larg, scope), selected(rarg, scope))
  if (valuesLists !== undefined) return valuesOf(valuesLists, scope)
  for (const each of fromClause) addItem(each, scope)
  addFilled(whereClause, scope)
  if (nodesIn(groupClause, 'GroupingSet').length > 0) throw new Error('grouping sets are not known here')
  scope.isGrouped = groupClause.length > 0
  return outputs(targetList, scope)
}

function valuesOf(lists: readonly Node[], scope: Scope): QueryColumn[] {
  const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []).map((item) => valueOf(item, scope)) : []))
  const columns = rows.reduce((left, right) => united(left, right))
  return columns.map((column, at) => ({ ...column, name: `column${at + 1}` }))
}

function inner(outer: Scope, clause: WithClause | undefined): Scope {
  const queries = new Map(outer.queries)
  const scope: Scope = { relations: [], queries, outer, isGrouped: false, filled: new Set(), read: columnsOf }
  for (const each of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in each) || each.CommonTableExpr.ctequery === undefined) continue
    const { ctename = '', ctequery, aliascolnames } = each.CommonTableExpr
    const first = clause?.recursive === true && 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined
    if (first !== undefined) queries.set(ctename, renamed(selected(first, scope), aliascolnames))
    // The columns of a recursive query settle after one more reading: nulls of the second arm reach the first.
    for (let turn = first === undefined ? 1 : 0; turn < 2; turn++)
      queries.set(ctename, renamed(columnsOf(ctequery, scope), aliascolnames))
  }
  return scope
}

/** Adds the relations of an item of a FROM clause, and returns them. */
function addItem(node: Node, scope: Scope): Relation[] {
  if ('JoinExpr' in node) return addJoin(node.JoinExpr, scope)
  const relation = relationOf(node, scope)
  if (relation === undefined) throw new Error(`FROM holds ${Object.keys(node).join()}, which is not known here`)
  scope.relations.push(relation)
  return [relation]
}

function relationOf(node: Node, scope: Scope): Relation | undefined {
  if ('RangeVar' in node) {
    const { relname = '', alias } = node.RangeVar
    const columns = scope.queries.get(relname) ?? []
    return { alias: alias?.aliasname ?? relname, columns: renamed(columns, alias?.colnames) }
  }
  if ('RangeFunction' in node) return functionRelation(node.RangeFunction)
  if (!('RangeSubselect' in node) || node.RangeSubselect.subquery === undefined) return undefined
  const { subquery, alias } = node.RangeSubselect
  return { alias: alias?.aliasname ?? '', columns: renamed(columnsOf(subquery, scope), alias?.colnames) }
}

/** Rows of a function may be null in every column, such as an element of an array, except for the ordinal number. */
function functionRelation({ alias, coldeflist = [], ordinality }: RangeFunction): Relation {
  const defined = coldeflist.flatMap((each) => ('ColumnDef' in each ? [each.ColumnDef.colname ?? ''] : []))
  const names = defined.length > 0 ? defined : textsOf(alias?.colnames)
  const given = names.length > 0 ? names : [alias?.aliasname ?? '']
  const isOrdinal = (at: number) => ordinality === true && at === given.length - 1
  const columns = given.map((name, at) => ({ name, isNullable: !isOrdinal(at) }))
  return { alias: alias?.aliasname ?? '', columns }
}

function addJoin({ larg, rarg, jointype, quals }: JoinExpr, scope: Scope): Relation[] {
  const left = larg === undefined ? [] : addItem(larg, scope)
  const right = rarg === undefined ? [] : addItem(rarg, scope)
  const outer = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [...left, ...right] }
  if (jointype === 'JOIN_INNER') addFilled(quals, scope)
  const absent =
    jointype === 'JOIN_LEFT' || jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL' ? outer[jointype] : []
  for (const each of absent) {
    for (const { name } of each.columns) scope.filled.delete(`${each.alias}.${name}`)
    each.columns = each.columns.map((column) => ({ ...column, isNullable: true }))
  }
  return [...left, ...right]
}

function outputs(targets: readonly Node[] | undefined, scope: Scope): QueryColumn[] {
  return (targets ?? []).flatMap((target) => ('ResTarget' in target ? output(target.ResTarget, scope) : []))
}

function output({ name, val }: { name?: string; val?: Node }, scope: Scope): QueryColumn[] {
  const fields = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : []
  const last = fields.at(-1)
  if (last !== undefined && 'A_Star' in last) {
    const alias = fields.length > 1 ? textOf(fields[0]) : undefined
    const relations = scope.relations.filter((each) => alias === undefined || each.alias === alias)
    return relations.flatMap((each) => each.columns.map((column) => columnAt([each.alias, column.name], scope)))
  }
  const value = valueOf(val, scope)
  const called = val !== undefined && 'FuncCall' in val ? textOf(val.FuncCall.funcname?.at(-1)) : value.name
  return [{ ...value, name: name ?? called }]
}
