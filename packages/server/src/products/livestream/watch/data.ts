import type { Ctx } from '#kit/context.ts'
import { accountOfId, encodeId, parseId } from '#kit/ids.ts'
import { problem, Problem, reasons } from '#kit/problem.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { findName } from '#platform/names/names.ts'
import { currentViewers } from '#products/livestream/audience/now.ts'
import { channel, type Channel } from '#products/livestream/channel/channel.ts'
import { idOfPlayback, picturePath, playbackIdOf } from '#products/livestream/playback/addresses.ts'
import { readPlaybackPage, type PlaybackAsked, type PlaybackPage } from '#products/livestream/playback/read.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/static/staticVideo.ts'
import { isLive, stream, type Stream } from '#products/livestream/stream/stream.ts'
import { listLive } from './liveFeed.ts'

/** A video in a list that anybody may see. Times are RFC 3339, addresses paths of this server or absolute. */
export type VideoCard = {
  playbackId: string
  status: 'live' | 'upcoming' | 'recorded'
  title: string
  description: string | null
  category: string | null
  posterUrl: string | null
  /** When it went live, is to begin, or was published. */
  at: string
  updatedAt: string
  version: number
  durationSeconds: number | null
  expectedMinutes: number | null
  /** Null where the owner hides it, or nothing is live. */
  viewers: number | null
  channel: { name: string; handle: string; avatarUrl: string | null } | null
}

/** A channel with what the public may see of it. */
export type ChannelView = { channel: Channel; live: VideoCard[]; upcoming: VideoCard[]; recent: VideoCard[] }

const liveMax = 20
const upcomingMax = 50
const recentMax = 24

/**
 * What the page of a video shows, or where it is instead: the id of a channel means what is live there, else its latest
 * video. Throws not_found.
 */
export async function readVideoPage(ctx: Ctx, asked: PlaybackAsked): Promise<PlaybackPage | { movedTo: string }> {
  try {
    return await readPlaybackPage(ctx, asked)
  } catch (error) {
    const channelId = idOfPlayback(asked.playbackId, channel.prefix)
    const isMissing = error instanceof Problem && error.code === 'not_found'
    const home = isMissing && channelId !== undefined ? await ctx.store.find(channel, channelId) : undefined
    if (home === undefined || home.visibility === 'private') throw error
    const { live, recent } = await viewOf(ctx, home)
    const [shown] = [...live, ...recent]
    if (shown === undefined) throw error
    return { movedTo: shown.playbackId }
  }
}

/** A call on behalf of the account that an id names. Throws not_found where there is none to be seen. */
export async function callFor(ctx: Ctx, id: string): Promise<Ctx> {
  const account = await ctx.accounts.find(accountOfId(id) ?? -1)
  if (account === undefined || account.isSuspended) throw problem(reasons.notFound)
  return ctx.as(account)
}

/**
 * The channel with this handle, or one that left it lately; those of test twins come after the live ones. Throws
 * not_found.
 */
export async function readChannel(ctx: Ctx, handle: string): Promise<ChannelView> {
  const key = handle.toLowerCase()
  const named =
    (await findName(ctx, { kind: 'channel.live', key })) ?? (await findName(ctx, { kind: 'channel.test', key }))
  if (named === undefined) throw problem(reasons.notFound)
  const channelId = encodeId(channel.prefix, named.accountId, named.uuid)
  const own = await callFor(ctx, channelId)
  const home = await own.store.find(channel, channelId)
  if (home === undefined || home.visibility === 'private') throw problem(reasons.notFound)
  return viewOf(own, home)
}

/** What is live on the whole instance, most watched first. */
export async function readLive(ctx: Ctx): Promise<VideoCard[]> {
  const rows = await listLive(ctx)
  const cards: VideoCard[] = []
  for (const [accountId, own] of Map.groupBy(rows, (row) => row.accountId)) {
    const account = await ctx.accounts.find(accountId)
    if (account === undefined || account.isSuspended) continue
    const watching = await currentViewers(
      ctx.as(account),
      own.map((row) => row.uuid),
    )
    for (const { uuid, startedAt, card } of own) {
      const playbackId = playbackIdOf(encodeId(stream.prefix, accountId, uuid))
      cards.push({
        ...{ playbackId, status: 'live', title: card.title, description: null, category: card.category },
        posterUrl: card.coverPhotoUrl ?? picturePath(playbackId, false),
        ...{ at: startedAt, updatedAt: startedAt, version: 1, durationSeconds: null, expectedMinutes: null },
        viewers: card.hidesViewers ? null : (watching.get(uuid) ?? 0),
        channel: card.channel,
      })
    }
  }
  return cards.toSorted((left, right) => (right.viewers ?? 0) - (left.viewers ?? 0))
}

async function viewOf(ctx: Ctx, home: Channel): Promise<ChannelView> {
  const values = [uuidOf(channel.prefix, home.id)]
  const ofChannel = (sql: string) => [{ sql: `t.channel_id = $1 and t.visibility = 'public' and ${sql}`, values }]
  const [running, scheduled, recorded] = await Promise.all([
    ctx.store.list(stream, {
      conditions: ofChannel("t.status in ('live', 'reconnecting') and not t.test"),
      limit: liveMax,
    }),
    ctx.store.list(stream, { conditions: ofChannel("t.status = 'scheduled' and not t.test"), limit: upcomingMax }),
    ctx.store.list(staticVideo, {
      conditions: ofChannel("t.status = 'published'"),
      sort: '-publishedAt',
      limit: recentMax,
    }),
  ])
  const watching = await currentViewers(
    ctx,
    running.items.flatMap((each) => parseId(stream.prefix, each.id)?.uuid ?? []),
  )
  const viewersOf = (record: Stream) => watching.get(parseId(stream.prefix, record.id)?.uuid ?? '') ?? 0
  return {
    channel: home,
    live: running.items.map((each) => streamCard(each, home, viewersOf(each))),
    upcoming: scheduled.items
      .filter((each) => each.scheduledAt !== null)
      .map((each) => streamCard(each, home, 0))
      .toSorted((left, right) => left.at.localeCompare(right.at)),
    recent: recorded.items.map((each) => staticCard(each, home)),
  }
}

function streamCard(record: Stream, home: Channel, viewers: number): VideoCard {
  const playbackId = playbackIdOf(record.id)
  const isNow = isLive(record)
  return {
    ...{ playbackId, title: record.title, description: record.description, category: record.category },
    status: isNow ? 'live' : 'upcoming',
    posterUrl: record.coverPhotoUrl ?? picturePath(playbackId, false),
    at: (isNow ? record.startedAt : record.scheduledAt) ?? record.updatedAt,
    updatedAt: record.updatedAt,
    version: record.version,
    durationSeconds: null,
    expectedMinutes: record.expectedDurationMinutes,
    viewers: isNow && !record.hideViewerCount ? viewers : null,
    channel: home,
  }
}

function staticCard(record: StaticVideo, home: Channel): VideoCard {
  const playbackId = playbackIdOf(record.id)
  return {
    ...{ playbackId, title: record.title ?? 'Untitled', description: record.description, category: record.category },
    status: 'recorded',
    posterUrl: record.coverPhotoUrl ?? picturePath(playbackId, record.hasPoster),
    at: record.publishedAt ?? record.createdAt,
    updatedAt: record.updatedAt,
    version: record.version,
    durationSeconds: record.durationSeconds,
    expectedMinutes: null,
    viewers: null,
    channel: home,
  }
}
