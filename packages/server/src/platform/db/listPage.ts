import type {
  Condition,
  Cursors,
  Db,
  ListPage,
  Paging,
  Position,
  Rank,
  Statement,
  StatementScope,
} from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { hitsSql } from './hits.ts'
import { namedShape } from './shapes.ts'

/**
 * One table, one order and the conditions of one request: what the engine of all lists reads a page of. The engine
 * serves records (`recordList`), cards of a feed (`projection`) and rows of any other table, such as audit rows.
 *
 * Places of a type by name, 25 behind a cursor, become:
 *
 *     select * from (
 *       select t.id, t.name, … from places_place t
 *       where t.account_id = $1 and t.deleted_at is null and t.type = $2 and (t.name_key, t.id) > ($3, $4)
 *       order by t.name_key, t.id limit 26) page limit $5
 *
 * One row more than the page is read, for `hasMore`. With `withTotal` the first page brings the count in the same
 * statement: `, (select count(*) from (select 1 from places_place t where … limit 1001) c) as total`.
 *
 * A cursor holds the keys of the last row, so that a page of any depth costs the same. It is signed with its list,
 * filters and order; the engine refuses it elsewhere. An order by a computed number has no keys: its cursor holds the
 * number of rows to skip.
 */
export type RowList = {
  table: string
  /** The select list of the row `t`; the keys are part of it, under their own names. */
  columns: string
  scope: StatementScope
  /** Conditions of all rows of the list's owner, such as `t.account_id = $1`. */
  owned: readonly Condition[]
  /** Conditions that the index of the order serves. */
  where?: readonly Condition[]
  /** Conditions whose rows may stand anywhere in the order, such as the words of a search. */
  scattered?: readonly Condition[]
  /** The order; the keys of two rows together always differ. */
  keys: readonly SortKey[]
  /** The name of the order in cursors. */
  order: string
  /** A computed number to sort by, in place of the keys. */
  rank?: Rank | undefined
  /** The key of `t` in a list with scattered conditions; `t.id` when left out. */
  rowKey?: string
  /** Plans the statement for its very values, for half a millisecond; else once per connection. */
  isPlannedAnew?: boolean
}

/** A column of an order. */
export type SortKey = { column: string; isFalling: boolean }

type Row = Record<string, unknown>
type Sql = { text: string; values: unknown[] }
/** A slice of a list: where it begins, how many rows it has, and how far the total is counted, if at all. */
type Slice = { after: readonly unknown[] | undefined; skip: number; limit: number; countMax: number | undefined }

/** Reads one page of a list. Throws invalid for a cursor of another list. */
export async function readListPage<T extends Row>(
  from: { db: Db; cursors: Cursors },
  list: RowList,
  paging: Paging,
): Promise<ListPage<T>> {
  const slice = sliceOf(from.cursors, list, paging)
  const { limit, skip, countMax } = slice
  const sql = pageSql(list, slice)
  const rows = await from.db.rows(listStatement<T>(list, sql.text), sql.values)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  const nextCursor = hasMore ? from.cursors.write(positionAfter(list, last, skip + limit)) : null
  const pagination = { limit, offset: skip, hasMore, nextCursor }
  if (countMax === undefined) return { items, pagination }
  // A page after the last row has no total.
  const counted = last === undefined ? await countRows(from.db, list, countMax + 1) : Number(last['total'])
  const totalIsCapped = counted > countMax || counted === list.rank?.hitsMax
  return { items, pagination: { ...pagination, total: Math.min(counted, countMax), totalIsCapped } }
}

/** The number of rows of a list, counted to `max`. */
export async function countRows(db: Db, list: RowList, max: number): Promise<number> {
  const values: unknown[] = []
  const { served, scattered } = conditionsSql(list, values)
  const text = countSql(list, [...served, ...scattered], max)
  const [row] = await db.rows(listStatement<{ total: number }>(list, `select ${text} as total`), values)
  return row?.total ?? 0
}

/**
 * Conditions of the values that a request sent, by their SQL with `$1`: `{ 't.status = $1': input.status }`. Undefined
 * leaves a condition out; SQL without `$1` takes any other value.
 */
export function sentConditions(sent: Record<string, unknown>): Condition[] {
  const isSent = ([, value]: [string, unknown]) => value !== undefined
  return Object.entries(sent)
    .filter(isSent)
    .map(([sql, value]) => ({ sql, values: sql.includes('$1') ? [value] : [] }))
}

/** The condition of the rows of an account. */
export function ofAccount(accountId: number): Condition {
  return { sql: 't.account_id = $1', values: [accountId] }
}

/** An order that runs one way through all of its keys, with its name in cursors. */
export function orderBy(columns: readonly string[], isFalling: boolean): Pick<RowList, 'keys' | 'order'> {
  return {
    keys: columns.map((column) => ({ column, isFalling })),
    order: `${isFalling ? '-' : ''}${columns.join(',')}`,
  }
}

