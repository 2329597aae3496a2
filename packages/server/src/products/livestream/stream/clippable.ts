import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason, reasons, unknownReference } from '#kit/call/problem.ts'
import { encodeId } from '#kit/values/ids.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { videoWorkPort, type CutWindow, type VideoSource } from '#platform/video/videoWorkPort.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { findSession, runningSession, sessionPrefix } from '#products/livestream/records/streamSession.ts'
import { isLive } from '#products/livestream/records/standing.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

/** Longest clip, in seconds. */
export const secondsMax = 300

/** Refusal of a range that has left the window, or is not recorded yet. */
export const outsideWindow = reason('conflict', 'outside_window', 'The range is not, or no longer, there to be cut.')

/** Refusal of a clip of a stream that is not live. */
export const notLive = reason('conflict', 'not_live', 'The stream is not live: clip its replay by staticId.')

/** Refusal of a clip that is too long. */
export const clipTooLong = reason('invalid_request', 'clip_too_long', `A clip is at most ${secondsMax} seconds long.`)

/** Reasons for which no clip can be made. */
export const clipReasons = [reasons.invalidTransition, outsideWindow, notLive, clipTooLong]

/** Refusal of a viewer's clip where the owner does not allow any. */
export const clipsDisabled = reason('not_authorized', 'clips_disabled', 'Viewers may not make clips of this video.')

/** A video that can be clipped now. Times in ms since 1970. */
export type Clippable = {
  source: VideoSource
  isLive: boolean
  window: CutWindow
  /** Origin of `startSeconds`. */
  beganAtMs: number
  title: string
  visibility: Stream['visibility']
  allowDownload: boolean
  parent: { streamId: string | null; sessionId: string | null; channelId: string | null; passwordHash: string | null }
}

/** A video that a viewer can clip, with the stream that allows it. */
export type ClippableByViewer = Clippable & { streamId: string }

/** The live stream or recorded video of an id. Throws not_found, not_live and outside_window. */
export async function clippable(ctx: Ctx, { streamId, staticId }: ClipSource): Promise<Clippable> {
  if (streamId !== undefined) return ofStream(ctx, await ctx.store.get(stream, streamId))
  return ofStatic(ctx, await ctx.store.get(staticVideo, staticId))
}

/** The id of a stream, or of a recorded video. */
export type ClipSource = { streamId: string; staticId?: undefined } | { streamId?: undefined; staticId: string }

/**
 * The source that an input names: a stream, the recording of one of its earlier sessions, or a recorded video. Throws
 * invalid for a session of another stream, and not_live for one without a recording.
 */
export async function clipSourceOf(ctx: Ctx, input: Record<string, unknown>): Promise<ClipSource> {
  const by = exactlyOne(input, ['streamId', 'staticId'])
  const { sessionId } = input
  if (by.name === 'staticId') {
    if (sessionId !== undefined) throw invalid(field('sessionId', 'notAllowed', 'goes with streamId'))
    return { staticId: by.value }
  }
  if (sessionId === undefined) return { streamId: by.value }
  const record = await ctx.store.get(stream, by.value)
  const { id } = record
  const isCurrent = sessionId === record.sessionId
  if (isCurrent && (await runningSession(ctx, record)) !== undefined) return { streamId: id }
  const sessionUuid = uuidOf(sessionPrefix, sessionId)
  const session = sessionUuid === null ? undefined : await findSession(ctx, sessionUuid)
  if (session?.stream_id !== uuidOf(stream.prefix, id)) throw invalid(unknownReference('sessionId'))
  if (session.static_id === null) throw problem(notLive)
  return { staticId: encodeId(staticVideo.prefix, ctx.account.id, session.static_id) }
}

/** A played stream, or its replay when that plays instead. */
export type Played = { stream: Stream | undefined; static: StaticVideo | undefined; isLive: boolean }

/** The played video as the source of a viewer's clip. Throws clips_disabled and not_live. */
export async function clippableByViewer(ctx: Ctx, played: Played): Promise<ClippableByViewer> {
  const { static: recorded } = played
  const live = played.stream ?? (await streamOfRecording(ctx, recorded))
  if (live?.allowViewerClips !== true) throw problem(clipsDisabled)
  if (played.isLive) return { ...(await ofStream(ctx, live)), streamId: live.id }
  if (recorded === undefined) throw problem(notLive)
  return { ...(await ofStatic(ctx, recorded)), streamId: live.id }
}

/** The stream of a recording, whose owner decides about clips there. */
async function streamOfRecording(ctx: Ctx, recorded: StaticVideo | undefined): Promise<Stream | undefined> {
  if (recorded?.source !== 'recording' || recorded.parentStreamId === null) return undefined
  return ctx.store.find(stream, recorded.parentStreamId)
}

async function ofStream(ctx: Ctx, record: Stream): Promise<Clippable> {
  const session = isLive(record) ? await runningSession(ctx, record) : undefined
  if (session === undefined) throw problem(notLive)
  const source = { session }
  const window = await ctx.port(videoWorkPort).window(ctx.account.id, source)
  if (window === undefined) throw problem(outsideWindow)
  const { id: streamId, sessionId, channelId, passwordHash, title, visibility, startedAt } = record
  const beganAtMs = startedAt === null ? window.fromMs : new Date(startedAt).getTime()
  const parent = { streamId, sessionId, channelId, passwordHash }
  return { source, isLive: true, window, beganAtMs, title, visibility, allowDownload: false, parent }
}

async function ofStatic(ctx: Ctx, record: StaticVideo): Promise<Clippable> {
  const assetUuid = uuidOf('ast', record.assetId)
  if (assetUuid === null)
    throw problem(reasons.invalidTransition, { message: 'The video has no media here to cut from.' })
  const source = { assetUuid }
  const window = await ctx.port(videoWorkPort).window(ctx.account.id, source)
  if (window === undefined) throw problem(outsideWindow)
  const { parentStreamId: streamId, sessionId, channelId, passwordHash, visibility, allowDownload } = record
  const parent = { streamId, sessionId, channelId, passwordHash }
  const title = record.title ?? 'Clip'
  return { source, isLive: false, window, beganAtMs: window.fromMs, title, visibility, allowDownload, parent }
}
