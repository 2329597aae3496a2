import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { wasLiveUntil } from '#products/livestream/records/streamSession.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

type Scheduled = Pick<Stream, 'id' | 'scheduledAt'>

/** A scheduled stream without a publisher stays scheduled for this long after its time. */
const unusedMs = 6 * 3_600_000

/**
 * A stream that is not running waits for its schedule: until its time and six hours longer, unless it was shown by then
 * and is over. Or for nothing.
 */
export async function restingState(ctx: Ctx, { id, scheduledAt }: Scheduled): Promise<'idle' | 'scheduled'> {
  if (scheduledAt === null) return 'idle'
  const [atMs, nowMs] = [new Date(scheduledAt).getTime(), ctx.now().getTime()]
  if (nowMs < atMs) return 'scheduled'
  if (nowMs >= atMs + unusedMs) return 'idle'
  return (await wasLiveUntil(ctx, id, scheduledAt)) ? 'idle' : 'scheduled'
}

/** A schedule that passed unused no longer stands in calendars. */
export const forgetSchedule = task(
  'livestream.stream.forgetSchedule',
  'Takes a stream from the calendar when no encoder published within six hours of its time.',
  Type.Object({ streamId: Type.String(), at: Type.String() }),
  async (ctx, { streamId, at }) => {
    const record = await ctx.store.find(stream, streamId)
    if (record?.status !== 'scheduled' || record.scheduledAt !== at) return
    await ctx.store.update(stream, streamId, { status: 'idle' })
  },
)

export const tasks = [forgetSchedule]

/** Queues the task that removes an unused schedule of a written stream. */
export function askLater(ctx: Ctx, record: Scheduled): void {
  const { id: streamId, scheduledAt } = record
  if (scheduledAt === null) return
  const at = new Date(new Date(scheduledAt).getTime() + unusedMs)
  ctx.later(forgetSchedule, { streamId, at: scheduledAt }, at)
}
