import type { FuncCall, Node, SelectStmt } from 'libpg-query'
import { nodesIn, textOf, textsOf } from '#test/database/sqlSyntax.ts'
import { columnAt, eitherOf, filled, nullable, type QueryColumn, type Scope } from './queryScope.ts'
import { aggregates, strictFunctions, totalFunctions } from './sqlFunctions.ts'

/** An expression as a column without a name. */
export function valueOf(node: Node | undefined, scope: Scope): QueryColumn {
  if (node === undefined) return nullable
  if ('ColumnRef' in node) return columnAt(textsOf(node.ColumnRef.fields), scope)
  if ('A_Const' in node) {
    const { isnull, sval } = node.A_Const
    return { ...filled, isNullable: isnull === true, values: sval === undefined ? undefined : [sval.sval ?? ''] }
  }
  if ('TypeCast' in node) return { ...valueOf(node.TypeCast.arg, scope), values: undefined }
  if ('CoalesceExpr' in node || 'MinMaxExpr' in node) {
    const args = ('CoalesceExpr' in node ? node.CoalesceExpr.args : node.MinMaxExpr.args) ?? []
    const some = args.map((each) => valueOf(each, scope))
    return { ...eitherOf(some), isNullable: some.every(({ isNullable }) => isNullable) }
  }
  if ('CaseExpr' in node) {
    const { args = [], defresult } = node.CaseExpr
    const results = args.map((each) => ('CaseWhen' in each ? each.CaseWhen.result : undefined))
    return eitherOf([...results, defresult].map((each) => valueOf(each, scope)))
  }
  return isNullable(node, scope) ? nullable : filled
}

function areFilled(nodes: readonly (Node | undefined)[], scope: Scope): boolean {
  return nodes.every((each) => !valueOf(each, scope).isNullable)
}

/** Operators that return null for some values that are not null. */
const partialOperators = new Set(['->', '->>', '#>', '#>>'])

function isNullable(node: Node, scope: Scope): boolean {
  if ('NullTest' in node || 'BooleanTest' in node || 'A_ArrayExpr' in node || 'SQLValueFunction' in node) return false
  if ('BoolExpr' in node) return !areFilled(node.BoolExpr.args ?? [], scope)
  if ('CollateClause' in node) return !areFilled([node.CollateClause.arg], scope)
  if ('FuncCall' in node) return isCallNullable(node.FuncCall, scope)
  if ('A_Expr' in node) {
    const { kind, name, lexpr, rexpr } = node.A_Expr
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return false
    if (kind === 'AEXPR_NULLIF' || partialOperators.has(textOf(name?.[0]))) return true
    const right = rexpr !== undefined && 'List' in rexpr ? (rexpr.List.items ?? []) : [rexpr]
    return !areFilled(lexpr === undefined ? right : [lexpr, ...right], scope)
  }
  if (!('SubLink' in node)) return true
  const { subLinkType, subselect } = node.SubLink
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return false
  if (subLinkType !== 'EXPR_SUBLINK' || subselect === undefined || !('SelectStmt' in subselect)) return true
  return !isOneRow(subselect.SelectStmt) || (scope.read(subselect, scope)[0] ?? nullable).isNullable
}

/** Whether a select returns a row for any content of the tables: an aggregate without groups, or no table at all. */
function isOneRow({ targetList, fromClause, whereClause, groupClause, havingClause, limitOffset, op }: SelectStmt) {
  if (op !== 'SETOP_NONE' || groupClause !== undefined || havingClause !== undefined) return false
  if (limitOffset !== undefined) return false
  const nested = new Set(nodesIn(nodesIn(targetList, 'SubLink'), 'FuncCall'))
  const calls = nodesIn(targetList, 'FuncCall').filter((call) => call.over === undefined && !nested.has(call))
  const name = (call: FuncCall) => textOf(call.funcname?.at(-1))
  if (calls.some((call) => name(call) === 'count' || aggregates.has(name(call)))) return true
  return fromClause === undefined && whereClause === undefined
}

function isCallNullable(call: FuncCall, scope: Scope): boolean {
  const name = textOf(call.funcname?.at(-1))
  if (totalFunctions.has(name)) return false
  if (strictFunctions.has(name)) return !areFilled(call.args ?? [], scope)
  // A group has one row at least; the frame of a window may have none.
  const hasRows = scope.isGrouped && call.over === undefined && call.agg_filter === undefined
  return !(aggregates.has(name) && hasRows && areFilled(call.args ?? [], scope))
}
