import type { Ctx } from '#kit/call/context.ts'
import { parseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { present } from '#kit/nouns/resource.ts'
import { currentViewers } from '#products/livestream/audience/viewersNow.ts'
import { channel, channelUrl, type Channel } from '#products/livestream/records/channel.ts'
import { details } from '#products/livestream/details/details.ts'
import { languageOf, resolveSheet } from '#products/livestream/details/detailsReads.ts'
import { latencyOf } from '#products/livestream/records/streamSession.ts'
import { ticketUrlsOf } from '#products/livestream/records/ticketUrl.ts'
import { gateOf, type Gate } from '#products/livestream/records/visibility.ts'
import type { PlaybackState } from './playbackState.ts'
import { grantOf } from './grants.ts'
import { findVideo, framersOf, isOpenTo, isOwnPreview, isShared, mayWatch, type Video } from './playedVideo.ts'

/** Who asks for which video, and in which language. */
export type PlaybackAsked = { playbackId: string; token?: string | undefined; locale?: string | undefined }

/** A video as its page needs it: what the audience may know, and who may frame its player. */
export type PlaybackPage = { state: PlaybackState; frameAncestors: 'any' | readonly string[]; isListed: boolean }

/** What an audience may know of a video at this moment. Throws not_found for what is not there, or private. */
export async function readPlayback(ctx: Ctx, asked: PlaybackAsked): Promise<PlaybackState> {
  return (await readPlaybackPage(ctx, asked)).state
}

/** The same, with what the page around the player needs. */
export async function readPlaybackPage(ctx: Ctx, asked: PlaybackAsked): Promise<PlaybackPage> {
  const { playbackId, token } = asked
  const video = await findVideo(ctx, playbackId)
  const grant = await grantOf(ctx, token)
  if (video === undefined) throw problem(reasons.notFound)
  const isOpen = isOpenTo(video, grant)
  const isInvited = isShared(video, grant)
  if (video.visibility === 'private' && !isOpen && !isInvited) throw problem(reasons.notFound)
  const opener = isOpen ? undefined : isInvited ? 'session' : gateOf(video.visibility)
  const origins = await framersOf(ctx, video)
  return {
    state: await stateOf(ctx, video, { ...asked, isAllowed: mayWatch(video, grant), opener }),
    frameAncestors: origins.length === 0 ? 'any' : origins,
    isListed: video.visibility === 'public' && video.status !== 'removed' && video.stream?.test !== true,
  }
}

/**
 * What decides what each viewer of a video sees, whatever opens it to them: when this is the same, nothing changed for
 * anybody. Throws not_found for what is not there.
 */
export async function readGround(ctx: Ctx, playbackId: string): Promise<{ state: PlaybackState; opensBy: string }> {
  const video = await findVideo(ctx, playbackId)
  if (video === undefined) throw problem(reasons.notFound)
  const { visibility, stream, static: recorded } = video
  const opensBy = `${visibility} ${isOwnPreview(video)} ${(recorded ?? stream)?.passwordHash ?? ''}`
  return { state: await stateOf(ctx, video, { playbackId, isAllowed: true, opener: undefined }), opensBy }
}

/** Whether a video may be watched now; and what would open it, where that is not the time alone. */
type Shown = PlaybackAsked & { isAllowed: boolean; opener: Gate | 'session' | undefined }

async function stateOf(ctx: Ctx, video: Video, asked: Shown): Promise<PlaybackState> {
  if (video.status === 'removed') return removedState(ctx, video)
  const { stream, static: recorded, media, status } = video
  const words = await wordsOf(ctx, video, asked)
  const isOwn = asked.isAllowed && isOwnPreview(video)
  return {
    playbackId: video.playbackId,
    kind: stream === undefined && video.home === undefined ? 'static' : 'stream',
    // Whoever may see a preview sees it as it will be.
    status: !isOwn ? status : stream?.status === 'preview' ? 'live' : 'reconnecting',
    ...words,
    // A stream that is idle waits for nothing: its schedule, if it had one, is over.
    scheduledAt: stream?.status === 'idle' ? null : ((stream ?? recorded)?.scheduledAt ?? null),
    startedAt: stream?.startedAt ?? (recorded === undefined ? null : (video.session?.live_at ?? null)),
    publishedAt: recorded?.publishedAt ?? null,
    durationSeconds: recorded?.durationSeconds ?? null,
    latencyMode: latencyModeOf(video),
    ...(asked.isAllowed ? addressesOf(video, asked.token) : nowhere),
    posterUrl: posterOf(video, asked),
    slateUrl: asked.isAllowed ? (stream?.slateUrl ?? null) : null,
    viewers: await viewersOf(ctx, video),
    allowsClips:
      asked.isAllowed && !isOwn && media !== undefined && media.kind !== 'link' && stream?.allowViewerClips === true,
    access: asked.opener === undefined ? null : { required: asked.opener, ticketUrl: await ticketUrlOf(ctx, video) },
  }
}

/** The state of a video that was deleted, archived or disabled: nothing of what it was. */
function removedState(ctx: Ctx, { playbackId, stream }: Video): PlaybackState {
  return {
    playbackId,
    kind: stream === undefined ? 'static' : 'stream',
    status: 'removed',
    ...nothingSaid,
    language: ctx.account.language,
    scheduledAt: null,
    startedAt: null,
    publishedAt: null,
    durationSeconds: null,
    latencyMode: 'standard',
    ...nowhere,
    posterUrl: null,
    slateUrl: null,
    viewers: null,
    allowsClips: false,
    access: null,
  }
}

/** What a session began with holds until its end; before and after, it is what the next one will begin with. */
function latencyModeOf({ stream, session, media, status }: Video): PlaybackState['latencyMode'] {
  if (stream === undefined || status === 'recorded') return 'standard'
  return media?.kind === 'live' && session !== undefined ? latencyOf(session, stream) : stream.latencyMode
}

/** How many watch now, unless the owner keeps that to themselves. */
export async function viewersOf(ctx: Ctx, { stream, static: recorded, media }: Video): Promise<number | null> {
  const watched = media?.kind === 'live' ? stream : recorded
  const uuid = watched === undefined ? undefined : parseId(watched.id.slice(0, 3), watched.id)?.uuid
  if (uuid === undefined || stream?.hideViewerCount === true) return null
  return (await currentViewers(ctx, [uuid])).get(uuid) ?? 0
}

/** Where tickets for it are sold; null for what needs none. */
async function ticketUrlOf(ctx: Ctx, { visibility, stream, static: recorded }: Video): Promise<string | null> {
  const record = stream ?? recorded
  if (record === undefined) return null
  return (await ticketUrlsOf(ctx, [{ ...record, visibility }])).get(record.id) ?? null
}

/** Where a video is played from, by who holds this token. */
export function addressesOf({ playbackId, media, static: recorded }: Video, token: string | undefined) {
  const path = token === undefined ? playbackId : `${playbackId}/t/${token}`
  const mayKeep = media !== undefined && recorded?.allowDownload === true && recorded.hasMp4
  return {
    hlsUrl: media === undefined || media.kind === 'link' ? null : `/hls/${path}/main.m3u8`,
    videoUrl: media?.kind === 'link' ? media.url : null,
    mp4Url: mayKeep ? `/media/${path}/video.mp4` : null,
    storyboardUrl: media !== undefined && recorded?.hasStoryboard === true ? `/media/${path}/storyboard.vtt` : null,
  }
}

const nowhere = { hlsUrl: null, videoUrl: null, mp4Url: null, storyboardUrl: null }

/** The owner's picture, else one of the video itself, which only who may watch it sees, else a drawn one. */
function posterOf(video: Video, { isAllowed, token }: Shown): string {
  const chosen = (video.static ?? video.stream)?.coverPhotoUrl ?? null
  if (chosen !== null) return chosen
  const isTaken = video.static === undefined ? video.stream?.hasPoster : video.static.hasPoster
  if (!isAllowed || isTaken !== true) {
    const opens = token !== undefined && video.visibility === 'private' ? `?token=${token}` : ''
    return `/public/video/${video.playbackId}/poster.svg${opens}`
  }
  return `/media/${token === undefined ? video.playbackId : `${video.playbackId}/t/${token}`}/poster.jpg`
}

/** Title, text, chapters and captions in the language asked for, and whose it is. */
async function wordsOf(ctx: Ctx, video: Video, { locale, isAllowed, token }: Shown) {
  const record = video.stream ?? video.static
  if (record === undefined) return wordsOfHome(ctx, video.home)
  const home = record.channelId === null ? undefined : await ctx.store.find(channel, record.channelId)
  const sheet = await resolveSheet(ctx, { targetId: record.id, locale, isPublic: true })
  const [shown] = sheet === undefined ? [] : await present({ ctx, audience: 'owner' }, details, [sheet])
  // cast: a sheet as its owner sees it has the tracks that its resource computes.
  const tracks = (shown?.['captions'] ?? []) as (PlaybackState['captions'][number] & { vttUrl: string | null })[]
  // A recorded video that is not published yet has no tracks for an audience.
  const hasTracks = isAllowed && (video.stream !== undefined || video.status === 'recorded')
  return {
    title: sheet?.title ?? record.title,
    description: sheet?.description ?? record.description,
    language: sheet?.locale ?? (await languageOf(ctx, record.id)),
    channel: home === undefined || home.visibility === 'private' ? null : cardOf(ctx, home),
    chapters: hasTracks ? (sheet?.chapters ?? []) : [],
    captions: hasTracks ? tracks.flatMap((track) => captionOf(track, token)) : [],
  }
}

type Track = { language: string; label: string; kind: string; vttUrl: string | null }

/** A caption that has a text. The token of a closed video opens its captions as well. */
function captionOf({ language, label, kind, vttUrl }: Track, token: string | undefined) {
  if (vttUrl === null) return []
  return [{ language, label, kind, url: token === undefined ? vttUrl : `${vttUrl}&token=${token}` }]
}

function wordsOfHome(ctx: Ctx, home: Channel | undefined) {
  if (home === undefined) return { ...nothingSaid, language: ctx.account.language }
  const { name: title, description, language } = home
  return { ...nothingSaid, title, description, language, channel: cardOf(ctx, home) }
}

function cardOf(ctx: Ctx, { name, handle, avatarUrl }: Channel) {
  return { name, url: channelUrl(ctx, handle), avatarUrl }
}

const nothingSaid = { title: null, description: null, channel: null, chapters: [], captions: [] }
