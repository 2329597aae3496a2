import type { Condition, Ctx, ListQuery, Page, Statement } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { field, invalid } from '#kit/call/problem.ts'
import type { Resource, Stored } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from './columns.ts'
import { hitsSql } from './hits.ts'
import { claimRecord } from './hold.ts'
import { placed } from './listing.ts'
import { searchConditions } from './search.ts'

/**
 * What anybody may discover of one noun, over all live accounts: cards in a table of class directory. The table has
 * `bucket`, `account_id`, `id`, `version`, `search_text`, `card`, and the columns that are named here.
 */
export type Feed = {
  table: string
  bucket: string
  /** Columns that a card brings. */
  columns: readonly string[]
  /** Columns that are kept by somebody else and read along with a card, such as numbers that move. */
  moving: readonly string[]
  /** The columns of the sort keys; none is ever null, and each has an index (bucket, column, id). */
  sorts: Record<string, string>
  /** Conditions by the name of their parameter, for a value that the operation's schema has accepted. */
  filters: Record<string, (value: unknown) => Condition>
}

/** What stands in a feed of one record. */
export type Card = {
  searchText: string
  /** Values of the feed's columns, in their order. */
  columns: readonly unknown[]
  shown: Record<string, unknown>
}

/** A card as it was found, with what moves. `uuid` is the row of its record. */
export type FoundCard = {
  accountId: number
  uuid: string
  shown: Record<string, unknown>
  moving: Record<string, unknown>
}

type Asked = Pick<ListQuery, 'limit' | 'offset' | 'cursor' | 'withTotal' | 'q'> & { sort: string; where: Condition[] }
type Row = Record<string, unknown> & { account_id: number; id: string; card: Record<string, unknown> }
/** Cursor columns hold text, numbers and moments. */
type SortedRow = Row & { sorted: string | number }
type Sql = { text: string; values: unknown[] }

/**
 * Reads a page of a feed, as a list with `scope=discover` is asked for it. Cards of suspended accounts are left out.
 * Throws invalid for filters and sorts that the feed does not have, rather than answer as if they were applied.
 */
export async function discover(ctx: Ctx, feed: Feed, input: Record<string, unknown>): Promise<Page<FoundCard>> {
  const asked = askedOf(feed, input)
  const { limit = limits.pageLimitDefault, offset = 0 } = asked
  const order = `discover ${asked.sort}`
  const position = asked.cursor === undefined ? undefined : ctx.cursors.read(asked.cursor, order)
  const after = position !== undefined && 'after' in position ? position.after : undefined
  const { text, values } = pageSql(feed, { ...asked, limit, offset }, after)
  const rows = await ctx.db.rows<SortedRow>(plannedAnew(text), values)
  const found = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = found.at(-1)
  const nextCursor =
    hasMore && last !== undefined ? ctx.cursors.write({ sort: order, after: [last.sorted, last.id] }) : null
  const total = await totalOf(ctx, feed, asked)
  const items = await visible(ctx, found)
  return { items: items.map((row) => cardOf(feed, row)), pagination: { limit, offset, hasMore, nextCursor, ...total } }
}

/** A record's place in a feed. `cardOf` answers undefined for one that does not belong there. */
export type Projection<R extends Resource> = {
  feed: Feed
  of: R
  cardOf(ctx: Ctx, record: Stored<R>): Promise<Card | undefined>
}

/**
 * Keeps the card of a record true; records of test twins have none. The record is held meanwhile, so that of two at
 * work on one card the later one sees the later record. Call inside a transaction, such as that of a reaction.
 */
export async function keepCard<R extends Resource>(ctx: Ctx, to: Projection<R>, id: string): Promise<void> {
  if (ctx.account.mode !== 'live') return
  const { feed, of } = to
  const record = (await claimRecord(ctx, of, id)) ? await ctx.store.find(of, id) : undefined
  const card = record === undefined ? undefined : await to.cardOf(ctx, record)
  const key = [feed.bucket, ctx.account.id, uuidOf(of.prefix, id)]
  if (record === undefined || card === undefined) return void (await ctx.db.rows(removeStatement(feed), key))
  const { searchText, columns, shown } = card
  await ctx.db.rows(writeStatement(feed), [...key, record.version, searchText, JSON.stringify(shown), ...columns])
}

function askedOf(feed: Feed, input: Record<string, unknown>): Asked {
  const { scope: _scope, limit, offset, cursor, withTotal, q, sort = '-createdAt', ...others } = input
  const sent = Object.entries(others).filter(([, value]) => value !== undefined)
  const foreign = sent.filter(([name]) => feed.filters[name] === undefined)
  if (foreign.length > 0) {
    throw invalid(...foreign.map(([name]) => field(name, 'notAllowed', 'does not apply with scope=discover')))
  }
  const where = sent.flatMap(([name, value]) => feed.filters[name]?.(value) ?? [])
  // cast: the input was accepted by the operation's schema, whose types these are.
  return { limit, offset, cursor, withTotal, q, sort, where } as Asked
}

