import type { Ctx } from '#kit/call/context.ts'
import { problem, reason, reasons } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { videoWorkPort, type VideoSource } from '#platform/video/videoWorkPort.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { runningSession } from '#products/livestream/records/streamSession.ts'
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

/** Refusal of a viewer's clip where the owner does not allow any. */
export const clipsDisabled = reason('not_authorized', 'clips_disabled', 'Viewers may not make clips of this video.')

/** A video that can be clipped now. Times in ms since 1970. */
export type Clippable = {
  source: VideoSource
  isLive: boolean
  window: { fromMs: number; toMs: number }
  /** Origin of `startSeconds`. */
  beganAtMs: number
  title: string
  visibility: Stream['visibility']
  parent: { streamId: string | null; sessionId: string | null; channelId: string | null; passwordHash: string | null }
}

/** The live stream or recorded video of an input. Throws not_found, not_live and outside_window. */
export async function clippable(ctx: Ctx, input: Record<string, unknown>): Promise<Clippable> {
  const by = exactlyOne(input, ['streamId', 'staticId'])
  if (by.name === 'streamId') return ofStream(ctx, await ctx.store.get(stream, by.value))
  return ofStatic(ctx, await ctx.store.get(staticVideo, by.value))
}

/** A played stream, or its replay when that plays instead. */
export type Played = { stream: Stream | undefined; static: StaticVideo | undefined; isLive: boolean }

/** The played video as the source of a viewer's clip. Throws clips_disabled and not_live. */
export function clippableByViewer(ctx: Ctx, played: Played): Promise<Clippable> {
  const { stream: live, static: recorded } = played
  if (live?.allowViewerClips !== true) throw problem(clipsDisabled)
  if (played.isLive) return ofStream(ctx, live)
  if (recorded === undefined) throw problem(notLive)
  return ofStatic(ctx, recorded)
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
  return { source, isLive: true, window, beganAtMs, title, visibility, parent }
}

async function ofStatic(ctx: Ctx, record: StaticVideo): Promise<Clippable> {
  const assetUuid = uuidOf('ast', record.assetId)
  if (assetUuid === null)
    throw problem(reasons.invalidTransition, { message: 'The video has no media here to cut from.' })
  const source = { assetUuid }
  const window = await ctx.port(videoWorkPort).window(ctx.account.id, source)
  if (window === undefined) throw problem(outsideWindow)
  const { parentStreamId: streamId, sessionId, channelId, passwordHash, visibility } = record
  const parent = { streamId, sessionId, channelId, passwordHash }
  const title = record.title ?? 'Clip'
  return { source, isLive: false, window, beganAtMs: window.fromMs, title, visibility, parent }
}
