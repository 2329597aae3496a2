import type { DeleteStmt, InsertStmt, Node, RangeVar, SelectStmt, UpdateStmt, WithClause } from 'libpg-query'
import {
  addCondition,
  addJoin,
  allGiven,
  functionSource,
  givenAt,
  givenOf,
  querySource,
  star,
  tableSource,
  unbound,
  type Column,
  type Columns,
  type Scope,
  type Source,
} from './accountBinding.ts'
import { nodesIn, selectsIn, textOf, textsOf } from './sqlSyntax.ts'

/** Tables of a statement, and the reason why it could reach rows of an account that no parameter names. */
export type StatementReading = {
  tables: string[]
  /** Node types that this guard does not know, and that may touch any table. */
  unknown: string[]
  problems: string[]
  accountParameters: number[]
}

/** A statement that reads or writes rows. */
type Query = Extract<
  Node,
  { SelectStmt: unknown } | { InsertStmt: unknown } | { UpdateStmt: unknown } | { DeleteStmt: unknown }
>
type WithQueries = ReadonlyMap<string, readonly Column[]>

/** Reads one statement. `isOfAccounts` holds for tables in which every row belongs to an account. */
export function readStatement(statement: Node, isOfAccounts: (table: string) => boolean): StatementReading {
  const reader = new StatementReader(isOfAccounts)
  if (isQuery(statement)) reader.query(statement, undefined, new Map())
  else reader.unknown.push(`is no select, insert, update or delete`)
  const { tables, unknown, problems, parameters } = reader
  for (const { funcname } of nodesIn(statement, 'FuncCall')) {
    const name = textOf(funcname?.at(-1))
    if (hiddenReads.test(name)) unknown.push(`calls ${name}, which reads what this guard does not see`)
  }
  return { tables: [...tables], unknown, problems, accountParameters: [...parameters] }
}

/** Functions that run SQL from a text, read whole tables by name, or read files of the server. */
const hiddenReads = /^(\w+_to_xml(_?schema|_and_xmlschema)?|ts_stat|ts_rewrite|dblink\w*|lo_\w+|pg_(read|ls|stat)_\w+)$/

function isQuery(node: Node): node is Query {
  return 'SelectStmt' in node || 'InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node
}

class StatementReader {
  readonly tables = new Set<string>()
  readonly unknown: string[] = []
  readonly problems: string[] = []
  readonly parameters = new Set<number>()
  readonly #isOfAccounts: (table: string) => boolean
  readonly #read = new Map<SelectStmt, readonly Column[]>()

  constructor(isOfAccounts: (table: string) => boolean) {
    this.#isOfAccounts = isOfAccounts
  }

  query(node: Query, outer: Scope | undefined, around: WithQueries): readonly Column[] {
    if ('SelectStmt' in node) return this.#select(node.SelectStmt, outer, around)
    if ('InsertStmt' in node) return this.#insert(node.InsertStmt, outer, around)
    if ('UpdateStmt' in node) return this.#change(node.UpdateStmt, outer, around)
    return this.#change(node.DeleteStmt, outer, around)
  }

