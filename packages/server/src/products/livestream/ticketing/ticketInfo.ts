import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Patch } from '#kit/nouns/resource.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { setClock, statusAt } from './eventClock.ts'
import type { TicketingEvent } from './eventFields.ts'
import { cleaned } from './issueTickets.ts'
import type { EventInfo } from './providers/provider.ts'
import { ticketingEvent } from './ticketingEvent.ts'

const titleLengthMax = 200
const urlLengthMax = 2_048

/** Fields of an event that its provider sets, cleaned for storage. */
export function providerFields(
  info: EventInfo,
  before: { externalEventUrl: string | null },
): Patch<typeof ticketingEvent> {
  const { startsAt } = info
  const isInOrder = startsAt !== null && info.endsAt !== null && info.endsAt >= startsAt
  return {
    title: cleaned(info.title, titleLengthMax),
    startsAt,
    endsAt: isInOrder ? info.endsAt : null,
    externalEventUrl: before.externalEventUrl ?? webUrlOf(info.url),
  }
}

/** Writes the provider's fields of an event and returns the event. Throws not_found when it was deleted. */
export async function writeInfo(ctx: Ctx, event: TicketingEvent, info: EventInfo): Promise<TicketingEvent> {
  const patch = providerFields(info, event)
  if (!isOther(event, patch)) return event
  return ctx.atomic(async (inner) => {
    if (!(await lockForUpdate(inner, ticketingEvent, event.id))) throw problem(reasons.notFound)
    const before = await inner.store.get(ticketingEvent, event.id)
    const status = statusAt(inner.now(), { ...before, ...windowPatch(patch) })
    const after = await inner.store.update(ticketingEvent, event.id, { patch, status })
    setClock(inner, { after, before })
    return after
  })
}

function isOther(event: TicketingEvent, patch: Patch<typeof ticketingEvent>): boolean {
  return (['title', 'startsAt', 'endsAt', 'externalEventUrl'] as const).some((name) => patch[name] !== event[name])
}

function windowPatch({ startsAt = null, endsAt = null }: Patch<typeof ticketingEvent>) {
  return { startsAt, endsAt }
}

function webUrlOf(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.href.length <= urlLengthMax ? url.href : null
}
