import type { Ctx, RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { stream, type Stream } from './stream.ts'

/** The prefix of session ids. */
export const sessionPrefix = 'ses'

/** One time that an encoder was let in, with its reconnects, as it is kept. */
export type Session = RowOf<typeof sessionById>

/** A session by its row id. */
export async function findSession(ctx: Ctx, sessionUuid: string): Promise<Session | undefined> {
  const [row] = await ctx.db.rows(sessionById, [ctx.account.id, sessionUuid])
  return row
}

/** The latest sessions of a stream, newest first. */
export function sessionsOf(ctx: Ctx, streamId: string, limit: number): Promise<Session[]> {
  return ctx.db.rows(sessionsByStream, [ctx.account.id, uuidOf(stream.prefix, streamId), limit])
}

/** Whether a session of a stream was shown to the audience, and ended at this moment or later. */
export async function wasShownUntil(ctx: Ctx, streamId: string, at: string): Promise<boolean> {
  const rows = await ctx.db.rows(shownUntil, [ctx.account.id, uuidOf(stream.prefix, streamId), at])
  return rows.length > 0
}

/** The node that holds the session of a stream; undefined when none is running. */
export async function runningSession(ctx: Ctx, record: Stream): Promise<LiveSessionRef | undefined> {
  const sessionUuid = uuidOf(sessionPrefix, record.sessionId)
  if (sessionUuid === null) return undefined
  const session = await findSession(ctx, sessionUuid)
  if (session === undefined || session.status === 'ended' || session.status === 'rejected') return undefined
  return { sessionUuid, nodeId: session.node_id }
}

/** How near to live a session is: as its stream said when it began, whatever that says by now. */
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
  'latency_mode'

const sessionById = statement(
  'livestream_session.byId',
  'account',
  `select ${columns} from livestream_session where account_id = $1 and id = $2`,
)

const sessionsByStream = statement(
  'livestream_session.byStream',
  'account',
  `select ${columns} from livestream_session where account_id = $1 and stream_id = $2
   order by created_at desc, id desc limit $3`,
)

const shownUntil = statement(
  'livestream_session.shownUntil',
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

/** Begins a session. Call inside `ctx.atomic`. */
export async function createSession(ctx: Ctx, draft: NewSession): Promise<Session> {
  const { id, streamUuid, nodeId, keyLabel, protocol, isRecorded, latencyMode } = draft
  const about = [id, streamUuid, nodeId, keyLabel, protocol, ctx.now().toISOString(), isRecorded, latencyMode]
  const [row] = await ctx.db.rows(insertSession, [ctx.account.id, ...about])
  if (row === undefined) throw new Error('a new session was not kept')
  return row
}

/** Moves a session on. */
export async function writeStatus(ctx: Ctx, move: { id: string; status: string; liveAt: string | null }) {
  await ctx.db.rows(setStatus, [ctx.account.id, move.id, move.status, move.liveAt])
}

type Media = { videoCodec: string; audioCodec: string | null; width: number; height: number }

/** Keeps what an encoder sends. */
export async function writeMedia(ctx: Ctx, id: string, media: Media): Promise<void> {
  await ctx.db.rows(setMedia, [ctx.account.id, id, media.videoCodec, media.audioCodec, media.width, media.height])
}

type End = {
  id: string
  status: 'ended' | 'rejected'
  reason: string
  staticUuid: string | null
  recording: { durationSeconds: number; byteCount: number } | undefined
}

/** Ends a session. */
export async function endSession(ctx: Ctx, end: End): Promise<void> {
  const { id, status, reason, staticUuid, recording } = end
  const media = [recording?.durationSeconds ?? null, recording?.byteCount ?? null]
  await ctx.db.rows(setEnd, [ctx.account.id, id, status, ctx.now().toISOString(), reason, staticUuid, ...media])
}

/** Keeps how many watched a session at most. */
export async function writePeak(ctx: Ctx, kept: { id: string; peakViewers: number }): Promise<void> {
  await ctx.db.rows(setPeak, [ctx.account.id, kept.id, kept.peakViewers])
}

const setPeak = statement(
  'livestream_session.setPeak',
  'account',
  'update livestream_session set peak_viewers = $3 where account_id = $1 and id = $2',
)

/** Links the recording of a session that had ended before. */
export async function writeRecording(ctx: Ctx, kept: { id: string; staticUuid: string | null }): Promise<void> {
  await ctx.db.rows(setRecording, [ctx.account.id, kept.id, kept.staticUuid])
}

const setRecording = statement(
  'livestream_session.setRecording',
  'account',
  'update livestream_session set static_id = $3 where account_id = $1 and id = $2',
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
   duration_seconds = $7, byte_count = $8 where account_id = $1 and id = $2`,
)
