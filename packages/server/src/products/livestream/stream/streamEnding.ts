import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { outboundTask, task } from '#kit/nouns/task.ts'
import type { EndReason, LiveSubject, RecordingSummary, Refusal, Rejection } from '#platform/video/live/liveHost.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { audienceOfSession } from '#products/livestream/audience/viewersNow.ts'
import * as facts from '#products/livestream/facts.ts'
import { playbackPrefix } from '#products/livestream/records/playbackAddresses.ts'
import { removeMedia } from '#products/livestream/static/staticMedia.ts'
import { completeRecording, createRecording } from '#products/livestream/static/recording.ts'
import { projectStream } from './streamFeed.ts'
import { aboutOf, emitStream } from './streamMoves.ts'
import { writeRefusal } from './refusedEncoders.ts'
import { restingState } from './streamSchedule.ts'
import {
  clearDue,
  endSession,
  findSession,
  runningSession,
  writePeak,
  writeRecording,
  type Session,
} from '#products/livestream/records/streamSession.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

/** End of a session. */
export type Ended = {
  session: Session
  why: EndReason
  recording: RecordingSummary | 'due' | undefined
  /** Reason sent to the encoder of a rejected session; undefined for any other. */
  rejection: Rejection | undefined
}

type SessionUuids = Pick<LiveSubject, 'streamUuid' | 'sessionUuid'>

/** Time that a reusable stream stays ended before it waits for its next session. */
const restMs = 2_000

/** Closes a session: writes its rows, its stream state and its replay, and emits their facts. May be repeated. */
export async function closeSession(ctx: Ctx, ended: Ended): Promise<void> {
  const { session, why, recording, rejection } = ended
  if (session.status === 'ended' || session.status === 'rejected') return recordLate(ctx, ended)
  const record = await ctx.store.find(stream, encodeId(stream.prefix, ctx.account.id, session.stream_id))
  const isRejected = rejection !== undefined && session.live_at === null
  const replay = recording === undefined || !session.is_recorded ? undefined : { session, record, recording }
  // A stream that is deleted during its session has created the replay already.
  const staticUuid = session.static_id ?? (replay === undefined ? null : await createRecording(ctx, replay))
  const status = isRejected ? 'rejected' : 'ended'
  const isDue = recording === 'due' && staticUuid !== null
  const written = recording === 'due' ? undefined : recording
  await endSession(ctx, {
    id: session.id,
    status,
    reason: rejection?.code ?? why,
    staticUuid,
    recording: written,
    isDue,
  })
  if (session.static_id !== null && recording !== 'due') await completeRecording(ctx, session, recording)
  if (!session.is_recorded) removeLeft(ctx, ended)
  if (record === undefined) return
  if (rejection !== undefined) await writeRefusal(ctx, record.id, refusalOf(rejection))
  if (rejection !== undefined) ctx.emit(facts.streamRejected, { ...aboutOf(record), ...rejection }, record)
  if (isRejected) return rest(ctx, record)
  await reportAudience(ctx, record, session)
  await end(ctx, record, why)
}

function refusalOf({ code, message, advice }: Rejection): Refusal {
  return { code, message: `${message} ${advice}` }
}

/** Closes a session that no node holds, and disconnects its publisher. Call inside `ctx.atomic`. */
export async function closeLost(ctx: Ctx, { session, why }: Pick<Ended, 'session' | 'why'>): Promise<void> {
  await closeSession(ctx, { session, why, recording: undefined, rejection: undefined })
  ctx.effect(dismissPublisher, { streamUuid: session.stream_id })
}

/** Completes the recording of a closed session, which is handed over after its end, or when its lost node returns. */
async function recordLate(ctx: Ctx, ended: Ended): Promise<void> {
  const { session, recording } = ended
  if (!session.is_recorded) return removeLeft(ctx, ended)
  const made = recording === 'due' ? undefined : recording
  if (session.static_id === null && recording !== undefined) {
    const record = await ctx.store.find(stream, encodeId(stream.prefix, ctx.account.id, session.stream_id))
    const staticUuid = await createRecording(ctx, { session, record, recording })
    await writeRecording(ctx, { id: session.id, recording: made, staticUuid, isDue: recording === 'due' })
  } else if (session.static_id !== null && recording !== 'due') {
    await completeRecording(ctx, session, recording)
    await clearDue(ctx, session.id)
    if (made !== undefined)
      await writeRecording(ctx, { id: session.id, recording: made, staticUuid: session.static_id, isDue: false })
  }
}

