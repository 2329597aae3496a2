import type { Ctx } from '#kit/call/context.ts'
import { dropsPort, type StreamDrop } from '#kit/call/drops.ts'
import { paymentLinksPort, type StreamPayLink } from '#kit/call/paymentLinks.ts'
import { parseId } from '#kit/values/ids.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { currentViewers } from '#products/livestream/audience/viewersNow.ts'
import { nothingAbout, type About } from '#products/livestream/details/about.ts'
import { categoryLooks, type CategoryLook } from '#products/livestream/records/categoryLooks.ts'
import { latencyOf } from '#products/livestream/records/streamSession.ts'
import { noOffer, ticketOffersOf, type TicketOffer } from '#products/livestream/records/ticketOffer.ts'
import { gateOf, type Gate } from '#products/livestream/records/visibility.ts'
import type { PlaybackState } from './playbackState.ts'
import { grantOf } from './grants.ts'
import { noTexts, textsOf, type VideoTexts } from './videoTexts.ts'
import {
  findVideo,
  framersOf,
  isOpenTo,
  isOwnerGrant,
  isOwnPreview,
  isShared,
  mayWatch,
  type Video,
} from './playedVideo.ts'

/** A request for a video: its id, a viewer's token, and a BCP 47 tag of the wanted language. */
export type PlaybackRequest = { playbackId: string; token?: string | undefined; locale?: string | undefined }

/** Details of a video, its category with its look, and its place. */
export type PageAbout = About & {
  category: { name: string; look: CategoryLook | null } | null
  /** Origin of a clip; null for other videos. */
  clip: { isByViewer: boolean; authorName: string | null } | null
  /** Place that a stream comes from; null without one, or while it has no page. */
  place: { name: string; url: string } | null
  /** Payment links of a stream. */
  payLinks: readonly StreamPayLink[]
  /** Live drops of a stream, for viewers who may watch it. */
  drops: readonly StreamDrop[]
}

/** The data of a video's page: its state, its further details, and the origins that may frame its player. */
export type PlaybackPage = {
  state: PlaybackState
  about: PageAbout
  frameAncestors: 'any' | readonly string[]
  isListed: boolean
  /** Whether the viewer has the address of the owner, as the control room has. */
  isOwner: boolean
  /** Frame size of the poster, where viewers may see it. */
  frame: PosterFrame
}

/** Frame size of a poster; undefined for a generated image. */
export type PosterFrame = { width: number; height: number } | undefined

/** Playback id of the video that has the poster, and its frame size. */
export type OpenPoster = { playbackId: string; frame: PosterFrame }

/** The current state of a video for an audience. Throws not_found for a missing or private video. */
export async function readPlayback(ctx: Ctx, request: PlaybackRequest): Promise<PlaybackState> {
  const { video, viewing } = await openVideo(ctx, request)
  return (await describe(ctx, video, viewing)).state
}

/** The current state of a video with the data of the page around its player. Throws as `readPlayback` does. */
export async function readPlaybackPage(ctx: Ctx, request: PlaybackRequest): Promise<PlaybackPage> {
  const { video, grant, viewing } = await openVideo(ctx, request)
  const { state, texts } = await describe(ctx, video, viewing)
  const [about, origins] = await Promise.all([
    texts === undefined ? noDetails : pageAbout(ctx, video, { texts, isAllowed: viewing.isAllowed }),
    framersOf(ctx, video),
  ])
  return {
    state,
    about,
    frameAncestors: origins.length === 0 ? 'any' : origins,
    frame: viewing.isAllowed ? frameOf(video) : undefined,
    isOwner: isOwnerGrant(video, grant),
    isListed: video.visibility === 'public' && video.status !== 'removed' && video.stream?.test !== true,
  }
}

/** A video that exists for a viewer, with their grant and access. Throws not_found for a missing or private one. */
async function openVideo(ctx: Ctx, request: PlaybackRequest) {
  const video = await findVideo(ctx, request.playbackId)
  const grant = await grantOf(ctx, request.token)
  if (video === undefined) throw problem(reasons.notFound)
  const isOpen = isOpenTo(video, grant)
  const isInvited = isShared(video, grant)
  if (video.visibility === 'private' && !isOpen && !isInvited) throw problem(reasons.notFound)
  const opener = isOpen ? undefined : isInvited ? 'session' : gateOf(video.visibility)
  const viewing: Viewing = { ...request, isAllowed: mayWatch(video, grant), opener }
  return { video, grant, viewing }
}

/**
 * The state of a video for viewers with access, and a text that changes with the conditions of access. While both stay
 * the same, no viewer sees a change. Throws not_found for a missing video.
 */
