import { createHash } from 'node:crypto'
import type { Condition, Db, ListQuery, Page, Statement } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { mappingOf, snake, type Mapping, type Plain, type Row } from './columns.ts'
import type { Cursors, Position } from './cursor.ts'
import { hitsSql } from './hits.ts'
import { searchConditions } from './search.ts'
import { shapeOf } from './shapes.ts'

type SortKey = { column: string; isFalling: boolean }
type Sql = { text: string; values: unknown[] }
/** A query with every choice made, and where its page begins. */
type Asked = ListQuery & { limit: number; sort: string; position: Position | undefined }

/** Reads one page: limit + 1 rows, so that `hasMore` is known; the total, when asked for, in the same statement. */
export async function readPage(db: Db, cursors: Cursors, what: { of: Resource; accountId: number; query: ListQuery }) {
  const { of, accountId, query } = what
  const mapping = mappingOf(of)
  const limit = query.limit ?? limits.pageLimitDefault
  const sort = query.sort ?? '-createdAt'
  const position = query.cursor === undefined ? undefined : cursors.read(query.cursor, sort)
  const asked: Asked = { ...query, limit, sort, position }
  const sql = pageSql(mapping, accountId, asked)
  const rows = await db.rows<Row>(listStatement(mapping, sql.text, query), sql.values)
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const offset = position !== undefined && 'skip' in position ? position.skip : (query.offset ?? 0)
  const last = shown.at(-1)
  const next = hasMore && last !== undefined ? cursors.write(positionAfter(last, asked, offset + limit)) : null
  const counted = await countedRows(db, { mapping, accountId, query }, rows[0])
  const total = counted === undefined ? {} : totalOf(counted, query)
  const page: Page<Plain> = {
    items: shown.map((row) => decodeWithRank(mapping, row, query)),
    pagination: { limit, offset, hasMore, nextCursor: next, ...total },
  }
  return page
}

function decodeWithRank(mapping: Mapping, row: Row, query: ListQuery): Plain {
  const record = mapping.decode(row)
  return query.rank === undefined ? record : { ...record, [query.rank.as]: row['rank'] }
}

function pageSql(mapping: Mapping, accountId: number, query: Asked): Sql {
  const { position } = query
  const values: unknown[] = [accountId]
  const served = [...owned, ...filterSql(mapping.resource, query, values)]
  const scattered = scatteredSql(query, values)
  const filters = [...served, ...scattered].join(' and ')
  const keys = sortKeys(query.sort)
  if (position !== undefined && 'after' in position) served.push(afterSql(keys, position.after, values))
  const rank = query.rank === undefined ? undefined : placed(query.rank, values)
  const order = rank === undefined ? keys.map(orderSql).join(', ') : `${rank}, t.id`
  const counted = query.withTotal === undefined || query.withTotal === 'false' || position !== undefined
  const most = countMax(query)
  const total = counted
    ? ''
    : `, (select count(*) from (select 1 from ${mapping.table} t where ${filters} limit ${most + 1}) c) as total`
  const skip = position !== undefined && 'skip' in position ? position.skip : (query.offset ?? 0)
  const skipped = skip === 0 ? '' : placed({ sql: ' offset $1', values: [skip] }, values)
  const ranked = rank === undefined ? hiddenKeys(mapping, keys) : `, ${rank} as rank`
  const rows = query.limit + 1
  const isWalked = scattered.length > 0 && (query.rank === undefined || query.rank.isIndexed === true)
  const hits = { table: mapping.table, key: 't.id', served, scattered, order, rows: rows + skip }
  const where = isWalked ? [...owned, hitsSql(hits)] : [...served, ...scattered]
  const from = `from ${mapping.table} t where ${where.join(' and ')}`
  const bounds = `limit ${rowsMax(rows)}${skipped}`
  const page = `select ${mapping.selectList}${ranked}${total} ${from} order by ${order} ${bounds}`
  const size = placed({ sql: 'limit $1', values: [rows] }, values)
  return { text: `select * from (${page}) page ${size}`, values }
}

/** Rows that a page is planned for: one more than 10, 25 and 100 items. */
const plannedRows = [11, limits.pageLimitDefault + 1, limits.pageLimitMax + 1]

/**
 * The bound that a page is planned with; its size is a parameter, or each size would be a statement of its own. The
 * bound stands in the text: PostgreSQL takes a parameter for a tenth of what is below, and would plan every page anew.
 */
