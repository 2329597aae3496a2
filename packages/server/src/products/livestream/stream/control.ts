import type { Ctx } from '#kit/context.ts'
import { pushTargetsOf } from './simulcast.ts'
import { findSession, runningSession } from './session.ts'
import { closeLost } from './host.ts'
import { stream, type Stream } from './stream.ts'
import { isRunning, type StreamAction } from './write.ts'

type EndedBy = 'ended' | 'disabled' | 'deleted'

/** Carries a committed change over to the session that runs, on whichever node. Answers the stream as it then is. */
export async function tellEngine(
  ctx: Ctx,
  record: Stream,
  asked: { sent: Record<string, unknown>; action?: StreamAction | undefined },
): Promise<Stream> {
  if (!isRunning(record)) return record
  const { sent, action } = asked
  const session = await runningSession(ctx, record)
  if (session !== undefined) {
    if (sent['simulcastTargets'] !== undefined)
      await ctx.ports.live.setTargets(session, await pushTargetsOf(ctx, record))
    if (action === 'rotateKey') await ctx.ports.live.dropPublisher(session, 'The stream key was changed.')
    if (action === 'goLive') await ctx.ports.live.goLive(session)
  }
  if (action === 'end') await endRunning(ctx, record, 'ended')
  if (action === 'disable') await endRunning(ctx, record, 'disabled')
  return action === undefined ? record : ctx.store.get(stream, record.id)
}

/** Ends the session of a stream that runs; where no node holds it any more, its rows are closed. */
export async function endRunning(ctx: Ctx, record: Stream, why: EndedBy): Promise<void> {
  if (!isRunning(record)) return
  const session = await runningSession(ctx, record)
  if (session === undefined) return
  await ctx.ports.live.end(session, why)
  const after = await findSession(ctx, session.sessionUuid)
  if (after !== undefined && after.status !== 'ended' && after.status !== 'rejected') {
    await closeLost(ctx, { session: after, why })
  }
}