type Paged = Asked & { limit: number; offset: number }

function pageSql(feed: Feed, asked: Paged, after: readonly unknown[] | undefined): Sql {
  const { column, isFalling } = sortOf(feed, asked.sort)
  const values: unknown[] = []
  const served = servedSql(feed, asked, values)
  const words = wordsSql(asked, values)
  const sign = isFalling ? '<' : '>'
  if (after !== undefined)
    served.push(placed({ sql: `(t.${column}, t.id) ${sign} ($1, $2)`, values: [...after] }, values))
  const falling = isFalling ? ' desc' : ''
  const order = `t.${column}${falling}, t.id${falling}`
  const rows = Math.floor(asked.limit) + 1
  const hits = { table: feed.table, key: 't.account_id, t.id', order, rows: rows + Math.floor(asked.offset) }
  const where =
    words.length === 0
      ? served
      : [...servedSql(feed, { where: [] }, values), hitsSql({ ...hits, served, scattered: words })]
  const columns = ['account_id', 'id', 'card', ...feed.moving].map((name) => `t.${name}`).join(', ')
  values.push(asked.offset)
  const text =
    `select ${columns}, t.${column} as sorted from ${feed.table} t where ${where.join(' and ')} ` +
    `order by ${order} limit ${rows} offset $${values.length}`
  return { text, values }
}

function servedSql(feed: Feed, { where }: Pick<Asked, 'where'>, values: unknown[]): string[] {
  return [{ sql: 't.bucket = $1', values: [feed.bucket] }, ...where].map((each) => placed(each, values))
}

function wordsSql({ q }: Asked, values: unknown[]): string[] {
  return searchConditions(q).map((each) => placed(each, values))
}

function sortOf(feed: Feed, sort: string): { column: string; isFalling: boolean } {
  const isFalling = sort.startsWith('-')
  const column = feed.sorts[isFalling ? sort.slice(1) : sort]
  if (column !== undefined) return { column, isFalling }
  const names = Object.keys(feed.sorts).join(', ')
  throw invalid(field('sort', 'sort', `must be one of ${names}, alone, with scope=discover`))
}

async function totalOf(ctx: Ctx, feed: Feed, asked: Asked) {
  const { withTotal, cursor } = asked
  if (withTotal === undefined || withTotal === 'false' || cursor !== undefined) return {}
  const most = withTotal === 'exact' ? limits.totalExactMax : limits.totalCountMax
  const values: unknown[] = []
  const where = [...servedSql(feed, asked, values), ...wordsSql(asked, values)].join(' and ')
  const counted = `select 1 from ${feed.table} t where ${where} limit ${most + 1}`
  const [row] = await ctx.db.rows<{ found: number }>(
    plannedAnew(`select count(*)::integer as found from (${counted}) c`),
    values,
  )
  const found = row?.found ?? 0
  return { total: Math.min(found, most), totalIsCapped: found > most }
}

/** One language meets half of all cards and another three: a statement without a name is planned for its values. */
function plannedAnew(text: string): Statement {
  return { name: '', text, scope: 'directory' }
}

async function visible(ctx: Ctx, rows: readonly SortedRow[]): Promise<SortedRow[]> {
  const ids = [...new Set(rows.map((row) => row.account_id))]
  const accounts = await Promise.all(ids.map((id) => ctx.accounts.find(id)))
  const shown = new Set(accounts.flatMap((account) => (account?.isSuspended === false ? [account.id] : [])))
  return rows.filter((row) => shown.has(row.account_id))
}

function cardOf(feed: Feed, row: Row): FoundCard {
  const moving = Object.fromEntries(feed.moving.map((name) => [name, row[name]]))
  return { accountId: row.account_id, uuid: row.id, shown: row.card, moving }
}

function writeStatement({ table, columns }: Feed): Statement {
  const brought = ['version', 'search_text', 'card', ...columns]
  const names = ['bucket', 'account_id', 'id', ...brought]
  const marks = names.map((_, index) => `$${index + 1}`)
  const sets = brought.map((name) => `${name} = excluded.${name}`)
  const text =
    `insert into ${table} (${names.join(', ')}) values (${marks.join(', ')}) ` +
    `on conflict (bucket, account_id, id) do update set ${sets.join(', ')} where ${table}.version <= excluded.version`
  return statement(`${table}.write`, 'directory', text)
}

function removeStatement({ table }: Feed): Statement {
  return statement(
    `${table}.remove`,
    'directory',
    `delete from ${table} where bucket = $1 and account_id = $2 and id = $3`,
  )
}
