import type { Ctx } from '#kit/call/context.ts'
import { accountOfId, encodeId, parseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { findName } from '#platform/names/uniqueNames.ts'
import { currentViewers } from '#products/livestream/audience/viewersNow.ts'
import { handleName } from '#products/livestream/channel/handle.ts'
import { channel, type Channel } from '#products/livestream/records/channel.ts'
import { comingOn, liveOn, recentOn } from '#products/livestream/records/channelVideos.ts'
import { posterPath, playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import {
  readPlaybackPage,
  type PlaybackRequest,
  type PlaybackPage,
} from '#products/livestream/playback/playbackRead.ts'
import type { StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { discoverStreams } from '#products/livestream/stream/streamFeed.ts'
import { hasOpenPoster, isLive } from '#products/livestream/records/standing.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

/** A video in a public list. Times are RFC 3339, addresses paths of this server or absolute. */
export type VideoCard = {
  playbackId: string
  status: 'live' | 'upcoming' | 'recorded'
  title: string
  description: string | null
  category: string | null
  posterUrl: string | null
  /** Time of its live start, its schedule, or its publication. */
  at: string
  updatedAt: string
  version: number
  durationSeconds: number | null
  expectedMinutes: number | null
  /** Current viewers; null when the owner hides them or the video is not live. */
  viewers: number | null
  channel: { name: string; handle: string; avatarUrl: string | null } | null
}

/** A channel with its public videos. */
export type ChannelView = { channel: Channel; live: VideoCard[]; upcoming: VideoCard[]; recent: VideoCard[] }

const liveMax = 200
const upcomingMax = 50
const recentMax = 24

/** The data of a video's page. The id of a channel gives the playback id of its current video. Throws not_found. */
export async function readVideoPage(ctx: Ctx, request: PlaybackRequest): Promise<PlaybackPage | { movedTo: string }> {
  const found = await readPlaybackPage(ctx, request)
  const { playbackId } = found.state
  return playbackId === request.playbackId ? found : { movedTo: playbackId }
}

/** A call on behalf of the account that an id names. Throws not_found for an unknown or suspended one. */
export async function callFor(ctx: Ctx, id: string): Promise<Ctx> {
  const account = await ctx.accounts.find(accountOfId(id) ?? -1)
  if (account === undefined || account.isSuspended) throw problem(reasons.notFound)
  return ctx.as(account)
}

/** The channel with this handle, or one that had it in the last 30 days. Throws not_found. */
export async function readChannel(ctx: Ctx, handle: string): Promise<ChannelView> {
  const named = await findName(ctx, handleName(handle.toLowerCase()))
  if (named === undefined) throw problem(reasons.notFound)
  const channelId = encodeId(channel.prefix, named.accountId, named.uuid)
  const own = await callFor(ctx, channelId)
  const home = await own.store.find(channel, channelId)
  if (home === undefined || home.visibility === 'private') throw problem(reasons.notFound)
  return viewOf(own, home)
}

/** Live streams of all accounts, most watched first. */
export async function readLive(ctx: Ctx): Promise<VideoCard[]> {
  const page = await discoverStreams(ctx, { isLive: true, sort: '-viewers', limit: liveMax })
  return page.items.map(
    ({ title, category, coverPhotoUrl, startedAt, updatedAt, viewers, playback, channel: home }) => {
      const { playbackId, thumbnailUrl } = playback
      return {
        playbackId,
        status: 'live',
        title,
        description: null,
        category,
        viewers,
        channel: home,
        // The path without a host works under each name of this server.
        posterUrl: coverPhotoUrl ?? thumbnailUrl.slice(ctx.settings.publicUrl.length),
        at: startedAt ?? updatedAt,
        updatedAt,
        version: 1,
        durationSeconds: null,
        expectedMinutes: null,
      }
    },
  )
}

async function viewOf(ctx: Ctx, home: Channel): Promise<ChannelView> {
  const of = { channelId: home.id, audience: 'public' } as const
  const [live, coming, recent] = await Promise.all([
    liveOn(ctx, of),
    comingOn(ctx, of, upcomingMax),
    recentOn(ctx, of, recentMax),
  ])
  const watching = await currentViewers(
    ctx,
    live.flatMap((each) => parseId(stream.prefix, each.id)?.uuid ?? []),
  )
  const viewersOf = (record: Stream) => watching.get(parseId(stream.prefix, record.id)?.uuid ?? '') ?? 0
  return {
    channel: home,
    live: live.map((each) => streamCard(each, home, viewersOf(each))),
    upcoming: coming.map((each) => streamCard(each, home, 0)),
    recent: recent.map((each) => staticCard(each, home)),
  }
}

function streamCard(record: Stream, home: Channel, viewers: number): VideoCard {
  const playbackId = playbackIdOf(record.id)
  const isNow = isLive(record)
  return {
    playbackId,
    title: record.title,
    description: record.description,
    category: record.category,
    status: isNow ? 'live' : 'upcoming',
    posterUrl: record.coverPhotoUrl ?? posterPath(playbackId, hasOpenPoster(record)),
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
    playbackId,
    title: record.title ?? 'Untitled',
    description: record.description,
    category: record.category,
    status: 'recorded',
    posterUrl: record.coverPhotoUrl ?? posterPath(playbackId, record.hasPoster),
    at: record.publishedAt ?? record.createdAt,
    updatedAt: record.updatedAt,
    version: record.version,
    durationSeconds: record.durationSeconds,
    expectedMinutes: null,
    viewers: null,
    channel: home,
  }
}
