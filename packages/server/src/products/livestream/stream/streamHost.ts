import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { LiveEvent, LiveHost, LiveSubject, OpenSession, Refusal } from '#platform/video/live/liveHost.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import type { LiveHostParts } from '#platform/video/live/liveHostPort.ts'
import { findNamed, judge, planOf, type NamedAttempt } from './streamAdmission.ts'
import { dueOn, runningOn, type SessionRow } from './lostSessions.ts'
import { closeLost, closeSession, loseRecording } from './streamEnding.ts'
import { projectStream } from './streamFeed.ts'
import { clearRefusals, openRefusals, type Refusals } from './refusedEncoders.ts'
import { advance, emitEvent } from './streamMoves.ts'
import { findSession, writeMedia } from '#products/livestream/records/streamSession.ts'
import { isLive } from '#products/livestream/records/standing.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

/** Opens the product's side of the live engine: it admits encoders and stores events of sessions. */
export function openStreamHost(parts: LiveHostParts): LiveHost {
  const refusals = openRefusals()
  return {
    async admit(attempt) {
      const named = await findNamed(parts, attempt.key)
      const judged = await judge(named, attempt)
      parts.onFacts()
      if (!('refused' in judged)) return judged
      if (named !== undefined) await note(refusals, named, judged.refused)
      return { refusal: judged.refused.message }
    },
    async refused(attempt, refusal) {
      const named = await findNamed(parts, attempt.key).catch(() => undefined)
      if (named?.isKnown === true) await note(refusals, named, refusal)
    },
    async store(subject, event) {
      const ctx = await callFor(parts, subject)
      if (ctx === undefined) return
      await ctx.atomic((inner) => store(inner, subject, event))
      parts.onFacts()
    },
    async standingOf(subject) {
      const ctx = await callFor(parts, subject)
      if (ctx === undefined) return 'over'
      const session = await findSession(ctx, subject.sessionUuid)
      const isKnown = session !== undefined && (await ctx.store.find(stream, streamIdOf(subject))) !== undefined
      if (!isKnown || session.status === 'ended' || session.status === 'rejected') return 'over'
      return session.live_at === null ? 'preview' : 'live'
    },
    async openOf(nodeId) {
      const ctx = parts.openOffline('livestream.engine')
      const found: OpenSession[] = []
      for await (const row of runningOn(ctx, [nodeId])) found.push({ ...subjectOf(row), isDue: false })
      for await (const row of dueOn(ctx, nodeId)) found.push({ ...subjectOf(row), isDue: true })
      return found
    },
    async planOf(subject) {
      const ctx = await callFor(parts, subject)
      const session = ctx && (await findSession(ctx, subject.sessionUuid))
      const record = ctx && (await ctx.store.find(stream, streamIdOf(subject)))
      if (ctx === undefined || session === undefined || record === undefined) return undefined
      return { ...(await planOf(ctx, record, session)), isNew: false }
    },
    async closeLost(subject) {
      const ctx = await callFor(parts, subject)
      if (ctx === undefined) return
      await ctx.atomic(async (inner) => {
        await lockForUpdate(inner, stream, streamIdOf(subject))
        const session = await findSession(inner, subject.sessionUuid)
        if (session === undefined || session.status === 'ended' || session.status === 'rejected') return
        await closeLost(inner, { session, why: 'server_stopped' })
      })
      parts.onFacts()
    },
    async loseRecording(subject) {
      const ctx = await callFor(parts, subject)
      if (ctx === undefined) return
      await ctx.atomic((inner) => loseRecording(inner, subject))
      parts.onFacts()
    },
  }
}

function subjectOf(row: SessionRow): LiveSubject {
  return { accountId: row.account_id, streamUuid: row.stream_id, sessionUuid: row.id }
}

/** Stores a refusal. A failure is logged only: the encoder gets its response in any case. */
async function note(refusals: Refusals, { ctx, streamId }: NamedAttempt, refusal: Refusal): Promise<void> {
  try {
    await refusals.add(ctx, streamId, refusal)
  } catch (error) {
    ctx.log.warn('a refusal of an encoder could not be stored', { stream: streamId, error: messageOf(error) })
  }
}

async function callFor(parts: LiveHostParts, subject: LiveSubject): Promise<Ctx | undefined> {
  const account = await parts.findAccount(subject.accountId)
  return account === undefined ? undefined : parts.open(account, 'livestream.engine')
}

function streamIdOf({ accountId, streamUuid }: LiveSubject): string {
  return encodeId(stream.prefix, accountId, streamUuid)
}

/** Stores one event of a session. A repeated event changes nothing. */
async function store(ctx: Ctx, subject: LiveSubject, event: LiveEvent): Promise<void> {
  await lockForUpdate(ctx, stream, streamIdOf(subject))
  const session = await findSession(ctx, subject.sessionUuid)
  if (session === undefined) return
  if (event.kind === 'ended') {
    const { why, recording, rejection } = event
    return closeSession(ctx, { session, why, recording, rejection })
  }
  const record = await ctx.store.find(stream, streamIdOf(subject))
  if (record === undefined || session.status === 'ended' || session.status === 'rejected') return
  const at = { record, session }
  switch (event.kind) {
    case 'connected':
      return
    case 'ready':
      await clearRefusals(ctx, record.id)
      await writeMedia(ctx, session.id, event)
      return advance(ctx, at, record.autoStart ? 'live' : 'preview')
    case 'wentLive':
      return advance(ctx, at, 'live')
    case 'interrupted':
      return advance(ctx, at, 'reconnecting')
    case 'resumed':
      await clearRefusals(ctx, record.id)
      return advance(ctx, at, event.wasLive ? 'live' : 'preview')
    case 'posterStored':
      return markPoster(ctx, record)
    default:
      return emitEvent(ctx, at, event)
  }
}

/** Marks that a live stream has a poster, which its cards and pages then show. */
async function markPoster(ctx: Ctx, record: Stream): Promise<void> {
  if (record.hasPoster || !isLive(record)) return
  await ctx.store.update(stream, record.id, { patch: { hasPoster: true }, isSilent: true })
  await projectStream(ctx, record.id)
}