function rowsMax(rows: number): number {
  return plannedRows.find((planned) => rows <= planned) ?? 10 ** Math.ceil(Math.log10(rows))
}

/** The conditions of every list; `$1` is the account. */
const owned = ['t.account_id = $1', 't.deleted_at is null']

/** The conditions of a query, beside account, deletion and the scattered ones. Fills `values`. */
export function filterSql(of: Resource, query: ListQuery, values: unknown[]): string[] {
  const where: string[] = []
  if (query.publicOnly && of.publicWhen !== undefined) where.push(of.publicWhen.sql)
  if (query.clientReference !== undefined) {
    where.push(placed({ sql: 't.client_reference = $1', values: [query.clientReference] }, values))
  }
  for (const each of query.conditions ?? []) where.push(placed(each, values))
  return where
}

/** The words of a search and the conditions that the list names as scattered. Fills `values`. */
function scatteredSql({ q, scattered = [] }: ListQuery, values: unknown[]): string[] {
  return [...searchConditions(q), ...scattered].map((each) => placed(each, values))
}

/** Moves a condition's `$1…` behind the parameters that are there already. */
export function placed(condition: Condition, values: unknown[]): string {
  const before = values.length
  values.push(...condition.values)
  return condition.sql.replace(/\$(\d+)/g, (_, digits: string) => `$${before + Number(digits)}`)
}

function sortKeys(sort: string): SortKey[] {
  const keys = sort.split(',').map((key) => ({ column: snake(key.replace(/^-/, '')), isFalling: key.startsWith('-') }))
  const last = keys.at(-1)
  return [...keys, { column: 'id', isFalling: last?.isFalling ?? false }]
}

/** Sort columns that records do not show, such as folded names: the cursor needs their values. */
function hiddenKeys(mapping: Mapping, keys: SortKey[]): string {
  const hidden = new Set(Object.keys(mapping.resource.derived).map(snake))
  return keys.map((key) => (hidden.has(key.column) ? `, t.${key.column}` : '')).join('')
}

function orderSql(key: SortKey): string {
  return `t.${key.column}${key.isFalling ? ' desc' : ''}`
}

/** Rows behind a position: one row comparison when all keys run the same way, else its expansion. */
function afterSql(keys: SortKey[], after: readonly unknown[], values: unknown[]): string {
  const marks = after.map((value) => {
    values.push(value)
    return `$${values.length}`
  })
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

function positionAfter(last: Row, { rank, sort }: Asked, skip: number): Position {
  if (rank !== undefined) return { sort, skip }
  // cast: sort columns hold text, numbers, flags and moments, all of which the driver hands over as these.
  const after = sortKeys(sort).map((key) => last[key.column] as string | number | boolean)
  return { sort, after }
}

type Counting = { mapping: Mapping; accountId: number; query: ListQuery }

/** The count that came with the rows; a page behind the last row brings none, so it is asked for alone. */
async function countedRows(db: Db, what: Counting, first: Row | undefined): Promise<number | undefined> {
  const { mapping, accountId, query } = what
  if (query.withTotal === undefined || query.withTotal === 'false' || query.cursor !== undefined) return undefined
  if (first !== undefined) return Number(first['total'])
  const values: unknown[] = [accountId]
  const where = [...owned, ...filterSql(mapping.resource, query, values), ...scatteredSql(query, values)]
  const counted = `select 1 from ${mapping.table} t where ${where.join(' and ')} limit ${countMax(query) + 1}`
  const text = `select count(*) as total from (${counted}) c`
  const [row] = await db.rows<Row>(listStatement(mapping, text, query), values)
  return Number(row?.['total'])
}

function countMax(query: ListQuery): number {
  return query.withTotal === 'exact' ? limits.totalExactMax : limits.totalCountMax
}

function totalOf(counted: number, query: ListQuery) {
  const most = countMax(query)
  const isCapped = counted > most || counted === query.rank?.hitsMax
  return { total: Math.min(counted, most), totalIsCapped: isCapped }
}

/** A list's text depends on its filters; its name on its text. */
function listStatement(mapping: Mapping, text: string, query: ListQuery): Statement {
  // A statement without a name is planned with its values each time, for half a millisecond: a word of a search meets
  // one row or half of them.
  if (query.isPlannedAnew === true || query.q !== undefined) return { name: '', text, scope: 'account' }
  return shapeOf(text, () => {
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12)
    return { name: `${mapping.table}.list.${digest}`, text, scope: 'account' }
  })
}