/** Moves a condition's `$1…` behind the parameters that are there already. */
export function placed(condition: Condition, values: unknown[]): string {
  const before = values.length
  values.push(...condition.values)
  return condition.sql.replace(/\$(\d+)/g, (_, digits: string) => `$${before + Number(digits)}`)
}

function sliceOf(cursors: Cursors, { order }: RowList, paging: Paging): Slice {
  const { limit = limits.pageLimitDefault, offset = 0, cursor, withTotal = 'false' } = paging
  const position = cursor === undefined ? undefined : cursors.read(cursor, order)
  const skip = position !== undefined && 'skip' in position ? position.skip : offset
  const after = position !== undefined && 'after' in position ? position.after : undefined
  const isCounted = withTotal !== 'false' && position === undefined
  const countMax = withTotal === 'exact' ? limits.totalExactMax : limits.totalCountMax
  return { after, skip, limit, countMax: isCounted ? countMax : undefined }
}

function pageSql(list: RowList, { after, skip, limit, countMax }: Slice): Sql {
  const values: unknown[] = []
  const { owned, served, scattered } = conditionsSql(list, values)
  const total = countMax === undefined ? '' : `, ${countSql(list, [...served, ...scattered], countMax + 1)} as total`
  if (after !== undefined) served.push(afterSql(list.keys, after, values))
  const { rank, rowKey = 't.id' } = list
  const ranked = rank === undefined ? undefined : placed(rank, values)
  const order = ranked === undefined ? list.keys.map(orderSql).join(', ') : `${ranked}, t.id`
  const rankColumn = ranked === undefined ? '' : `, ${ranked} as rank`
  const offset = skip === 0 ? '' : placed({ sql: ' offset $1', values: [skip] }, values)
  const rows = limit + 1
  const isWalked = scattered.length > 0 && (rank === undefined || rank.isIndexed === true)
  const hits = { table: list.table, key: rowKey, served, scattered, order, rows: rows + skip }
  const where = isWalked ? [...owned, hitsSql(hits)] : [...served, ...scattered]
  const page =
    `select ${list.columns}${rankColumn}${total} from ${list.table} t where ${where.join(' and ')} ` +
    `order by ${order} limit ${plannedRowsOf(rows)}${offset}`
  const size = placed({ sql: 'limit $1', values: [rows] }, values)
  return { text: `select * from (${page}) page ${size}`, values }
}

/** The conditions of a list as SQL; `served` begins with the owned ones. Fills `values`. */
function conditionsSql({ owned, where = [], scattered = [] }: RowList, values: unknown[]) {
  const sqlOf = (conditions: readonly Condition[]) => conditions.map((each) => placed(each, values))
  const ownedSql = sqlOf(owned)
  return { owned: ownedSql, served: [...ownedSql, ...sqlOf(where)], scattered: sqlOf(scattered) }
}

function countSql({ table }: RowList, conditions: readonly string[], max: number): string {
  return `(select count(*) from (select 1 from ${table} t where ${conditions.join(' and ')} limit ${max}) c)`
}

/** Rows that a page is planned for: one more than 10, 25 and 100 items. */
const plannedRows = [11, limits.pageLimitDefault + 1, limits.pageLimitMax + 1]

/**
 * The bound that a page is planned with; its size is a parameter, or each size would be a statement of its own. The
 * bound stands in the text: PostgreSQL takes a parameter for a tenth of what is below, and would plan every page again.
 */
function plannedRowsOf(rows: number): number {
  return plannedRows.find((planned) => rows <= planned) ?? 10 ** Math.ceil(Math.log10(rows))
}

function orderSql(key: SortKey): string {
  return `t.${key.column}${key.isFalling ? ' desc' : ''}`
}

/** Rows behind a position: one row comparison when all keys run the same way, else its expansion. */
function afterSql(keys: readonly SortKey[], after: readonly unknown[], values: unknown[]): string {
  const marks = after.map((value) => `$${values.push(value)}`)
  if (keys.every((key) => key.isFalling === keys[0]?.isFalling)) {
    const sign = keys[0]?.isFalling ? '<' : '>'
    return `(${keys.map((key) => `t.${key.column}`).join(', ')}) ${sign} (${marks.join(', ')})`
  }
  const cases = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((before, at) => `t.${before.column} = ${marks[at]}`)
    return `(${[...equal, `t.${key.column} ${key.isFalling ? '<' : '>'} ${marks[index]}`].join(' and ')})`
  })
  return `(${cases.join(' or ')})`
}

function positionAfter({ keys, order, rank }: RowList, last: Row, skip: number): Position {
  if (rank !== undefined) return { sort: order, skip }
  // cast: key columns hold text, numbers, flags and moments, all of which the driver hands over as these.
  return { sort: order, after: keys.map((key) => last[key.column] as string | number | boolean) }
}

/** The text of a list depends on its conditions; the name of its statement on the text. */
function listStatement<T>({ table, scope, isPlannedAnew }: RowList, text: string): Statement<T> {
  if (isPlannedAnew === true) return { name: '', text, scope }
  return namedShape(`${table}.list`, scope, text)
}
