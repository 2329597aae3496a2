import type { Ctx } from '#kit/call/context.ts'
import { accountOfId, encodeId, parseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { findName } from '#platform/names/uniqueNames.ts'
import { currentViewers } from '#products/livestream/audience/viewersNow.ts'
import { channelWords, type ChannelWords } from '#products/livestream/channel/channelWords.ts'
import { aboutOf, firstWith, nothingAbout, type About } from '#products/livestream/details/about.ts'
import { strictestRatings, stricter, type MaturityRating } from '#products/livestream/details/maturity.ts'
import { resolveSheetsOf } from '#products/livestream/details/targetSheets.ts'
import { categoryLooks, type CategoryLook } from '#products/livestream/records/categoryLooks.ts'
import { tagWords } from '#products/livestream/records/videoTags.ts'
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
import { discoverLive } from '#products/livestream/stream/streamFeed.ts'
import { hasOpenPoster, isLive } from '#products/livestream/records/standing.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

/** A video in a public list. Times are RFC 3339, addresses paths of this server or absolute. */
export type VideoCard = {
  playbackId: string
  status: 'live' | 'upcoming' | 'recorded'
  title: string
  description: string | null
  /** BCP 47 tag of title and description. */
  language: string
  category: string | null
  /** Colour and icon of the category. */
  look: CategoryLook | null
  maturityRating: MaturityRating
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
  /** Tags, licence and credits, for feeds. */
  about: About
  /** The file that viewers may download. */
  file: { path: string; byteCount: number } | null
}

/** A channel in a language, with its public videos. */
export type ChannelView = {
  channel: Channel
  words: ChannelWords
  live: VideoCard[]
  upcoming: VideoCard[]
  recent: VideoCard[]
}

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

/**
 * The channel with this handle, or one that had it in the last 30 days, in the best language for `locale`. Throws
 * not_found.
 */
export async function readChannel(ctx: Ctx, handle: string, locale: string | undefined): Promise<ChannelView> {
  const named = await findName(ctx, handleName(handle.toLowerCase()))
  if (named === undefined) throw problem(reasons.notFound)
  const channelId = encodeId(channel.prefix, named.accountId, named.uuid)
  const own = await callFor(ctx, channelId)
  const home = await own.store.find(channel, channelId)
  if (home === undefined || home.visibility === 'private') throw problem(reasons.notFound)
  return viewOf(own, home, locale)
}

/** Live streams of all accounts, most watched first. */
export async function readLive(ctx: Ctx): Promise<VideoCard[]> {
  const found = await discoverLive(ctx, liveMax)
  return found.map(({ title, category, coverPhotoUrl, startedAt, updatedAt, viewers, playback, ...card }) => {
    const { playbackId, thumbnailUrl } = playback
    const { look, maturityRating, language } = card
    return {
      playbackId,
      status: 'live',
      title,
      description: null,
      language,
      category,
      look,
      maturityRating,
      viewers,
      channel: card.channel,
      about: nothingAbout,
      // The path without a host works under each name of this server.
      posterUrl: coverPhotoUrl ?? thumbnailUrl.slice(ctx.settings.publicUrl.length),
      at: startedAt ?? updatedAt,
      updatedAt,
      version: 1,
      durationSeconds: null,
      expectedMinutes: null,
      file: null,
    }
  })
}

/** Cards of streams as their channels show them, in the given order; those that are gone are left out. */
export async function readStreams(ctx: Ctx, streamIds: readonly string[]): Promise<VideoCard[]> {
  const found = await Promise.all(streamIds.map((id) => ctx.store.find(stream, id)))
  const records = found.filter((each) => each !== undefined)
  const ofChannels = Map.groupBy(records, ({ channelId }) => channelId)
  const [viewersOf, ...described] = await Promise.all([
    watching(ctx, records),
    ...[...ofChannels].map(([channelId, ofChannel]) => describeAt(ctx, channelId, ofChannel)),
  ])
  const words = new Map(described.flat())
  return records.flatMap((record) => {
    const own = words.get(record.id)
    return own === undefined ? [] : [streamCard(record, own, viewersOf(record))]
  })
}

async function describeAt(ctx: Ctx, channelId: string, records: readonly Stream[]): Promise<[string, Described][]> {
  const home = await ctx.store.find(channel, channelId)
  if (home === undefined) return []
  const words = await channelWords(ctx, home, undefined)
  const described = await describe(ctx, records, { home, words, locale: undefined })
  return records.map((record) => [record.id, { ...described(record), channel: { ...home, name: words.name } }])
}

/** The current viewers of each of some streams. */
async function watching(ctx: Ctx, records: readonly Stream[]): Promise<(record: Stream) => number> {
  const uuidOf = ({ id }: Stream) => parseId(stream.prefix, id)?.uuid ?? ''
  const counted = await currentViewers(ctx, records.map(uuidOf))
  return (record) => counted.get(uuidOf(record)) ?? 0
}

async function viewOf(ctx: Ctx, home: Channel, locale: string | undefined): Promise<ChannelView> {
  const of = { channelId: home.id, audience: 'public' } as const
  const [live, coming, recent, words] = await Promise.all([
    liveOn(ctx, of),
    comingOn(ctx, of, upcomingMax),
    recentOn(ctx, of, recentMax),
    channelWords(ctx, home, locale),
  ])
  const viewersOf = await watching(ctx, live)
  const described = await describe(ctx, [...live, ...coming, ...recent], { home, words, locale })
  return {
    channel: home,
    words,
    live: live.map((each) => streamCard(each, described(each), viewersOf(each))),
    upcoming: coming.map((each) => streamCard(each, described(each), 0)),
    recent: recent.map((each) => staticCard(each, described(each))),
  }
}

type Described = Pick<
  VideoCard,
  'description' | 'language' | 'category' | 'look' | 'maturityRating' | 'channel' | 'about'
> & { title: string | null; coverPhotoUrl: string | null }

type Shown = { home: Channel; words: ChannelWords; locale: string | undefined }

/** Words and details of the videos of a channel: of their sheets, else of their records. */
async function describe(ctx: Ctx, records: readonly (Stream | StaticVideo)[], { home, words, locale }: Shown) {
  const targetIds = records.map(({ id }) => id)
  const [sheets, ratings, looks] = await Promise.all([
    resolveSheetsOf(ctx, { targetIds, locale, language: home.language }),
    strictestRatings(ctx, targetIds),
    categoryLooks(
      ctx,
      records.map(({ categoryId }) => categoryId),
    ),
  ])
  return (record: Stream | StaticVideo): Described => {
    const own = sheets.get(record.id) ?? []
    return {
      title: own[0]?.title ?? record.title,
      description: own[0]?.description ?? record.description,
      language: own[0]?.locale ?? home.language,
      coverPhotoUrl: firstWith(own, (each) => each.coverPhotoUrl) ?? record.coverPhotoUrl,
      category: record.category,
      look: looks.get(record.categoryId ?? '') ?? null,
      maturityRating: stricter(ratings.get(record.id) ?? 'everyone', words.maturityRating),
      channel: home,
      about: aboutOf(own, { tags: tagWords(record.tags) }),
    }
  }
}

function streamCard(record: Stream, { coverPhotoUrl, title, ...described }: Described, viewers: number): VideoCard {
  const playbackId = playbackIdOf(record.id)
  const isNow = isLive(record)
  return {
    ...described,
    title: title ?? record.title,
    playbackId,
    status: isNow ? 'live' : 'upcoming',
    posterUrl: coverPhotoUrl ?? posterPath(playbackId, hasOpenPoster(record)),
    at: (isNow ? record.startedAt : record.scheduledAt) ?? record.updatedAt,
    updatedAt: record.updatedAt,
    version: record.version,
    durationSeconds: null,
    expectedMinutes: record.expectedDurationMinutes,
    viewers: isNow && !record.hideViewerCount ? viewers : null,
    file: null,
  }
}

function staticCard(record: StaticVideo, { coverPhotoUrl, title, ...described }: Described): VideoCard {
  const playbackId = playbackIdOf(record.id)
  return {
    ...described,
    title: title ?? 'Untitled',
    playbackId,
    status: 'recorded',
    posterUrl: coverPhotoUrl ?? posterPath(playbackId, record.hasPoster),
    at: record.publishedAt ?? record.createdAt,
    updatedAt: record.updatedAt,
    version: record.version,
    durationSeconds: record.durationSeconds,
    expectedMinutes: null,
    viewers: null,
    file: fileOf(record),
  }
}

function fileOf({ id, allowDownload, hasMp4, byteCount }: StaticVideo): VideoCard['file'] {
  if (!allowDownload || !hasMp4 || byteCount === null) return null
  return { path: `/media/${playbackIdOf(id)}/video.mp4`, byteCount }
}