/** Fails the replay of an ended session whose recording will not come. Call inside `ctx.atomic`. */
export async function loseRecording(ctx: Ctx, { streamUuid, sessionUuid }: SessionUuids): Promise<void> {
  await lockForUpdate(ctx, stream, encodeId(stream.prefix, ctx.account.id, streamUuid))
  const session = await findSession(ctx, sessionUuid)
  if (session?.is_due !== true) return
  await completeRecording(ctx, session, undefined)
  await clearDue(ctx, session.id)
}

/** Schedules the removal of what a session without a recording left: its poster, and media that were discarded. */
function removeLeft(ctx: Ctx, { session, recording }: Ended): void {
  if (session.live_at !== null || recording !== undefined) ctx.later(removeMedia, { assetUuid: session.id }, ctx.now())
}

/** Stores the peak number of viewers with the session and emits a fact. */
async function reportAudience(ctx: Ctx, record: Stream, session: Session): Promise<void> {
  if (session.live_at === null) return
  const range = { from: new Date(session.live_at), to: ctx.now() }
  const about = { targetUuid: session.stream_id, sessionUuid: session.id }
  const { peakConcurrent: peakViewers } = await audienceOfSession(ctx, about, range)
  await writePeak(ctx, { id: session.id, peakViewers })
  ctx.emit(facts.streamViewersPeaked, { ...aboutOf(record), peakViewers }, record)
}

/** Returns a stream to its resting state after a rejected session. */
async function rest(ctx: Ctx, record: Stream): Promise<void> {
  const status = await restingState(ctx, record)
  await ctx.store.update(stream, record.id, { status, patch: { lastEndedReason: 'unsupported' }, isSilent: true })
}

async function end(ctx: Ctx, record: Stream, why: EndReason): Promise<void> {
  const patch = { lastEndedReason: why, startedAt: null, hasPoster: false, isUsedUp: !record.isReusable }
  const after = await ctx.store.update(stream, record.id, { status: 'ended', patch, isSilent: true })
  emitStream(ctx, facts.streamEnded, after)
  if (why === 'disabled') {
    const disabled = await ctx.store.update(stream, record.id, { status: 'disabled', isSilent: true })
    emitStream(ctx, facts.streamDisabled, disabled)
  } else if (record.isReusable) {
    ctx.later(restEnded, { streamId: record.id }, new Date(ctx.now().getTime() + restMs))
  }
}

/** Task that returns an ended reusable stream to its resting state. */
export const restEnded = task(
  'livestream.stream.rest',
  'Makes a stream that ended ready for its next session.',
  Type.Object({ streamId: Type.String() }),
  async (ctx, { streamId }) => {
    const record = await ctx.store.find(stream, streamId)
    if (record?.status !== 'ended' || !record.isReusable) return
    await ctx.store.update(stream, streamId, { status: await restingState(ctx, record), isSilent: true })
    await projectStream(ctx, streamId)
  },
)

/** Task that disconnects a publisher without a session. A repeat spares a publisher that has reconnected since. */
const dismissPublisher = outboundTask(
  'livestream.publisher.dismiss',
  'Disconnects the publisher of a stream whose session no node holds.',
  Type.Object({ streamUuid: Type.String() }),
  async (ctx, { streamUuid }) => {
    const record = await ctx.store.find(stream, encodeId(stream.prefix, ctx.account.id, streamUuid))
    if (record !== undefined && (await runningSession(ctx, record)) !== undefined) return
    await ctx.port(liveVideoPort).dismiss(encodeId(playbackPrefix, ctx.account.id, streamUuid))
  },
)

export const tasks = [restEnded, dismissPublisher]
