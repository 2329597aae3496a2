import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { dateTime, idOf, nullable, real } from '#kit/values/fields.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { playbackOf, playbackShape } from '#products/livestream/records/playbackAddresses.ts'
import type { StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { createClip, type ClipDraft } from '#products/livestream/static/clipVideo.ts'
import { clipTooLong, outsideWindow, secondsMax, type Clippable } from './clippable.ts'

const secondsMin = 3
/** Most time by which the end of a clip may lie ahead; the cut waits for it. */
const aheadMsMax = 30_000
/** Tolerance of a player's clock against the server's. */
const toleranceMs = 1_000

/** Input fields of a range, in three forms; the last 30 seconds without any. */
export const rangeInput = {
  startTime: Type.Optional(dateTime({ description: 'Programme time at which it begins; with `endTime`.' })),
  endTime: Type.Optional(dateTime({ description: 'Programme time at which it ends, up to 30 s ahead.' })),
  startSeconds: Type.Optional(real(0, 604_800, { description: 'Seconds from the start; with `durationSeconds`.' })),
  durationSeconds: Type.Optional(real(secondsMin, 86_400, { description: 'Duration.' })),
  lastSeconds: Type.Optional(real(secondsMin, 86_400, { description: 'The last so many seconds; 30 when left out.' })),
}

/** Response fields of a new clip, which is cut after the response. */
export const clipShape = {
  id: idOf('sta', { description: 'The clip: a recorded video of its own.' }),
  clipId: idOf('sta', { description: 'The same.' }),
  staticId: idOf('sta', { description: 'The same.' }),
  status: Type.String({ description: 'processing, until it is cut.' }),
  clipUrl: Type.String({ description: 'Address of the page.' }),
  playback: playbackShape,
  sessionId: nullable(idOf('ses', { description: 'Session of the stream that the clip shows; null without one.' })),
  clipRange: closed(
    {
      startTime: dateTime({ description: 'Programme time of the first frame.' }),
      endTime: dateTime({ description: 'Programme time behind the last frame.' }),
    },
    { description: 'The part of the programme that the clip shows.' },
  ),
  expectedReadyInSeconds: Type.Integer({ description: 'Expected time at which it can be watched.' }),
}

export type ClipRange = {
  startTime?: string | undefined
  endTime?: string | undefined
  startSeconds?: number | undefined
  durationSeconds?: number | undefined
  lastSeconds?: number | undefined
}
export type ClipRequest = {
  range: RequestedRange
  title?: string | undefined
  description?: string | undefined
  visibility?: ClipDraft['visibility'] | undefined
  exact?: boolean | undefined
  clientReference?: string | undefined
}

/** Creates a clip and schedules its cut. Throws outside_window. */
export async function makeClip(ctx: Ctx, source: Clippable, request: ClipRequest) {
  const draft = draftOf(source, request)
  const { record, created } = await ctx.atomic((inner) => createClip(inner, draft, request.clientReference))
  return { record, created, view: clipView(ctx, record, { draft, source }) }
}

/** The clip that a request means. Throws outside_window. */
export function draftOf(source: Clippable, request: ClipRequest): ClipDraft {
  const { isNamed, rangeIn } = request.range
  const named = rangeIn(source)
  return {
    ...source,
    ...rangeWithin(source, named),
    named: isNamed ? named : undefined,
    title: request.title ?? source.title,
    description: request.description ?? null,
    visibility: request.visibility ?? source.visibility,
    isExact: request.exact ?? false,
  }
}

/** Response fields of a clip. */
export function clipView(ctx: Ctx, record: StaticVideo, { draft, source }: { draft: ClipDraft; source: Clippable }) {
  const { id, status, sessionId } = record
  const { fromMs, toMs } = draft
  return {
    id,
    clipId: id,
    staticId: id,
    status,
    clipUrl: `${ctx.settings.publicUrl}/clip/${id}`,
    playback: playbackOf(ctx, id),
    sessionId,
    clipRange: { startTime: isoOf(fromMs), endTime: isoOf(toMs) },
    expectedReadyInSeconds: Math.ceil(1 + Math.max(0, toMs - source.window.toMs) / 1000),
  }
}

type Range = { fromMs: number; toMs: number }

function rangeWithin(source: Clippable, { fromMs, toMs }: Range): Range {
  const { window } = source
  const latestMs = window.toMs + (source.isLive ? aheadMsMax : toleranceMs)
  const isShort = toMs - fromMs < secondsMin * 1000
  if (isShort || fromMs < window.fromMs - toleranceMs || toMs > latestMs) {
    const details = { availableFrom: isoOf(window.fromMs), availableTo: isoOf(window.toMs) }
    throw problem(outsideWindow, { details })
  }
  return { fromMs: Math.max(fromMs, window.fromMs), toMs: source.isLive ? toMs : Math.min(toMs, window.toMs) }
}

/** Range of a request, before its source is known. */
export type RequestedRange = {
  /** Whether a later request with the same fields means the same range. */
  isNamed: boolean
  rangeIn(source: Clippable): Range
}

/** Range of the request fields. Throws invalid and clip_too_long. */
export function rangeOf(fields: ClipRange): RequestedRange {
  const { startTime, endTime, startSeconds, durationSeconds, lastSeconds } = fields
  const ways = [startTime ?? endTime, startSeconds ?? durationSeconds, lastSeconds].filter((each) => each !== undefined)
  if (ways.length > 1) {
    const message = 'name one range: startTime and endTime, startSeconds and durationSeconds, or lastSeconds'
    throw invalid(field('startTime', 'exclusive', message))
  }
  if (startTime !== undefined || endTime !== undefined) {
    if (startTime === undefined) throw invalid(field('startTime', 'required', 'is needed with endTime'))
    if (endTime === undefined) throw invalid(field('endTime', 'required', 'is needed with startTime'))
    const range = { fromMs: new Date(startTime).getTime(), toMs: new Date(endTime).getTime() }
    checkLength('endTime', (range.toMs - range.fromMs) / 1000)
    return { isNamed: true, rangeIn: () => range }
  }
  if (startSeconds !== undefined || durationSeconds !== undefined) {
    if (startSeconds === undefined) throw invalid(field('startSeconds', 'required', 'is needed with durationSeconds'))
    if (durationSeconds === undefined)
      throw invalid(field('durationSeconds', 'required', 'is needed with startSeconds'))
    checkLength('durationSeconds', durationSeconds)
    const rangeIn = ({ beganAtMs }: Clippable) => {
      const fromMs = beganAtMs + startSeconds * 1000
      return { fromMs, toMs: fromMs + durationSeconds * 1000 }
    }
    return { isNamed: true, rangeIn }
  }
  const seconds = lastSeconds ?? 30
  checkLength('lastSeconds', seconds)
  const rangeIn = ({ window: { fromMs, toMs } }: Clippable) => ({
    fromMs: Math.max(fromMs, toMs - seconds * 1000),
    toMs,
  })
  return { isNamed: false, rangeIn }
}

function checkLength(name: string, seconds: number): void {
  if (seconds < secondsMin) throw invalid(field(name, 'minimum', `must make it ${secondsMin} s long or more`))
  if (seconds <= secondsMax) return
  const fields = [field(name, 'maximum', `must make it ${secondsMax} s long at most`)]
  throw problem(clipTooLong, { fields, details: { secondsMax } })
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
