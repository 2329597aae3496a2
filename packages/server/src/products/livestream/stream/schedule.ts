import { Type } from '#kit/schema.ts'
import type { Ctx } from '#kit/context.ts'
import { task } from '#kit/task.ts'
import { stream, type Stream } from './stream.ts'

/** How long after its time a scheduled stream that nobody published to is waited for. */
const unusedMs = 6 * 3_600_000

/** A stream that is not running waits for its schedule, for six hours at most, or for nothing. */
export function restingState(ctx: Ctx, scheduledAt: unknown): 'idle' | 'scheduled' {
  if (typeof scheduledAt !== 'string') return 'idle'
  return new Date(scheduledAt).getTime() + unusedMs > ctx.now().getTime() ? 'scheduled' : 'idle'
}

/** A schedule that passed unused no longer stands in calendars. */
export const forgetSchedule = task(
  'livestream.stream.forgetSchedule',
  'Takes a stream from the calendar when nobody published within six hours of its time.',
  Type.Object({ streamId: Type.String(), at: Type.String() }),
  async (ctx, { streamId, at }) => {
    const record = await ctx.store.find(stream, streamId)
    if (record?.status !== 'scheduled' || record.scheduledAt !== at) return
    await ctx.store.update(stream, streamId, { status: 'idle' })
  },
)

export const tasks = [forgetSchedule]

/** Asks for what the schedule of a written stream needs later. */
export function askLater(ctx: Ctx, record: Pick<Stream, 'id' | 'scheduledAt'>): void {
  const { id: streamId, scheduledAt } = record
  if (scheduledAt === null) return
  const at = new Date(new Date(scheduledAt).getTime() + unusedMs)
  ctx.later(forgetSchedule, { streamId, at: scheduledAt }, at)
}
