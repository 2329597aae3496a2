import type { A_Expr, Alias, JoinExpr, Node, RangeFunction, RangeVar, SelectStmt } from 'libpg-query'
import { isWhole, parameterOf, textOf, textsOf } from './sqlSyntax.ts'

/** A value that is an account of the caller: by parameters, or by relations of the queries around it. */
export type Given = { parameters: readonly number[]; through: readonly Source[] }

/** A column of a query, a function or a table; `given` where it can only hold an account of the parameters. */
export type Column = { name: string; given: Given | undefined }

/** A relation in a FROM clause. One of a table of accounts is bound once its account_id is proven to be given. */
export type Source = {
  alias: string
  /** A table of accounts; undefined for anything else. */
  table: string | undefined
  columns: readonly Column[]
  given: Given | undefined
}

/** Relations that a query may name: its own, then those of the queries around it. */
export type Scope = { sources: Source[]; outer: Scope | undefined; equalities: Equality[] }

/** Equality of the account_id of `target` and `value` in every returned row of `target`. */
type Equality = { target: Source; value: Value }
type Value = { source: Source } | Given | undefined

/** Columns of a select within an expression. */
export type Columns = (select: SelectStmt, outer: Scope) => readonly Column[]

/** Relations whose rows a condition filters; all when left out. */
type Filtered = readonly Source[] | undefined

/** Adds the equalities of account_id in a condition that holds for every returned row. Only AND is followed. */
export function addCondition(
  scope: Scope,
  condition: Node | undefined,
  how: { columns: Columns; filtered?: Filtered },
): void {
  if (condition === undefined) return
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
    for (const each of condition.BoolExpr.args ?? []) addCondition(scope, each, how)
  } else if ('A_Expr' in condition) addComparison(scope, condition.A_Expr, how)
  else if ('SubLink' in condition && condition.SubLink.subLinkType === 'ANY_SUBLINK') {
    const { testexpr, operName, subselect } = condition.SubLink
    const isEqual = operName === undefined || textsOf(operName).join('.') === '='
    if (!isEqual || subselect === undefined || !('SelectStmt' in subselect)) return
    const columns = how.columns(subselect.SelectStmt, scope)
    for (const [at, each] of itemsOf(testexpr).entries())
      equate(scope, [valueOf(scope, each, how.columns), givenAt(columns, at)], how.filtered)
  }
}

function addComparison(
  scope: Scope,
  { kind, name, lexpr, rexpr }: A_Expr,
  how: { columns: Columns; filtered?: Filtered },
): void {
  if (textsOf(name).join('.') !== '=') return
  const valueIn = (node: Node | undefined) => valueOf(scope, node, how.columns)
  if (kind === 'AEXPR_OP') {
    const right = itemsOf(rexpr)
    for (const [at, left] of itemsOf(lexpr).entries()) equate(scope, [valueIn(left), valueIn(right[at])], how.filtered)
  } else if (kind === 'AEXPR_OP_ANY') equate(scope, [valueIn(lexpr), arrayOf(rexpr)], how.filtered)
  else if (kind === 'AEXPR_IN') equate(scope, [valueIn(lexpr), allOf(itemsOf(rexpr))], how.filtered)
}

function equate(scope: Scope, [left, right]: [Value, Value], filtered: Filtered): void {
  const add = (target: Value, value: Value) => {
    if (target === undefined || !('source' in target)) return
    const isFiltered = filtered === undefined || filtered.includes(target.source)
    if (isFiltered && scope.sources.includes(target.source)) scope.equalities.push({ target: target.source, value })
  }
  add(left, right)
  add(right, left)
}

/**
 * Adds the equalities of a join: an inner one of both sides, a left one of its right side only. False for other joins.
 */
export function addJoin(
  scope: Scope,
  join: JoinExpr,
  sides: { left: Source[]; right: Source[]; columns: Columns },
): boolean {
  const { jointype = 'JOIN_INNER', isNatural = false, usingClause, quals } = join
  if (isNatural || (jointype !== 'JOIN_INNER' && jointype !== 'JOIN_LEFT')) return false
  const filtered = jointype === 'JOIN_LEFT' ? sides.right : [...sides.left, ...sides.right]
  if (textsOf(usingClause).includes('account_id')) {
    const [left, right] = [sides.left, sides.right].map((side) =>
      accountIn({ ...scope, sources: side, outer: undefined }),
    )
    equate(scope, [left, right], filtered)
  }
  addCondition(scope, quals, { columns: sides.columns, filtered })
  return true
}

/** Follows the equalities until no further relation is bound, and answers those that are not. */
export function unbound(scope: Scope): Source[] {
  for (let before = -1; before !== 0;) {
    before = 0
    for (const { target, value } of scope.equalities) {
      const given = value !== undefined && 'source' in value ? value.source.given : value
      if (given === undefined || target.given !== undefined) continue
      // A relation of this query that gives an account must be bound itself, else it would prove itself.
      if (given.through.some((source) => scope.sources.includes(source) && source.given === undefined)) continue
      target.given = given
      before += 1
    }
  }
  return scope.sources.filter(({ table, given }) => table !== undefined && given === undefined)
}

/** The account of an expression; undefined without a proof. */
export function givenOf(scope: Scope, node: Node | undefined, columns: Columns): Given | undefined {
  const value = valueOf(scope, node, columns)
  return value !== undefined && 'source' in value ? value.source.given : value
}

