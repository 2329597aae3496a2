import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { windowOf, type TicketingEvent } from './eventFields.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Closes an event at the end of its access. A task whose moment has been replaced since does nothing. */
export const closeEvent = task(
  'livestream.ticketingEvent.close',
  'Closes an event when its tickets no longer open anything.',
  Type.Object({ ticketingEventId: Type.String(), at: Type.String() }),
  async (ctx, { ticketingEventId, at }) => {
    const event = await ctx.store.find(ticketingEvent, ticketingEventId)
    if (event === undefined || event.status === 'closed' || windowOf(event).closesAt !== at) return
    await ctx.store.update(ticketingEvent, ticketingEventId, { status: 'closed' })
  },
)

export const tasks = [closeEvent]

type Windowed = Parameters<typeof windowOf>[0]

/** Status of an event after a change of its times: closed after its access ends, reopened when the end moves back. */
export function statusAt(now: Date, event: Windowed & { status: string }): string {
  const { closesAt } = windowOf(event)
  if (closesAt !== null && new Date(closesAt) <= now) return 'closed'
  return event.status === 'closed' ? 'active' : event.status
}

/** Schedules the task that closes a written event, unless one is scheduled for the same moment. */
export function setClock(ctx: Ctx, { after, before }: { after: TicketingEvent; before: Windowed | undefined }): void {
  const { closesAt } = windowOf(after)
  if (closesAt === null || after.status === 'closed') return
  if (before !== undefined && windowOf(before).closesAt === closesAt) return
  ctx.later(closeEvent, { ticketingEventId: after.id, at: closesAt }, new Date(closesAt))
}
