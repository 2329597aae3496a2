import type { Ctx } from '#kit/call/context.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import type { ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { channel, type Channel } from '#products/livestream/records/channel.ts'
import { liveOn, recentOn, type OnChannel } from '#products/livestream/records/channelVideos.ts'
import { linkOf, staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { findSession, sessionPrefix, type Session } from '#products/livestream/records/streamSession.ts'
import { isLive, isPreview } from '#products/livestream/records/standing.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'
import { gateOf } from '#products/livestream/records/visibility.ts'
import { playbackIdOf, playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import type { PlaybackState } from './playbackState.ts'

/** The current media of a video. Row ids. */
export type Media =
  | { kind: 'live'; sessionUuid: string; nodeId: string }
  | { kind: 'asset'; assetUuid: string }
  | { kind: 'link'; url: string }

/** A stream or a recorded video with its playback address. */
export type Video = {
  playbackId: string
  status: PlaybackState['status']
  stream: Stream | undefined
  /** A recorded video, or the replay of a stream that is over. */
  static: StaticVideo | undefined
  session: Session | undefined
  media: Media | undefined
  /** Visibility of the current media: a replay has its own. */
  visibility: string
  /** The requested channel when it has no video yet. */
  home?: Channel
}

/**
 * The video of a playback id. The id of a channel stands for its live stream, else for its latest video; the result
 * then has the playback id of that video. Undefined when there is no row.
 */
export async function findVideo(ctx: Ctx, playbackId: string): Promise<Video | undefined> {
  const parsed = parseId(playbackPrefix, playbackId)
  if (parsed === undefined || parsed.accountId !== ctx.account.id) return undefined
  const idWith = (prefix: string) => encodeId(prefix, parsed.accountId, parsed.uuid)
  const [ofStream, ofStatic] = await Promise.all([
    ctx.store.find(stream, idWith(stream.prefix)),
    ctx.store.find(staticVideo, idWith(staticVideo.prefix)),
  ])
  if (ofStream !== undefined) return streamVideo(ctx, playbackId, ofStream)
  if (ofStatic !== undefined) return recordedVideo(playbackId, ofStatic)
  const ofChannel = await ctx.store.find(channel, idWith(channel.prefix))
  if (ofChannel !== undefined) return channelVideo(ctx, playbackId, ofChannel)
  const [gone] = await ctx.db.rows(findRemoved, [ctx.account.id, parsed.uuid])
  return gone === undefined ? undefined : removedVideo(playbackId, gone.visibility)
}

/** A deleted video. Its links get 410 while its row exists. */
function removedVideo(playbackId: string, visibility: string): Video {
  const nothing = { stream: undefined, static: undefined, session: undefined, media: undefined }
  return { playbackId, status: 'removed', visibility, ...nothing }
}

async function channelVideo(ctx: Ctx, playbackId: string, home: Channel): Promise<Video> {
  const { visibility } = home
  const nothing = { stream: undefined, static: undefined, session: undefined, media: undefined }
  const waiting: Video = { playbackId, status: 'waiting', visibility, home, ...nothing }
  if (visibility === 'private') return waiting
  const of: OnChannel = { channelId: home.id, audience: 'public' }
  const [live] = await liveOn(ctx, of)
  if (live !== undefined) return streamVideo(ctx, playbackIdOf(live.id), live)
  const [latest] = await recentOn(ctx, of, 1)
  return latest === undefined ? waiting : recordedVideo(playbackIdOf(latest.id), latest)
}

async function streamVideo(ctx: Ctx, playbackId: string, record: Stream): Promise<Video> {
  const sessionUuid = uuidOf(sessionPrefix, record.sessionId)
  const session = sessionUuid === null ? undefined : await findSession(ctx, sessionUuid)
  const base = { playbackId, stream: record, session, visibility: record.visibility }
  if (record.status === 'disabled') return { ...base, status: 'removed', static: undefined, media: undefined }
  const isHeld = isLive(record) || isPreview(record)
  if (session !== undefined && isHeld) {
    const media: Media = { kind: 'live', sessionUuid: session.id, nodeId: session.node_id }
    const status = isPreview(record) ? 'waiting' : record.status === 'live' ? 'live' : 'reconnecting'
    return { ...base, status, static: undefined, media }
  }
  const replay = await replayOf(ctx, record, session)
  if (replay !== undefined) {
    const { media, visibility } = recordedVideo(playbackId, replay)
    return { ...base, status: 'recorded', static: replay, media, visibility }
  }
  const wasLive = session?.status === 'ended' && session.live_at !== null
  const isOver = wasLive && record.status !== 'scheduled'
  return { ...base, status: isOver ? 'ended' : 'waiting', static: undefined, media: undefined }
}

/** The video of a stream as viewers of its last session see it: with the visibility of the stream, not of a replay. */
export function endedOf(video: Video): Video | undefined {
  const { stream } = video
  return stream && { ...video, static: undefined, media: undefined, visibility: stream.visibility }
}

/** The recording of the last session, unless the stream is scheduled again or the recording is private. */
async function replayOf(ctx: Ctx, record: Stream, session: Session | undefined): Promise<StaticVideo | undefined> {
  if (session === undefined || session.static_id === null || record.status === 'scheduled') return undefined
  const replay = await ctx.store.find(staticVideo, encodeId(staticVideo.prefix, ctx.account.id, session.static_id))
  if (replay?.status !== 'published') return undefined
  const isHidden = replay.visibility === 'private' && record.visibility !== 'private'
  return isHidden ? undefined : replay
}

function recordedVideo(playbackId: string, record: StaticVideo): Video {
  // A draft or failed video is private.
  const isOwn = record.status === 'draft' || record.status === 'failed'
  const visibility = isOwn ? 'private' : record.visibility
  const base = { playbackId, stream: undefined, static: record, session: undefined, visibility }
  if (record.status === 'archived') return { ...base, status: 'removed', media: undefined }
  if (record.status !== 'published') return { ...base, status: 'waiting', media: undefined }
  return { ...base, status: 'recorded', media: mediaOf(record) }
}

function mediaOf(record: StaticVideo): Media | undefined {
  const assetUuid = uuidOf('ast', record.assetId)
  if (assetUuid !== null) return { kind: 'asset', assetUuid }
  const url = linkOf(record)
  return url === null ? undefined : { kind: 'link', url }
}

/**
 * Origins that may frame the player of a video; all when empty. Replays and clips have those of their stream.
 */
export async function framersOf(ctx: Ctx, { stream: own, static: recorded }: Video): Promise<readonly string[]> {
  const parentId = recorded?.parentStreamId ?? null
  const parent = own ?? (parentId === null ? undefined : await ctx.store.find(stream, parentId))
  return parent?.allowedOrigins ?? []
}

/** Whether a video is a preview, which is private until `goLive`. */
export function isOwnPreview({ stream }: Pick<Video, 'stream'>): boolean {
  return stream !== undefined && isPreview(stream)
}

/** Whether a grant is that of the video's owner. */
export function isOwnerGrant({ playbackId }: Video, grant: ViewerGrant | undefined): boolean {
  return grant?.playbackId === playbackId && grant.by === 'owner'
}

/** The grant of a signed address for a number of devices. */
export type SharedGrant = ViewerGrant & { id: string; sessionsMax: number }

/** Whether a grant is that of a signed address for a number of devices, each with its own session. */
export function isShared({ playbackId }: Video, grant: ViewerGrant | undefined): grant is SharedGrant {
  return grant?.playbackId === playbackId && grant.id !== undefined && grant.sessionsMax !== undefined
}

/** Whether a viewer with this grant, or without one, may watch the video now. A preview is for its owner alone. */
export function mayWatch(video: Video, grant: ViewerGrant | undefined): boolean {
  return isOwnerGrant(video, grant) || (!isOwnPreview(video) && isOpenTo(video, grant))
}

/**
 * Whether a video is open to a viewer with this grant, or without one, once it is published. An address that the owner
 * signed opens every video; one for a number of devices opens it to their sessions alone.
 */
export function isOpenTo(video: Video, grant: ViewerGrant | undefined): boolean {
  const { visibility, stream } = video
  if (isOwnerGrant(video, grant) || visibility === 'public' || visibility === 'unlisted') return true
  if (grant?.playbackId !== video.playbackId) return false
  if (grant.by === 'signature') return grant.sessionsMax === undefined
  if (grant.by !== gateOf(visibility)) return false
  return grant.by !== 'password' || grant.proof === proofOf((video.static ?? stream)?.passwordHash ?? '')
}

/** The end of a password's salted hash. A grant holds it, so that a new password ends the grant. */
export function proofOf(passwordHash: string): string {
  return passwordHash.slice(-10)
}

const findRemoved = statement(
  'livestream_video.removed',
  'account',
  'select visibility from livestream_stream where account_id = $1 and id = $2 and deleted_at is not null ' +
    'union all select visibility from livestream_static where account_id = $1 and id = $2 and deleted_at is not null',
)
