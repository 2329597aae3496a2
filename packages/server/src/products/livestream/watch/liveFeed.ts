import type { Ctx } from '#kit/context.ts'
import { reaction } from '#kit/reaction.ts'
import { statement } from '#kit/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { channel } from '#products/livestream/channel/channel.ts'
import {
  channelUpdated,
  streamDeleted,
  streamDisabled,
  streamEnded,
  streamUpdated,
  streamWentLive,
} from '#products/livestream/facts.ts'
import { isLive, stream } from '#products/livestream/stream/stream.ts'

/** What is kept of a stream for as long as it is live and listed. */
export type LiveCard = {
  title: string
  category: string | null
  coverPhotoUrl: string | null
  hidesViewers: boolean
  channel: { name: string; handle: string; avatarUrl: string | null }
}

/** A listed stream of any account. `uuid` is its row. */
export type LiveRow = { accountId: number; uuid: string; startedAt: string; card: LiveCard }

/** All that is live stands in one bucket until there is so much that it has to be split. */
const bucket = 'live'
const streamsMax = 200

export const reactions = [
  reaction('livestream.stream.listLive', streamWentLive, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.stream.listUpdated', streamUpdated, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.stream.unlistEnded', streamEnded, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.stream.unlistDisabled', streamDisabled, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.stream.unlistDeleted', streamDeleted, (ctx, fact) => project(ctx, fact.payload.id)),
  reaction('livestream.stream.listOfChannel', channelUpdated, async (ctx, fact) => {
    const values = [uuidOf(channel.prefix, fact.payload.id)]
    const conditions = [{ sql: "t.channel_id = $1 and t.status in ('live', 'reconnecting')", values }]
    const page = await ctx.store.list(stream, { conditions, limit: 100 })
    for (const each of page.items) await project(ctx, each.id)
  }),
]

/** What is live and listed on the whole instance, what began last first, at most 200. */
export async function listLive(ctx: Ctx): Promise<LiveRow[]> {
  type Row = { account_id: number; id: string; started_at: string; card: LiveCard }
  const rows = await ctx.db.rows<Row>(selectRows, [bucket, streamsMax])
  return rows.map((row) => ({ accountId: row.account_id, uuid: row.id, startedAt: row.started_at, card: row.card }))
}

/** Keeps the list true of one stream: there while it is live and public, gone for all else. */
async function project(ctx: Ctx, streamId: string): Promise<void> {
  if (ctx.account.mode !== 'live') return
  const record = await ctx.store.find(stream, streamId)
  const home = record === undefined ? undefined : await ctx.store.find(channel, record.channelId)
  const key = [bucket, ctx.account.id, uuidOf(stream.prefix, streamId)]
  const isListed = record !== undefined && isLive(record) && record.visibility === 'public' && !record.test
  if (!isListed || home === undefined || home.visibility !== 'public') {
    await ctx.db.rows(removeRow, key)
    return
  }
  const { name, handle, avatarUrl } = home
  const card: LiveCard = {
    title: record.title,
    category: record.category,
    coverPhotoUrl: record.coverPhotoUrl,
    hidesViewers: record.hideViewerCount,
    channel: { name, handle, avatarUrl },
  }
  const startedAt = record.startedAt ?? record.updatedAt
  await ctx.db.rows(writeRow, [...key, record.version, startedAt, JSON.stringify(card)])
}

const selectRows = statement(
  'directory_live_feed.list',
  'directory',
  'select account_id, id, started_at, card from directory_live_feed where bucket = $1 ' +
    'order by started_at desc, id desc limit $2',
)

const writeRow = statement(
  'directory_live_feed.write',
  'directory',
  'insert into directory_live_feed (bucket, account_id, id, version, started_at, card) ' +
    'values ($1, $2, $3, $4, $5, $6) on conflict (bucket, account_id, id) do update ' +
    'set version = excluded.version, started_at = excluded.started_at, card = excluded.card ' +
    'where directory_live_feed.version <= excluded.version',
)

const removeRow = statement(
  'directory_live_feed.remove',
  'directory',
  'delete from directory_live_feed where bucket = $1 and account_id = $2 and id = $3',
)
