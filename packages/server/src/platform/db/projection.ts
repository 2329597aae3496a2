import type { Condition, Ctx, ListPage, Paging, Statement } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import type { Resource, Stored } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from './columns.ts'
import { lockForUpdate } from './rowLocks.ts'
import { readListPage, type RowList } from './listPage.ts'
import { searchConditions } from './search.ts'

/**
 * A feed: the discoverable records of one noun over all live accounts, as cards in a table of class directory. The
 * table has `bucket`, `account_id`, `id`, `version`, `search_text`, `card`, and the columns named here.
 *
 * Reactions keep cards up to date (`keepCard`): the record is locked, read and written to the feed with its version.
 * The feed accepts only a version that is not older, so a repeated or late reaction never brings an old card back.
 */
export type Feed = {
  table: string
  bucket: string
  /** Columns that a card sets. */
  columns: readonly string[]
  /** Columns that other statements keep, read along with a card, such as viewers. */
  moving: readonly string[]
  /** Columns of the sort keys: not null, each with an index (bucket, column, id). */
  sorts: Record<string, string>
  /** Conditions by parameter, for a value that the operation's schema has accepted. */
  filters: Record<string, (value: unknown) => Condition>
}

/** The entry of one record in a feed. */
export type Card = {
  searchText: string
  /** Values of the feed's columns, in their order. */
  columns: readonly unknown[]
  content: Record<string, unknown>
}

/** A card with its moving columns. `uuid` is the row of its record. */
export type FoundCard = {
  accountId: number
  uuid: string
  content: Record<string, unknown>
  moving: Record<string, unknown>
}

type Query = Paging & { q?: string; sort: string; where: Condition[] }
type Row = Record<string, unknown> & { account_id: number; id: string; card: Record<string, unknown> }

/**
 * Reads a page of a feed from the input of a list with `scope=discover`. Cards of suspended accounts are left out.
 * Throws invalid for filters and sorts that the feed does not have.
 */
export async function discover(ctx: Ctx, feed: Feed, input: Record<string, unknown>): Promise<ListPage<FoundCard>> {
  const query = queryOf(feed, input)
  const page = await readListPage<Row>(ctx, feedList(feed, query), query)
  const items = await visible(ctx, page.items)
  return { ...page, items: items.map((row) => cardOf(feed, row)) }
}

/** The projection of a noun into a feed. `cardOf` returns undefined for a record outside of the feed. */
export type Projection<R extends Resource> = {
  feed: Feed
  of: R
  cardOf(ctx: Ctx, record: Stored<R>): Promise<Card | undefined>
}

/**
 * Writes or removes the card of a record; records of test twins have none. The record is locked first: of two
 * concurrent calls the later one sees the later record. Call inside a transaction, such as that of a reaction.
 */
export async function keepCard<R extends Resource>(ctx: Ctx, to: Projection<R>, id: string): Promise<void> {
  if (ctx.account.mode !== 'live') return
  const { feed, of } = to
  const record = (await lockForUpdate(ctx, of, id)) ? await ctx.store.find(of, id) : undefined
  const card = record === undefined ? undefined : await to.cardOf(ctx, record)
  const key = [feed.bucket, ctx.account.id, uuidOf(of.prefix, id)]
  if (record === undefined || card === undefined) return void (await ctx.db.rows(removeStatement(feed), key))
  const { searchText, columns, content } = card
  await ctx.db.rows(writeStatement(feed), [...key, record.version, searchText, JSON.stringify(content), ...columns])
}

function queryOf(feed: Feed, input: Record<string, unknown>): Query {
  const { scope: _scope, limit, offset, cursor, withTotal, q, sort = '-createdAt', ...others } = input
  const sent = Object.entries(others).filter(([, value]) => value !== undefined)
  const foreign = sent.filter(([name]) => feed.filters[name] === undefined)
  if (foreign.length > 0) {
    throw invalid(...foreign.map(([name]) => field(name, 'notAllowed', 'does not apply with scope=discover')))
  }
  const where = sent.flatMap(([name, value]) => feed.filters[name]?.(value) ?? [])
  // cast: the input was accepted by the operation's schema, whose types these are.
  return { limit, offset, cursor, withTotal, q, sort, where } as Query
}

function feedList(feed: Feed, { sort, where, q }: Query): RowList {
  const { column, isFalling } = sortOf(feed, sort)
  const columns = new Set(['account_id', 'id', 'card', ...feed.moving, column])
  return {
    table: feed.table,
    columns: [...columns].map((name) => `t.${name}`).join(', '),
    scope: 'directory',
    owned: [{ sql: 't.bucket = $1', values: [feed.bucket] }],
    where,
    scattered: searchConditions(q),
    rowKey: 't.account_id, t.id',
    keys: [column, 'id'].map((name) => ({ column: name, isFalling })),
    order: `discover ${sort}`,
    // Languages of cards differ widely in frequency: half of all cards, or three.
    isPlannedAnew: true,
  }
}

function sortOf(feed: Feed, sort: string): { column: string; isFalling: boolean } {
  const isFalling = sort.startsWith('-')
  const column = feed.sorts[isFalling ? sort.slice(1) : sort]
  if (column !== undefined) return { column, isFalling }
  const names = Object.keys(feed.sorts).join(', ')
  throw invalid(field('sort', 'sort', `must be one of ${names}, alone, with scope=discover`))
}

async function visible(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const ids = [...new Set(rows.map((row) => row.account_id))]
  const accounts = await Promise.all(ids.map((id) => ctx.accounts.find(id)))
  const active = new Set(accounts.flatMap((account) => (account?.isSuspended === false ? [account.id] : [])))
  return rows.filter((row) => active.has(row.account_id))
}

function cardOf(feed: Feed, row: Row): FoundCard {
  const moving = Object.fromEntries(feed.moving.map((name) => [name, row[name]]))
  return { accountId: row.account_id, uuid: row.id, content: row.card, moving }
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
