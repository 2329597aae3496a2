import type { Ctx } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { foldCode, nameOfCode } from './ticketCode.ts'
import type { TicketingEvent } from './eventFields.ts'
import { noCounts, addCounts, type SyncCounts } from './issueTickets.ts'
import { attendeeOf, type Push, type SentAttendee } from './providers/generic.ts'
import type { Attendee } from './providers/provider.ts'
import { inPieces } from './attendeeReading.ts'
import { noteChange } from './attendeeSync.ts'
import { findActive } from './ticket.ts'

/** Attendees as a caller sent them. Throws invalid, naming those that have neither code nor address. */
export function readAttendees(sent: readonly SentAttendee[]): Attendee[] {
  const read = sent.map(attendeeOf)
  const wrong = read.flatMap((each, index) =>
    each === undefined
      ? [field(`attendees/${index}`, 'required', 'needs an email, or a ticketCode of six characters')]
      : [],
  )
  if (wrong.length > 0) throw invalid(...wrong)
  return read.filter((each) => each !== undefined)
}

/** Takes over what was sent of a generic event, and tells of it. Call inside `ctx.atomic`. */
export async function takePush(
  ctx: Ctx,
  event: TicketingEvent,
  pushed: Push & { observedAt: string },
): Promise<SyncCounts> {
  const { attendees, revoked, observedAt } = pushed
  const gone = revoked.length === 0 ? [] : await namedBy(ctx, event, revoked)
  // A ticket that is taken away and given again in one call is given.
  const first = await inPieces(ctx, event, { attendees: gone, observedAt })
  const counts = attendees.length === 0 ? noCounts : await inPieces(ctx, event, { attendees, observedAt })
  const sum = addCounts(first, counts)
  await noteChange(ctx, event, { counts: sum, isWhole: true })
  return sum
}

/** Valid tickets that have one of these codes, or belong to one of these addresses, as no longer valid. */
async function namedBy(ctx: Ctx, event: TicketingEvent, names: readonly string[]): Promise<Attendee[]> {
  const folded = names.flatMap((name) => foldCode(name) ?? [])
  const codes = new Set(folded.map((code) => nameOfCode(ctx, event.id, code)))
  const addresses = new Set(names.map((name) => name.toLowerCase()))
  const active = await findActive(ctx, event.id)
  return active
    .filter((row) => codes.has(row.external_id) || addresses.has(row.email?.toLowerCase() ?? ''))
    .map((row) => ({
      externalId: row.external_id,
      order: row.external_order,
      ticketTypeId: row.ticket_type_id,
      email: row.email,
      name: row.name,
      isValid: false,
    }))
}