function valueOf(scope: Scope, node: Node | undefined, columns: Columns): Value {
  if (node === undefined) return undefined
  const parameter = parameterOf(node)
  if (parameter !== undefined) return givenBy([parameter])
  if ('TypeCast' in node) return isWhole(node.TypeCast) ? valueOf(scope, node.TypeCast.arg, columns) : undefined
  if ('ColumnRef' in node) return columnValue(scope, node.ColumnRef.fields ?? [])
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK') {
    const { subselect } = node.SubLink
    return subselect !== undefined && 'SelectStmt' in subselect
      ? givenAt(columns(subselect.SelectStmt, scope), 0)
      : undefined
  }
  return undefined
}

function columnValue(scope: Scope, fields: readonly Node[]): Value {
  const names = textsOf(fields)
  const column = names.at(-1) ?? ''
  const alias = names.length > 1 ? names.at(-2) : undefined
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const named = at.sources.filter((source) => alias === undefined || source.alias === alias)
    const found = named.find((source) => hasColumn(source, column))
    // An alias, or a table with unknown columns, hides columns of the queries around it.
    const isHidden = named.some(({ columns: own }) => alias !== undefined || own.some(({ name }) => name === star))
    if (found === undefined && isHidden) return undefined
    if (found === undefined) continue
    if (found.table === undefined) return found.columns.find(({ name }) => name === column)?.given
    return at === scope ? { source: found } : { parameters: [], through: [found] }
  }
  return undefined
}

function accountIn(scope: Scope): Value {
  return columnValue(scope, [{ String: { sval: 'account_id' } }])
}

function hasColumn({ table, columns }: Source, name: string): boolean {
  return table === undefined ? columns.some((column) => column.name === name) : name === 'account_id'
}

/** The items of a row or a list; a node alone is a list of itself. */
function itemsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return []
  if ('RowExpr' in node) return node.RowExpr.args ?? []
  return 'List' in node ? (node.List.items ?? []) : [node]
}

/** The parameter, or the array of parameters, behind `= any`. */
function arrayOf(node: Node | undefined): Given | undefined {
  if (node !== undefined && 'TypeCast' in node) return isWhole(node.TypeCast) ? arrayOf(node.TypeCast.arg) : undefined
  if (node !== undefined && 'A_ArrayExpr' in node) return allOf(node.A_ArrayExpr.elements ?? [])
  const parameter = parameterOf(node)
  return parameter === undefined ? undefined : givenBy([parameter])
}

function allOf(nodes: readonly Node[]): Given | undefined {
  const parameters = nodes.flatMap((node) => parameterOf(node) ?? [])
  return parameters.length > 0 && parameters.length === nodes.length ? givenBy(parameters) : undefined
}

function givenBy(parameters: readonly number[]): Given {
  return { parameters, through: [] }
}

/** Accounts of several values; undefined where one of them is not an account of the caller. */
export function allGiven(values: readonly (Given | undefined)[]): Given | undefined {
  const given = values.filter((each) => each !== undefined)
  if (given.length < values.length) return undefined
  return { parameters: given.flatMap((each) => each.parameters), through: given.flatMap((each) => each.through) }
}

/** The relation of a table; `isOfAccounts`: whether it is a table of accounts. */
export function tableSource({ relname = '', alias }: RangeVar, isOfAccounts: boolean): Source {
  const name = alias?.aliasname ?? relname
  const columns = [{ name: star, given: undefined }]
  return { alias: name, table: isOfAccounts ? relname : undefined, columns, given: undefined }
}

/** The account in a column of a query, by position; after a star positions are unknown. */
export function givenAt(columns: readonly Column[], at: number): Given | undefined {
  return columns.some(({ name }) => name === star) ? undefined : columns[at]?.given
}

/** Placeholder for the columns of a star whose names do not matter. */
export const star = '*'

/** The relation of a query or a `with` query, under the names that its alias gives to the columns. */
export function querySource(columns: readonly Column[], alias: Alias | undefined, name = ''): Source {
  const names = textsOf(alias?.colnames)
  const isStar = columns.some((column) => column.name === star)
  const renamed = columns.map((column, at) =>
    names[at] === undefined ? column : { name: names[at], given: givenAt(columns, at) },
  )
  // After a star the renamed columns are unknown.
  const known = isStar && names.length > 0 ? [{ name: star, given: undefined }] : renamed
  return { alias: alias?.aliasname ?? name, table: undefined, columns: known, given: undefined }
}

/** The relation of a function. Columns of `unnest` are given where its arguments are parameters. */
export function functionSource({ functions = [], alias }: RangeFunction): Source {
  const [first, ...others] = functions.flatMap((each) => ('List' in each ? each.List.items?.slice(0, 1) : []) ?? [])
  const call = first !== undefined && 'FuncCall' in first && others.length === 0 ? first.FuncCall : undefined
  const isUnnest = textOf(call?.funcname?.at(-1)) === 'unnest'
  const parameters = isUnnest ? (call?.args ?? []).map(parameterOf) : []
  const named = textsOf(alias?.colnames)
  const names = named.length > 0 ? named : [alias?.aliasname ?? 'unnest']
  const columns = names.map((name, at) => {
    const parameter = parameters[at]
    return { name, given: parameter === undefined ? undefined : givenBy([parameter]) }
  })
  return { alias: alias?.aliasname ?? '', table: undefined, columns, given: undefined }
}
