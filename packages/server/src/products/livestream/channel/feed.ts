import type { Ctx, Page } from '#kit/context.ts'
import { foldName, searchText } from '#kit/fold.ts'
import { encodeId } from '#kit/ids.ts'
import { limits } from '#kit/limits.ts'
import { field, invalid } from '#kit/problem.ts'
import { reaction } from '#kit/reaction.ts'
import { present } from '#kit/resource.ts'
import { statement } from '#kit/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { placed, wordsOf } from '#platform/db/listing.ts'
import {
  categoryDeleted,
  categoryUpdated,
  channelCreated,
  channelDeleted,
  channelUpdated,
  subCategoryDeleted,
  subCategoryUpdated,
} from '#products/livestream/facts.ts'
import { tagList } from '#products/livestream/tags.ts'
import { channel, channelUrl, type Channel } from './channel.ts'

/** All channels stand in one bucket until there are so many that it has to be split. */
const bucket = 'channels'

export type FeedQuery = {
  limit?: number
  offset?: number
  cursor?: string
  withTotal?: 'true' | 'exact' | 'false'
  sort: string
  q?: string
  language?: string
  tag?: string
}
type Card = Record<string, unknown>
type FeedRow = { account_id: number; id: string; name: string; created_at: string; card: Card; total?: number }

/** A page of the public channels of all live accounts. */
export async function discover(ctx: Ctx, query: FeedQuery): Promise<Page<Card>> {
  const sort = sortOf(query.sort)
  const limit = query.limit ?? limits.pageLimitDefault
  const position = query.cursor === undefined ? undefined : ctx.cursors.read(query.cursor, `discover ${query.sort}`)
  const after = position !== undefined && 'after' in position ? position.after : undefined
  const offset = query.offset ?? 0
  const values: unknown[] = [bucket]
  const filters = filtersOf(query, values)
  const where = [...filters]
  if (after !== undefined)
    where.push(placed({ sql: `(t.${sort.column}, t.id) ${sort.sign} ($1, $2::uuid)`, values: [...after] }, values))
  const total = after === undefined ? totalSql(query, filters) : ''
  values.push(limit + 1, offset)
  const text =
    `select t.account_id, t.id, t.name, t.created_at, t.card${total} from directory_channel_feed t ` +
    `where ${where.join(' and ')} order by t.${sort.column} ${sort.order}, t.id ${sort.order} ` +
    `limit $${values.length - 1} offset $${values.length}`
  const rows = await ctx.db.rows<FeedRow>(
    statement(nameOf(query, sort, after !== undefined), 'directory', text),
    values,
  )
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = shown.at(-1)
  const end =
    hasMore && last !== undefined ? { sort: `discover ${query.sort}`, after: [last[sort.column], last.id] } : undefined
  const nextCursor = end === undefined ? null : ctx.cursors.write(end)
  const counted = total === '' ? {} : totalOf(query, rows[0]?.total ?? 0)
  return { items: await cards(ctx, shown), pagination: { limit, offset, hasMore, nextCursor, ...counted } }
}

/** Keeps a channel's card true: there for public channels of live accounts, gone for all else. */
export async function project(ctx: Ctx, channelId: string): Promise<void> {
  if (ctx.account.mode !== 'live') return
  const record = await ctx.store.find(channel, channelId)
  if (record === undefined || record.visibility !== 'public') {
    await ctx.db.rows(removeCard, [bucket, ctx.account.id, uuidOf(channel.prefix, channelId)])
    return
  }
  await writeCards(ctx, [record])
}