export async function readSharedState(
  ctx: Ctx,
  playbackId: string,
): Promise<{ state: PlaybackState; opensBy: string } & Pick<PageAbout, 'payLinks' | 'drops'>> {
  const video = await findVideo(ctx, playbackId)
  if (video === undefined) throw problem(reasons.notFound)
  const { visibility, stream, static: recorded } = video
  const opensBy = `${visibility} ${isOwnPreview(video)} ${(recorded ?? stream)?.passwordHash ?? ''}`
  const [{ state }, payLinks, drops] = await Promise.all([
    describe(ctx, video, { playbackId, isAllowed: true, opener: undefined }),
    payLinksOf(ctx, video),
    dropsOf(ctx, video),
  ])
  return { state, opensBy, payLinks, drops }
}

/** A request with its access: whether the video may be watched now, and the proof that would open it. */
type Viewing = PlaybackRequest & { isAllowed: boolean; opener: Gate | 'session' | undefined }

/** The state of a video, and the texts in it; a removed one has none. It is read again for each watcher of a video. */
async function describe(
  ctx: Ctx,
  video: Video,
  viewing: Viewing,
): Promise<{ state: PlaybackState; texts?: VideoTexts }> {
  if (video.status === 'removed') return { state: removedState(ctx, video) }
  const texts = await textsOf(ctx, video, viewing)
  return { state: await stateOf(ctx, video, { ...viewing, described: texts }), texts }
}

type Opened = { texts: VideoTexts; isAllowed: boolean }

async function pageAbout(ctx: Ctx, video: Video, { texts, isAllowed }: Opened): Promise<PageAbout> {
  const [category, place, payLinks, drops] = await Promise.all([
    categoryOf(ctx, video),
    placeOf(ctx, video),
    payLinksOf(ctx, video),
    isAllowed ? dropsOf(ctx, video) : [],
  ])
  return { ...texts.about, category, clip: clipOf(video), place, payLinks, drops }
}

async function payLinksOf(ctx: Ctx, video: Video): Promise<readonly StreamPayLink[]> {
  const shown = shownStream(video)
  return shown === undefined ? [] : ctx.port(paymentLinksPort).openOfStream(ctx, shown.id)
}

async function dropsOf(ctx: Ctx, video: Video): Promise<readonly StreamDrop[]> {
  const shown = shownStream(video)
  return shown === undefined ? [] : ctx.port(dropsPort).shownOf(ctx, shown.id)
}

/** The stream of a video; undefined for a removed one, whose state needs no proof of anyone. */
function shownStream({ status, stream }: Video): Video['stream'] {
  return status === 'removed' ? undefined : stream
}

/** The poster of a live stream is a frame of its session, that of a recorded video one of its own. */
function frameOf(video: Video): PosterFrame {
  const { width, height } = video.static ?? video.session ?? { width: null, height: null }
  return hasPoster(video) && width !== null && height !== null ? { width, height } : undefined
}

/** Whether a video has a poster of its own, which lies beside media that can be played. */
function hasPoster({ static: recorded, stream, media }: Video): boolean {
  return media !== undefined && (recorded ?? stream)?.hasPoster === true
}

/** The poster of what plays at a playback id, as far as viewers need no proof for it. */
export async function openPoster(ctx: Ctx, playbackId: string): Promise<OpenPoster> {
  const video = await findVideo(ctx, playbackId)
  if (video === undefined) return { playbackId, frame: undefined }
  return { playbackId: video.playbackId, frame: mayWatch(video, undefined) ? frameOf(video) : undefined }
}

/** The details of a removed video. */
export const noDetails: PageAbout = {
  ...nothingAbout,
  category: null,
  clip: null,
  place: null,
  payLinks: [],
  drops: [],
}

function clipOf({ stream, static: recorded }: Video): PageAbout['clip'] {
  if (stream !== undefined || recorded?.source !== 'clip') return null
  return { isByViewer: recorded.authorId !== null, authorName: recorded.authorName }
}

async function categoryOf(ctx: Ctx, { stream, static: recorded }: Video): Promise<PageAbout['category']> {
  const { category = null, categoryId = null } = recorded ?? stream ?? {}
  if (category === null) return null
  const looks = categoryId === null ? undefined : await categoryLooks(ctx, [categoryId])
  return { name: category, look: looks?.get(categoryId ?? '') ?? null }
}

async function placeOf(ctx: Ctx, { stream }: Video): Promise<PageAbout['place']> {
  const placeId = stream?.placeId ?? null
  const card = placeId === null ? undefined : (await ctx.cards([placeId])).get(placeId)
  return card === undefined || card.url === null ? null : { name: card.title, url: card.url }
}

type Described = Viewing & { described: VideoTexts }

