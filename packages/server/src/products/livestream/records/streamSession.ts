import type { Ctx, RowOf } from '#kit/call/context.ts'
import type { InnerList } from '#kit/nouns/innerList.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { nilUuid } from '#products/livestream/audience/slices.ts'
import { stream, type Stream } from './stream.ts'

/** The prefix of session ids. */
export const sessionPrefix = 'ses'

/** Row of a session: one admission of an encoder, with its reconnects. */
export type Session = RowOf<typeof sessionById>

/** A session by its row id. */
export async function findSession(ctx: Ctx, sessionUuid: string): Promise<Session | undefined> {
  const [row] = await ctx.db.rows(sessionById, [ctx.account.id, sessionUuid])
  return row
}

/** Sessions of a stream, newest first. */
export function sessionsOf(ctx: Ctx, streamId: string): InnerList<Session> {
  const key = [ctx.account.id, uuidOf(stream.prefix, streamId)] as const
  return {
    name: `sessions ${streamId}`,
    read: ([createdAt, id] = ['infinity', nilUuid], most) =>
      ctx.db.rows(sessionsByStream, [...key, createdAt, id, most]),
    keysOf: (row) => [row.created_at, row.id],
  }
}

/** Whether a session of a stream went live, and ended at this moment or later. */
export async function wasLiveUntil(ctx: Ctx, streamId: string, at: string): Promise<boolean> {
  const rows = await ctx.db.rows(liveUntil, [ctx.account.id, uuidOf(stream.prefix, streamId), at])
  return rows.length > 0
}

/** Running session of a stream and the node that holds it; undefined when none runs. */
export async function runningSession(ctx: Ctx, record: Stream): Promise<LiveSessionRef | undefined> {
  const sessionUuid = uuidOf(sessionPrefix, record.sessionId)
  if (sessionUuid === null) return undefined
  const session = await findSession(ctx, sessionUuid)
  if (session === undefined || session.status === 'ended' || session.status === 'rejected') return undefined
  return { sessionUuid, nodeId: session.node_id }
}

/** Latency mode of a session: fixed at its start, so a later change of the stream does not move it. */
export function latencyOf(session: Session, record: Stream): Stream['latencyMode'] {
  return session.latency_mode ?? record.latencyMode
}

/** The public id of a session. */
export function sessionIdOf(accountId: number, sessionUuid: string): string {
  return encodeId(sessionPrefix, accountId, sessionUuid)
}

const columns =
  'id, stream_id, status, node_id, key_label, protocol, created_at, live_at, ended_at, ended_reason, is_recorded, ' +
  'static_id, duration_seconds, byte_count, video_codec, audio_codec, width, height, peak_viewers, ' +
  'latency_mode, is_due'

const sessionById = statement(
  'livestream_session.byId',
  'account',
  `select ${columns} from livestream_session where account_id = $1 and id = $2`,
)

const sessionsByStream = statement(
  'livestream_session.byStream',
  'account',
  `select ${columns} from livestream_session where account_id = $1 and stream_id = $2
   and (created_at, id) < ($3::timestamptz, $4::uuid) order by created_at desc, id desc limit $5`,
)

const liveUntil = statement(
  'livestream_session.liveUntil',
  'account',
  `select 1 as found from livestream_session where account_id = $1 and stream_id = $2
   and live_at is not null and ended_at >= $3 limit 1`,
)

type NewSession = Pick<Session, 'id'> & {
  streamUuid: string
  nodeId: string
  keyLabel: string
  protocol: string
  isRecorded: boolean
  latencyMode: Stream['latencyMode']
}

/** Inserts a session in state connecting. Call inside `ctx.atomic`. */
export async function createSession(ctx: Ctx, draft: NewSession): Promise<Session> {
  const { id, streamUuid, nodeId, keyLabel, protocol, isRecorded, latencyMode } = draft
  const about = [id, streamUuid, nodeId, keyLabel, protocol, ctx.now().toISOString(), isRecorded, latencyMode]
  const [row] = await ctx.db.rows(insertSession, [ctx.account.id, ...about])
  if (row === undefined) throw new Error('the insert of a session returned no row')
  return row
}

