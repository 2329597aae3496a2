import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { wasLiveUntil } from '#products/livestream/records/streamSession.ts'
import { stream, type Stream } from '#products/livestream/records/stream.ts'

type Scheduled = Pick<Stream, 'id' | 'scheduledAt'>

/** Time after its schedule for which a stream without a publisher stays scheduled. */
const unusedMs = 6 * 3_600_000

/**
 * State of a stream without a session: scheduled until six hours after its schedule, unless a session was live at that
 * time and has ended; else idle.
 */
export async function restingState(ctx: Ctx, { id, scheduledAt }: Scheduled): Promise<'idle' | 'scheduled'> {
  if (scheduledAt === null) return 'idle'
  const [atMs, nowMs] = [new Date(scheduledAt).getTime(), ctx.now().getTime()]
  if (nowMs < atMs) return 'scheduled'
  if (nowMs >= atMs + unusedMs) return 'idle'
  return (await wasLiveUntil(ctx, id, scheduledAt)) ? 'idle' : 'scheduled'
}

/** Task that removes an unused schedule from lists and calendars. Its name is that of jobs planned months ago. */
export const expireSchedule = task(
  'livestream.stream.forgetSchedule',
  'Takes a stream from the calendar when no encoder published within six hours of its time.',
  Type.Object({ streamId: Type.String(), at: Type.String() }),
  async (ctx, { streamId, at }) => {
    const record = await ctx.store.find(stream, streamId)
    if (record?.status !== 'scheduled' || record.scheduledAt !== at) return
    await ctx.store.update(stream, streamId, { status: 'idle' })
  },
)

export const tasks = [expireSchedule]

/** Schedules the task that removes an unused schedule of a written stream. */
export function expireScheduleLater(ctx: Ctx, record: Scheduled): void {
  const { id: streamId, scheduledAt } = record
  if (scheduledAt === null) return
  const at = new Date(new Date(scheduledAt).getTime() + unusedMs)
  ctx.later(expireSchedule, { streamId, at: scheduledAt }, at)
}
