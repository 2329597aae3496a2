import type { Ctx } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { view } from '#kit/nouns/resource.ts'
import type { LiveEvent } from '#platform/video/live/liveHost.ts'
import * as facts from '#products/livestream/facts.ts'
import { writeStatus, type Session } from '#products/livestream/records/streamSession.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

/** A stream with its current session. */
export type Running = { record: Stream; session: Session }

const factOf = {
  preview: facts.streamPreviewed,
  live: facts.streamWentLive,
  reconnecting: facts.streamDisconnected,
} as const

/** Moves a stream and its session to a state and emits the fact. Does nothing when the stream has that state. */
export async function advance(ctx: Ctx, { record, session }: Running, to: keyof typeof factOf): Promise<void> {
  if (record.status === to) return
  if (!stream.states[record.status]?.includes(to)) return
  const at = ctx.now().toISOString()
  const isFirst = to === 'live' && session.live_at === null
  await writeStatus(ctx, { id: session.id, status: to, liveAt: isFirst ? at : session.live_at })
  const patch = isFirst ? { startedAt: at } : {}
  const after = await ctx.store.update(stream, record.id, { status: to, patch, isSilent: true })
  const isReturn = record.status === 'reconnecting'
  emitStream(ctx, isReturn ? facts.streamReconnected : factOf[to], after)
}

/** Emits a fact whose payload is the stream. */
export function emitStream(ctx: Ctx, fact: Fact<Subject>, after: Stream): void {
  const { id, status, version } = after
  ctx.emit(fact, { ...view(stream, after, 'owner'), id, status, version }, after)
}

type StatelessEvent = Extract<LiveEvent, { kind: 'healthChanged' | 'recordingStopped' | 'simulcastChanged' }>

/** Emits the fact of an event that changes no state: health, a stopped recording, simulcast targets. */
export function emitEvent(ctx: Ctx, { record }: Running, event: StatelessEvent): void {
  const about = aboutOf(record)
  if (event.kind === 'healthChanged') {
    const { health, issues } = event
    ctx.emit(facts.streamHealthChanged, { ...about, health, issues: [...issues] }, record)
  } else if (event.kind === 'recordingStopped') {
    ctx.emit(facts.streamRecordingStopped, { ...about, reason: event.reason }, record)
  } else {
    const { targetId, state, error } = event
    const more = error === undefined ? {} : { error }
    ctx.emit(facts.streamSimulcastChanged, { ...about, targetId, state, ...more }, record)
  }
}

/** Payload fields of every fact about a running stream. */
export function aboutOf(record: Stream) {
  const { id: streamId, channelId, sessionId, keyLabel, title } = record
  return { streamId, channelId, sessionId: sessionId ?? '', keyLabel, title }
}
