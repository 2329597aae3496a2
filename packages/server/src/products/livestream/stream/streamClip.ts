import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { clientReference, dateTime, flag, idOf, nameLine, nullable, oneOf, prose, real } from '#kit/values/fields.ts'
import { madeFirst, operation } from '#kit/nouns/operation.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { ffmpegMissing, requireFfmpeg } from '#products/livestream/records/ffmpegNeeded.ts'
import { playbackOf, playbackShape } from '#products/livestream/records/playbackAddresses.ts'
import { clipCreated } from '#products/livestream/facts.ts'
import { createClip, type ClipDraft } from '#products/livestream/static/clipVideo.ts'
import { visibilities } from '#products/livestream/records/visibility.ts'
import { clippable, clipTooLong, notLive, outsideWindow, secondsMax, type Clippable } from './clippable.ts'

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
  clipRange: closed(
    {
      startTime: dateTime({ description: 'Programme time of the first frame.' }),
      endTime: dateTime({ description: 'Programme time behind the last frame.' }),
    },
    { description: 'The part of the programme that the clip shows.' },
  ),
  expectedReadyInSeconds: Type.Integer({ description: 'Expected time at which it can be watched.' }),
}

export const operations = [
  operation('livestream.stream.createClip', {
    route: 'POST /api/video/stream/createClip',
    title: 'Create Clip',
    description:
      'Keeps a stretch of a live stream, or of a recorded video, as a video of its own that outlives its source. ' +
      'Cut at the key frame before the wanted begin, by copy; `exact` encodes it again and needs ffmpeg on the server.',
    scope: 'livestream.stream:write',
    input: closed({
      streamId: Type.Optional(idOf('str', { description: 'A stream that is live.' })),
      staticId: Type.Optional(idOf('sta', { description: 'A recorded video, such as a replay.' })),
      ...rangeInput,
      title: Type.Optional(nameLine(140, { description: 'Title; the title of the source when left out.' })),
      description: Type.Optional(prose(5000, { description: 'Text about the content.' })),
      visibility: Type.Optional(oneOf(visibilities, { description: 'That of the source when left out.' })),
      exact: Type.Optional(flag({ description: 'Cuts at the exact frame instead of at a key frame.' })),
      clientReference: Type.Optional(clientReference()),
    }),
    output: closed({
      ...clipShape,
      clientReference: nullable(clientReference()),
      created: flag({ description: 'False when it was there already.' }),
    }),
    emits: [clipCreated],
    reasons: [reasons.invalidTransition, outsideWindow, notLive, clipTooLong, ffmpegMissing],
    example: {
      staticId: madeFirst('livestream.static', { has: 'media' }),
      startSeconds: 1,
      durationSeconds: 5,
      title: 'The best of it',
    },
    async handle(ctx, input) {
      const range = rangeOf(input)
      if (input.exact === true) requireFfmpeg(ctx, 'An exact clip needs', 'leave `exact` out')
      const source = await clippable(ctx, input)
      return ctx.once(async (inner) => {
        const { record, created, view } = await makeClip(inner, source, { ...input, range })
        return { ...view, clientReference: record.clientReference, created }
      })
    },
  }),
]

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
  const { isNamed, rangeIn } = request.range
  const named = rangeIn(source)
  const range = rangeWithin(source, named)
  const draft: ClipDraft = {
    ...source,
    ...range,
    named: isNamed ? named : undefined,
    title: request.title ?? source.title,
    description: request.description ?? null,
    visibility: request.visibility ?? source.visibility,
    isExact: request.exact ?? false,
  }
  const { record, created } = await ctx.atomic((inner) => createClip(inner, draft, request.clientReference))
  const { id } = record
  const waitMs = Math.max(0, range.toMs - source.window.toMs)
  const view = {
    id,
    clipId: id,
    staticId: id,
    status: record.status,
    clipUrl: `${ctx.settings.publicUrl}/clip/${id}`,
    playback: playbackOf(ctx, id),
    clipRange: { startTime: isoOf(range.fromMs), endTime: isoOf(range.toMs) },
    expectedReadyInSeconds: Math.ceil(1 + waitMs / 1000),
  }
  return { record, created, view }
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
