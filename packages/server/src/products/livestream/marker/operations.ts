import type { Ctx } from '#kit/call/context.ts'
import { flag, idOf } from '#kit/values/fields.ts'
import { companion, madeFirst, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Draft } from '#kit/nouns/resource.ts'
import { invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { createInput, get, list, remove, splitCreate, update } from '#kit/nouns/standard.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'
import { markerCreated } from '#products/livestream/facts.ts'
import { isLive } from '#products/livestream/records/standing.ts'
import { stream } from '#products/livestream/records/stream.ts'
import { runningSession } from '#products/livestream/records/streamSession.ts'
import { notLive, outsideWindow } from '#products/livestream/stream/clippable.ts'
import { marker } from './marker.ts'
import { markersMax, ofSession } from './markerChapters.ts'

/** Tolerance of a caller's clock against the server's. */
const toleranceMs = 1_000

export const operations = [
  list(marker, 'GET /api/video/marker/all', 'Marker - Get All', {
    sorts: ['-createdAt', 'createdAt'],
    filters: {
      streamId: { schema: idOf('str', { description: 'Only of this stream.' }), column: 'stream_id', test: 'id' },
      sessionId: {
        schema: idOf('ses', { description: 'Only of this session.' }),
        column: 'session_id',
        test: 'id',
      },
    },
  }),
  operation('livestream.marker.create', {
    route: 'POST /api/video/marker/create',
    title: 'Marker - Create',
    description:
      'Marks a moment of a live stream. When the session ends, its markers become the chapters of the replay. ' +
      `A session has ${markersMax} at most.`,
    scope: 'livestream.marker:write',
    input: createInput(marker),
    output: outputSchemaOf(marker, { created: flag({ description: 'False when it was there already.' }) }),
    emits: [markerCreated],
    reasons: [notLive, outsideWindow],
    example: { streamId: madeFirst('livestream.stream', { has: 'live' }), title: 'First goal' },
    async handle(ctx, input) {
      const [draft, options] = splitCreate<typeof marker>(input)
      const known = await ctx.store.findRepeat(marker, options)
      const moment = known ?? (await momentOf(ctx, draft))
      return ctx.once(async (inner) => {
        const { record, created } = await inner.atomic(async (writing) => {
          // A repeat may come after the end of the session.
          if (known === undefined) await holdLive(writing, draft.streamId, moment.sessionId)
          const { sessionId, markedAt } = moment
          const made = await writing.store.create(marker, draft, { ...options, set: { sessionId, markedAt } })
          if (made.created) await refuseCrowd(writing, sessionId)
          return made
        })
        return { ...(await present({ ctx: inner, audience: 'owner' }, marker, [record]))[0], created }
      })
    },
  }),
  get(marker, 'GET /api/video/marker/get', 'Marker - Get', { example: { markerId: madeFirst('livestream.marker') } }),
  update(marker, 'PUT /api/video/marker/update', 'Marker - Update', {
    description: 'Changes the title. Chapters that a replay has already stay as they are.',
    example: { markerId: madeFirst('livestream.marker'), title: 'One nil' },
  }),
  remove(marker, 'POST /api/video/marker/delete', 'Marker - Delete', {
    description: 'Deletes a marker. Chapters that a replay has already stay as they are.',
    example: { markerId: madeFirst('livestream.marker') },
  }),
].map(companion)

type Moment = { sessionId: string | null; markedAt: string }

/** The running session of a stream, and the moment to mark. Throws invalid, not_live and outside_window. */
async function momentOf(ctx: Ctx, { streamId, markedAt: wanted }: Draft<typeof marker>): Promise<Moment> {
  const live = await ctx.store.find(stream, streamId)
  if (live === undefined) throw unknownStream()
  const running = isLive(live) ? await runningSession(ctx, live) : undefined
  if (running === undefined) throw problem(notLive)
  const window = await ctx.port(videoWorkPort).window(ctx.account.id, { session: running })
  const newestMs = window?.toMs ?? ctx.now().getTime()
  const markedAt = wanted ?? new Date(newestMs).toISOString()
  checkMoment(markedAt, { fromMs: new Date(live.startedAt ?? markedAt).getTime(), toMs: newestMs })
  return { sessionId: live.sessionId, markedAt }
}

/** Holds a stream in its session: its end waits, and then makes this marker a chapter too. Throws not_live. */
async function holdLive(ctx: Ctx, streamId: string, sessionId: string | null): Promise<void> {
  if (!(await lockForUpdate(ctx, stream, streamId))) throw unknownStream()
  const now = await ctx.store.get(stream, streamId)
  if (!isLive(now) || sessionId !== now.sessionId) throw problem(notLive)
}

function unknownStream() {
  return invalid(unknownReference('streamId'))
}

function checkMoment(markedAt: string, { fromMs, toMs }: { fromMs: number; toMs: number }): void {
  const ms = new Date(markedAt).getTime()
  if (ms >= fromMs - toleranceMs && ms <= toMs + toleranceMs) return
  const details = { availableFrom: new Date(fromMs).toISOString(), availableTo: new Date(toMs).toISOString() }
  throw problem(outsideWindow, { message: 'The moment is before the session went live, or to come.', details })
}

/** Throws limit_reached for too many markers of a session, which rolls the write back. Call after it, with a lock. */
async function refuseCrowd(ctx: Ctx, sessionId: string | null): Promise<void> {
  if ((await ctx.store.count(marker, ofSession(sessionId), markersMax + 1)) <= markersMax) return
  const message = `A session may have ${markersMax} markers.`
  throw problem(reasons.limitReached, { message, details: { countMax: markersMax } })
}