/** Writes the state of a session, and when it went live. */
export async function writeStatus(ctx: Ctx, move: { id: string; status: string; liveAt: string | null }) {
  await ctx.db.rows(setStatus, [ctx.account.id, move.id, move.status, move.liveAt])
}

type Media = { videoCodec: string; audioCodec: string | null; width: number; height: number }

/** Writes codecs and frame size of the encoder's signal. */
export async function writeMedia(ctx: Ctx, id: string, media: Media): Promise<void> {
  await ctx.db.rows(setMedia, [ctx.account.id, id, media.videoCodec, media.audioCodec, media.width, media.height])
}

type End = {
  id: string
  status: 'ended' | 'rejected'
  reason: string
  staticUuid: string | null
  recording: { durationSeconds: number; byteCount: number } | undefined
  /** Whether the node of the session still has to hand its recording over. */
  isDue: boolean
}

/** Writes the end of a session: state, reason and recording. */
export async function endSession(ctx: Ctx, end: End): Promise<void> {
  const { id, status, reason, staticUuid, recording, isDue } = end
  const media = [recording?.durationSeconds ?? null, recording?.byteCount ?? null]
  const ended = [ctx.account.id, id, status, ctx.now().toISOString(), reason]
  await ctx.db.rows(setEnd, [...ended, staticUuid, ...media, isDue])
}

/** Writes the highest number of concurrent viewers of a session. */
export async function writePeak(ctx: Ctx, kept: { id: string; peakViewers: number }): Promise<void> {
  await ctx.db.rows(setPeak, [ctx.account.id, kept.id, kept.peakViewers])
}

const setPeak = statement(
  'livestream_session.setPeak',
  'account',
  'update livestream_session set peak_viewers = $3 where account_id = $1 and id = $2',
)

type LateRecording = Pick<End, 'id' | 'staticUuid' | 'recording' | 'isDue'>

/** Writes the recording that was finished after the end of its session. */
export async function writeRecording(ctx: Ctx, { id, staticUuid, recording, isDue }: LateRecording): Promise<void> {
  const size = [recording?.durationSeconds ?? null, recording?.byteCount ?? null]
  await ctx.db.rows(setRecording, [ctx.account.id, id, staticUuid, ...size, isDue])
}

/** Marks the recording of a session as no longer due. */
export async function clearDue(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.rows(setNotDue, [ctx.account.id, id])
}

/** Marks a session as one without a recording: its media are removed at its end. */
export async function discardRecording(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.rows(setUnrecorded, [ctx.account.id, id])
}

const setUnrecorded = statement(
  'livestream_session.setUnrecorded',
  'account',
  'update livestream_session set is_recorded = false where account_id = $1 and id = $2',
)

const setNotDue = statement(
  'livestream_session.setNotDue',
  'account',
  'update livestream_session set is_due = false where account_id = $1 and id = $2 and is_due',
)

const setRecording = statement(
  'livestream_session.setRecording',
  'account',
  `update livestream_session set static_id = $3, duration_seconds = $4, byte_count = $5, is_due = $6
   where account_id = $1 and id = $2`,
)

const insertSession = statement(
  'livestream_session.insert',
  'account',
  `insert into livestream_session
   (account_id, id, stream_id, status, node_id, key_label, protocol, created_at, is_recorded, latency_mode)
   values ($1, $2, $3, 'connecting', $4, $5, $6, $7, $8, $9) returning ${columns}`,
)

const setStatus = statement(
  'livestream_session.setStatus',
  'account',
  'update livestream_session set status = $3, live_at = $4 where account_id = $1 and id = $2',
)

const setMedia = statement(
  'livestream_session.setMedia',
  'account',
  `update livestream_session set video_codec = $3, audio_codec = $4, width = $5, height = $6
   where account_id = $1 and id = $2`,
)

const setEnd = statement(
  'livestream_session.setEnd',
  'account',
  `update livestream_session set status = $3, ended_at = $4, ended_reason = $5, static_id = $6,
   duration_seconds = $7, byte_count = $8, is_due = $9 where account_id = $1 and id = $2`,
)
