import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { closeLost } from './streamEnding.ts'
import { pushTargetsOf } from './simulcastTargets.ts'
import { findSession, runningSession, type Session } from '#products/livestream/records/streamSession.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'
import { isRunning, type StreamAction } from './streamWrites.ts'

const endings = ['ended', 'disabled', 'deleted'] as const
type EndedBy = (typeof endings)[number]

const commands = ['setTargets', 'dropPublisher', 'goLive'] as const
type Command = (typeof commands)[number]

/** Actions that do not write the record of a running stream, so that each needs an audit row of its own. */
const unwritten = new Set<StreamAction | undefined>(['end', 'goLive', 'disable'])

/**
 * Queues the effect of a committed change on the running session, on any node. False when none runs. Call inside
 * `ctx.atomic`.
 */
export async function commandSession(
  ctx: Ctx,
  record: Stream,
  change: { sent: Record<string, unknown>; action?: StreamAction | undefined },
): Promise<boolean> {
  const { sent, action } = change
  const needed: Command[] = [
    ...(sent['simulcastTargets'] === undefined ? [] : (['setTargets'] as const)),
    ...(action === 'rotateKey' ? (['dropPublisher'] as const) : []),
    ...(action === 'goLive' ? (['goLive'] as const) : []),
  ]
  const endedBy = action === 'end' ? 'ended' : action === 'disable' ? 'disabled' : undefined
  if (needed.length === 0 && endedBy === undefined) return false
  const session = isRunning(record) ? await runningSession(ctx, record) : undefined
  if (session === undefined) return false
  if (unwritten.has(action)) await audit(ctx, record, { action })
  ctx.effect(runCommands, { sessionUuid: session.sessionUuid, commands: needed, endedBy })
  return true
}

/** Queues the end of a stream's running session. False when none runs. Call inside `ctx.atomic`. */
export async function endRunning(ctx: Ctx, record: Stream, endedBy: EndedBy): Promise<boolean> {
  const session = isRunning(record) ? await runningSession(ctx, record) : undefined
  if (session === undefined) return false
  ctx.effect(runCommands, { sessionUuid: session.sessionUuid, commands: [], endedBy })
  return true
}

/** Task with commands to a session. A repeat is harmless: each command applies the current state of the stream. */
const runCommands = outboundTask(
  'livestream.session.command',
  'Carries a change of a stream over to the session that runs.',
  Type.Object({
    sessionUuid: Type.String(),
    commands: Type.Array(Type.Unsafe<Command>({ enum: [...commands] })),
    endedBy: Type.Optional(Type.Unsafe<EndedBy>({ enum: [...endings] })),
  }),
  async (ctx, { sessionUuid, commands: needed, endedBy }) => {
    const session = await openSession(ctx, sessionUuid)
    if (session === undefined) return
    const ref = { sessionUuid, nodeId: session.node_id }
    const record = await ctx.store.find(stream, encodeId(stream.prefix, ctx.account.id, session.stream_id))
    const live = ctx.port(liveVideoPort)
    if (record !== undefined && needed.includes('setTargets')) {
      await live.setTargets(ref, await pushTargetsOf(ctx, record))
    }
    if (record !== undefined && needed.includes('dropPublisher')) {
      await live.dropPublisher(ref, { keyHash: record.keyHash, reason: 'The stream key was changed.' })
    }
    if (needed.includes('goLive')) await live.goLive(ref)
    if (endedBy === undefined) return
    await live.end(ref, endedBy)
    const lost = await openSession(ctx, sessionUuid)
    if (lost !== undefined) await ctx.atomic((inner) => closeLost(inner, { session: lost, why: endedBy }))
  },
)

export const tasks = [runCommands]

/** A session that has not ended; undefined for an ended, rejected or missing one. */
async function openSession(ctx: Ctx, sessionUuid: string): Promise<Session | undefined> {
  const session = await findSession(ctx, sessionUuid)
  return session === undefined || session.status === 'ended' || session.status === 'rejected' ? undefined : session
}

async function audit(ctx: Ctx, { id }: Stream, changes: Record<string, unknown>): Promise<void> {
  await ctx.audit({ action: 'livestream.stream.commanded', target: id, changes })
}