async function stateOf(ctx: Ctx, video: Video, viewing: Described): Promise<PlaybackState> {
  const { stream, static: recorded, media, status } = video
  const isOwn = viewing.isAllowed && isOwnPreview(video)
  return {
    playbackId: video.playbackId,
    kind: stream === undefined && video.home === undefined ? 'static' : 'stream',
    // A preview is shown to its owner as it will be when it is live.
    status: !isOwn ? status : stream?.status === 'preview' ? 'live' : 'reconnecting',
    ...viewing.described.texts,
    // An idle stream has no schedule any longer.
    scheduledAt: stream?.status === 'idle' ? null : ((stream ?? recorded)?.scheduledAt ?? null),
    startedAt: stream?.startedAt ?? (recorded === undefined ? null : (video.session?.live_at ?? null)),
    publishedAt: recorded?.publishedAt ?? null,
    durationSeconds: recorded?.durationSeconds ?? null,
    latencyMode: latencyModeOf(video),
    ...(viewing.isAllowed ? addressesOf(video, viewing.token) : noAddresses),
    posterUrl: posterOf(video, viewing),
    slateUrl: viewing.isAllowed ? (stream?.slateUrl ?? null) : null,
    viewers: await viewersOf(ctx, video),
    allowsClips:
      viewing.isAllowed && !isOwn && media !== undefined && media.kind !== 'link' && stream?.allowViewerClips === true,
    access: viewing.opener === undefined ? null : { required: viewing.opener, ...(await offerOf(ctx, video)) },
  }
}

/** The state of a deleted, archived or disabled video: its content is not shown. */
function removedState(ctx: Ctx, { playbackId, stream }: Video): PlaybackState {
  return {
    playbackId,
    kind: stream === undefined ? 'static' : 'stream',
    status: 'removed',
    ...noTexts,
    language: ctx.account.language,
    scheduledAt: null,
    startedAt: null,
    publishedAt: null,
    durationSeconds: null,
    latencyMode: 'standard',
    ...noAddresses,
    posterUrl: null,
    slateUrl: null,
    viewers: null,
    allowsClips: false,
    access: null,
  }
}

/** The latency mode of the live session, fixed at its start; without a session that of the stream. */
function latencyModeOf({ stream, session, media, status }: Video): PlaybackState['latencyMode'] {
  if (stream === undefined || status === 'recorded') return 'standard'
  return media?.kind === 'live' && session !== undefined ? latencyOf(session, stream) : stream.latencyMode
}

/** The number of current viewers; null when the owner hides it. */
export async function viewersOf(ctx: Ctx, { stream, static: recorded, media }: Video): Promise<number | null> {
  const watched = media?.kind === 'live' ? stream : recorded
  const uuid = watched === undefined ? undefined : parseId(watched.id.slice(0, 3), watched.id)?.uuid
  if (uuid === undefined || stream?.hideViewerCount === true) return null
  return (await currentViewers(ctx, [uuid])).get(uuid) ?? 0
}

/** Shop and price of the tickets of a video. */
async function offerOf(ctx: Ctx, { visibility, stream, static: recorded }: Video): Promise<TicketOffer> {
  const record = stream ?? recorded
  if (record === undefined) return noOffer
  return (await ticketOffersOf(ctx, [{ ...record, visibility }])).get(record.id) ?? noOffer
}

/** Addresses of the playlist and files of a video, with a viewer's token. */
export function addressesOf({ playbackId, media, static: recorded }: Video, token: string | undefined) {
  const path = token === undefined ? playbackId : `${playbackId}/t/${token}`
  const mayDownload = media !== undefined && recorded?.allowDownload === true && recorded.hasMp4
  return {
    hlsUrl: media === undefined || media.kind === 'link' ? null : `/hls/${path}/main.m3u8`,
    videoUrl: media?.kind === 'link' ? media.url : null,
    mp4Url: mayDownload ? `/media/${path}/video.mp4` : null,
    storyboardUrl: media !== undefined && recorded?.hasStoryboard === true ? `/media/${path}/storyboard.vtt` : null,
  }
}

const noAddresses = { hlsUrl: null, videoUrl: null, mp4Url: null, storyboardUrl: null }

/** The poster: the owner's cover photo, else a frame of the video for viewers with access, else a drawn image. */
function posterOf(video: Video, { isAllowed, token, described }: Described): string {
  const chosen = described.coverPhotoUrl ?? (video.static ?? video.stream)?.coverPhotoUrl ?? null
  if (chosen !== null) return chosen
  if (!isAllowed || !hasPoster(video)) {
    const opens = token !== undefined && video.visibility === 'private' ? `?token=${token}` : ''
    return `/public/video/${video.playbackId}/poster.svg${opens}`
  }
  return `/media/${token === undefined ? video.playbackId : `${video.playbackId}/t/${token}`}/poster.jpg`
}