export const reactions = [
  reaction('livestream.channel.projectCreated', channelCreated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.channel.projectUpdated', channelUpdated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.channel.projectDeleted', channelDeleted, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.channel.relabelCategory', categoryUpdated, projectAll),
  reaction('livestream.channel.moveCategory', categoryDeleted, projectAll),
  reaction('livestream.channel.relabelSubCategory', subCategoryUpdated, projectAll),
  reaction('livestream.channel.moveSubCategory', subCategoryDeleted, projectAll),
]

/** Labels stand in the cards; an account has few channels, so all of its cards are written anew. */
async function projectAll(ctx: Ctx): Promise<void> {
  if (ctx.account.mode !== 'live') return
  const conditions = [{ sql: "t.visibility = 'public'", values: [] }]
  const page = await ctx.store.list(channel, { conditions, limit: channel.countMax })
  await writeCards(ctx, page.items)
}

async function writeCards(ctx: Ctx, records: readonly Channel[]): Promise<void> {
  const shown = await present({ ctx, audience: 'public' }, channel, records)
  for (const [index, record] of records.entries()) {
    const { channelUrl: _channelUrl, ...card } = { ...shown[index] }
    await ctx.db.rows(writeCard, [
      bucket,
      ctx.account.id,
      uuidOf(channel.prefix, record.id),
      record.version,
      record.name,
      record.createdAt,
      record.language,
      tagList(record.tags),
      searchText(record.name, record.handle, record.description, record.tags),
      JSON.stringify(card),
    ])
  }
}

/** The text depends on what is asked for: some hundred forms, each with a name of its own. */
function nameOf(query: FeedQuery, sort: Sort, isAfter: boolean): string {
  const { language, tag, withTotal = 'none' } = query
  const parts = [language !== undefined, tag !== undefined, isAfter].map((each) => (each ? 'y' : 'n')).join('')
  return `directory_channel_feed.list.${sort.column}.${sort.order}.${parts}${wordsOf(query.q).length}.${withTotal}`
}

/** Cards as they are shown; those of accounts suspended since are left out. */
async function cards(ctx: Ctx, rows: readonly FeedRow[]): Promise<Card[]> {
  const accounts = new Map<number, boolean>()
  for (const { account_id: id } of rows) {
    if (!accounts.has(id)) accounts.set(id, (await ctx.accounts.find(id))?.isSuspended === false)
  }
  return rows
    .filter((row) => accounts.get(row.account_id))
    .map((row) => ({
      ...row.card,
      id: encodeId(channel.prefix, row.account_id, row.id),
      channelUrl: channelUrl(ctx, String(row.card['handle'])),
    }))
}

function filtersOf(query: FeedQuery, values: unknown[]): string[] {
  const filters = ['t.bucket = $1']
  if (query.language !== undefined) filters.push(placed({ sql: 't.language = $1', values: [query.language] }, values))
  if (query.tag !== undefined) {
    filters.push(placed({ sql: 't.tag_list @> array[$1]::text[]', values: [foldName(query.tag)] }, values))
  }
  for (const word of wordsOf(query.q)) {
    filters.push(placed({ sql: 't.search_text like $1', values: [`%${word}%`] }, values))
  }
  return filters
}

type Sort = { column: 'name' | 'created_at'; sign: '<' | '>'; order: 'asc' | 'desc' }

function sortOf(sort: string): Sort {
  const isFalling = sort.startsWith('-')
  const key = isFalling ? sort.slice(1) : sort
  if (key !== 'name' && key !== 'createdAt') {
    throw invalid(field('sort', 'sort', 'must be name or createdAt, alone, with scope=discover'))
  }
  const column = key === 'name' ? 'name' : 'created_at'
  return { column, sign: isFalling ? '<' : '>', order: isFalling ? 'desc' : 'asc' }
}

function countMaxOf(query: FeedQuery): number {
  return query.withTotal === 'exact' ? limits.totalExactMax : limits.totalCountMax
}

function totalSql(query: FeedQuery, filters: string[]): string {
  if (query.withTotal === undefined || query.withTotal === 'false') return ''
  const inner = `select 1 from directory_channel_feed t where ${filters.join(' and ')} limit ${countMaxOf(query) + 1}`
  return `, (select count(*) from (${inner}) c)::integer as total`
}

function totalOf(query: FeedQuery, found: number) {
  const most = countMaxOf(query)
  return { total: Math.min(found, most), totalIsCapped: found > most }
}

const writeCard = statement(
  'directory_channel_feed.write',
  'directory',
  'insert into directory_channel_feed ' +
    '(bucket, account_id, id, version, name, created_at, language, tag_list, search_text, card) ' +
    'values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (bucket, account_id, id) do update ' +
    'set version = excluded.version, name = excluded.name, created_at = excluded.created_at, ' +
    'language = excluded.language, tag_list = excluded.tag_list, search_text = excluded.search_text, ' +
    'card = excluded.card where directory_channel_feed.version <= excluded.version',
)

const removeCard = statement(
  'directory_channel_feed.remove',
  'directory',
  'delete from directory_channel_feed where bucket = $1 and account_id = $2 and id = $3',
)