  #select(select: SelectStmt, outer: Scope | undefined, around: WithQueries): readonly Column[] {
    const known = this.#read.get(select)
    if (known !== undefined) return known
    const queries = this.#with(select.withClause, outer, around)
    const columns = this.#selected(select, outer, queries)
    this.#read.set(select, columns)
    return columns
  }

  #selected(select: SelectStmt, outer: Scope | undefined, queries: WithQueries): readonly Column[] {
    const { larg, rarg, valuesLists, fromClause = [], whereClause, targetList = [] } = select
    const { withClause: _with, fromClause: _from, larg: _left, rarg: _right, ...expressions } = select
    if (larg !== undefined && rarg !== undefined) {
      for (const inner of selectsIn(expressions)) this.#select(inner, outer, queries)
      const [left, right] = [larg, rarg].map((arm) => this.#select(arm, outer, queries))
      const given = (at: number) => allGiven([givenAt(left ?? [], at), givenAt(right ?? [], at)])
      return (left ?? []).map(({ name }, at) => ({ name, given: given(at) }))
    }
    const scope: Scope = { sources: [], outer, equalities: [] }
    const columns = this.#columns(queries)
    for (const inner of valuesLists === undefined ? [] : selectsIn(expressions)) this.#select(inner, scope, queries)
    if (valuesLists !== undefined) return this.#values(valuesLists, scope, columns)
    for (const each of fromClause) this.#from(each, scope, queries)
    addCondition(scope, whereClause, { columns })
    this.#close(scope)
    for (const inner of selectsIn(expressions)) this.#select(inner, scope, queries)
    return targetList.flatMap((target) => this.#output(target, scope, columns))
  }

  #values(lists: readonly Node[], scope: Scope, columns: Columns): readonly Column[] {
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []))
    const width = Math.max(...rows.map((row) => row.length))
    return Array.from({ length: width }, (_, at) => {
      const cells = rows.map((row) => givenOf(scope, row[at], columns))
      return { name: `column${at + 1}`, given: allGiven(cells) }
    })
  }

  #insert(insert: InsertStmt, outer: Scope | undefined, around: WithQueries): readonly Column[] {
    const { relation, cols = [], selectStmt, onConflictClause: conflict, returningClause, withClause } = insert
    const queries = this.#with(withClause, outer, around)
    const columns = this.#columns(queries)
    const target = this.#table(relation ?? {})
    const select = selectStmt !== undefined && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt : undefined
    const values = select === undefined ? [] : this.#select(select, outer, queries)
    if (target.table !== undefined) {
      const at = cols.findIndex((each) => 'ResTarget' in each && each.ResTarget.name === 'account_id')
      target.given = givenAt(values, at)
      const infers = (conflict?.infer?.indexElems ?? []).map((each) => 'IndexElem' in each && each.IndexElem.name)
      if (conflict?.action === 'ONCONFLICT_UPDATE' && !infers.includes('account_id'))
        this.problems.push(`updates rows of ${target.table} that conflict in other accounts`)
      if (isMoved(conflict?.targetList)) this.problems.push(moving(target.table))
    }
    const scope: Scope = { sources: [target], outer, equalities: [] }
    this.#close(scope)
    const excluded = { ...target, alias: 'excluded' }
    const within = { ...scope, sources: [target, excluded] }
    for (const inner of selectsIn([conflict, returningClause])) this.#select(inner, within, queries)
    return this.#returned(returningClause?.exprs, scope, columns)
  }

  #change(change: UpdateStmt | DeleteStmt, outer: Scope | undefined, around: WithQueries): readonly Column[] {
    const { relation, whereClause, returningClause, withClause } = change
    const queries = this.#with(withClause, outer, around)
    const columns = this.#columns(queries)
    const target = this.#table(relation ?? {})
    const scope: Scope = { sources: [target], outer, equalities: [] }
    const isUpdate = 'targetList' in change
    const from = isUpdate ? change.fromClause : 'usingClause' in change ? change.usingClause : undefined
    const set = isUpdate ? (change.targetList ?? []) : []
    for (const each of from ?? []) this.#from(each, scope, queries)
    addCondition(scope, whereClause, { columns })
    this.#close(scope)
    if (target.table !== undefined && isMoved(set)) this.problems.push(moving(target.table))
    for (const inner of selectsIn([set, whereClause, returningClause])) this.#select(inner, scope, queries)
    return this.#returned(returningClause?.exprs, scope, columns)
  }

  /** Adds the relations of one item of a FROM clause, and returns them. */
  #from(node: Node, scope: Scope, queries: WithQueries): Source[] {
    if ('JoinExpr' in node) return this.#join(node, scope, queries)
    const source = this.#source(node, scope, queries)
    if (source === undefined) {
      this.unknown.push(`reads from ${Object.keys(node).join()}, which this guard does not know`)
      return []
    }
    scope.sources.push(source)
    return [source]
  }

  #source(node: Node, scope: Scope, queries: WithQueries): Source | undefined {
    if ('RangeVar' in node) {
      const { relname = '', schemaname, alias } = node.RangeVar
      const query = schemaname === undefined ? queries.get(relname) : undefined
      return query === undefined ? this.#table(node.RangeVar) : querySource(query, alias, relname)
    }
    if ('RangeFunction' in node) {
      for (const inner of selectsIn(node.RangeFunction.functions)) this.#select(inner, scope, queries)
      return functionSource(node.RangeFunction)
    }
    if (!('RangeSubselect' in node)) return undefined
    const { subquery, alias } = node.RangeSubselect
    return subquery !== undefined && isQuery(subquery)
      ? querySource(this.query(subquery, scope, queries), alias)
      : undefined
  }

  #join(node: Extract<Node, { JoinExpr: unknown }>, scope: Scope, queries: WithQueries): Source[] {
    const { larg, rarg, quals, jointype } = node.JoinExpr
    const left = larg === undefined ? [] : this.#from(larg, scope, queries)
    const right = rarg === undefined ? [] : this.#from(rarg, scope, queries)
    const isKnown = addJoin(scope, node.JoinExpr, { left, right, columns: this.#columns(queries) })
    if (!isKnown) this.problems.push(`holds a join that this guard does not know: ${jointype ?? ''}`)
    for (const inner of selectsIn(quals)) this.#select(inner, scope, queries)
    return [...left, ...right]
  }

  #table(relation: RangeVar): Source {
    const { relname = '', schemaname = 'public' } = relation
    const isOurs = schemaname === 'public'
    this.tables.add(isOurs ? relname : `${schemaname}.${relname}`)
    if (relation.alias?.colnames !== undefined) this.problems.push(`renames columns of ${relname}`)
    return tableSource(relation, isOurs && this.#isOfAccounts(relname))
  }

  /** Ends the list of relations: each relation of accounts must be bound now. */
  #close(scope: Scope): void {
    for (const { table, alias } of unbound(scope)) this.problems.push(`leaves account_id of ${table} ${alias} open`)
    for (const { given } of scope.sources) for (const each of given?.parameters ?? []) this.parameters.add(each)
  }

  #columns(queries: WithQueries): Columns {
    return (select, outer) => this.#select(select, outer, queries)
  }

  #with(clause: WithClause | undefined, outer: Scope | undefined, around: WithQueries): WithQueries {
    const queries = new Map(around)
    for (const each of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in each)) continue
      const { ctename = '', ctequery, aliascolnames } = each.CommonTableExpr
      if (ctequery === undefined || !isQuery(ctequery)) {
        this.unknown.push(`holds ${Object.keys(ctequery ?? {}).join()} in ${ctename}, which this guard does not know`)
        continue
      }
      const alias = { aliasname: ctename, colnames: aliascolnames ?? [] }
      // A recursive query returns the columns of its first arm, or its second one fails.
      const first = clause?.recursive === true && 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined
      const assumed = first === undefined ? [] : querySource(this.#select(first, outer, queries), alias).columns
      if (first !== undefined) queries.set(ctename, assumed)
      const { columns } = querySource(this.query(ctequery, outer, queries), alias)
      queries.set(ctename, columns)
      if (assumed.some(({ given }, at) => given !== undefined && columns[at]?.given === undefined))
        this.problems.push(`loses the account in the recursion of ${ctename}`)
    }
    return queries
  }

  #returned(exprs: readonly Node[] | undefined, scope: Scope, columns: Columns): readonly Column[] {
    return (exprs ?? []).flatMap((each) => this.#output(each, scope, columns))
  }

  /** The columns of one item of a select list. Behind a star the positions are unknown, the names are not. */
  #output(target: Node, scope: Scope, columns: Columns): readonly Column[] {
    if (!('ResTarget' in target)) return []
    const { name, val } = target.ResTarget
    const fields = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : []
    const last = fields.at(-1)
    if (last !== undefined && 'A_Star' in last) {
      const alias = fields.length > 1 ? textOf(fields[0]) : undefined
      const sources = scope.sources.filter((source) => alias === undefined || source.alias === alias)
      return [{ name: star, given: undefined }, ...sources.flatMap(starColumns)]
    }
    return [{ name: name ?? textsOf(fields).at(-1) ?? '', given: givenOf(scope, val, columns) }]
  }
}

/** Whether assignments change the account of a row. */
function isMoved(assignments: readonly Node[] = []): boolean {
  return assignments.some((each) => 'ResTarget' in each && each.ResTarget.name === 'account_id')
}

function moving(table: string): string {
  return `moves rows of ${table} to another account`
}

function starColumns({ table, columns, given }: Source): readonly Column[] {
  return table === undefined ? columns : [{ name: 'account_id', given }]
}
