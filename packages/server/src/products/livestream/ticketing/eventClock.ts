import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { task } from '#kit/nouns/task.ts'
import { windowOf, type TicketingEvent } from './eventFields.ts'
import { ticketingEvent } from './ticketingEvent.ts'

/** Closes an event, if its access still ends at this very moment. */
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

/** The state of an event whose times may have moved: closed behind its window, and open again before its end. */
export function statusAt(now: Date, event: Windowed & { status: string }): string {
  const { closesAt } = windowOf(event)
  if (closesAt !== null && new Date(closesAt) <= now) return 'closed'
  return event.status === 'closed' ? 'active' : event.status
}

/** Asks for the task that a written event needs, unless it was asked for before. */
export function setClock(ctx: Ctx, { after, before }: { after: TicketingEvent; before: Windowed | undefined }): void {
  const { closesAt } = windowOf(after)
  if (closesAt === null || after.status === 'closed') return
  if (before !== undefined && windowOf(before).closesAt === closesAt) return
  ctx.later(closeEvent, { ticketingEventId: after.id, at: closesAt }, new Date(closesAt))
}
