import type { Ctx } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { foldCode, nameOfCode } from './ticketCode.ts'
import type { TicketingEvent } from './eventFields.ts'
import { noCounts, addCounts, type SyncCounts } from './issueTickets.ts'
import { attendeeOf, type Push, type SentAttendee } from './providers/generic.ts'
import type { Attendee } from './providers/provider.ts'
import { inPieces } from './attendeeReading.ts'
import { recordChange } from './attendeeSync.ts'
import { findActive } from './ticket.ts'

/** Attendees of a request. Throws invalid with the index of each that has neither code nor address. */
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

/** Issues and revokes tickets of a generic event as a push lists them, and emits a fact. Call inside `ctx.atomic`. */
export async function applyAttendees(
  ctx: Ctx,
  event: TicketingEvent,
  pushed: Push & { observedAt: string },
): Promise<SyncCounts> {
  const { attendees, revoked, observedAt } = pushed
  const gone = revoked.length === 0 ? [] : await namedBy(ctx, event, revoked)
  // Revocations are first: a ticket that one push revokes and lists again stays valid.
  const first = await inPieces(ctx, event, { attendees: gone, observedAt })
  const counts = attendees.length === 0 ? noCounts : await inPieces(ctx, event, { attendees, observedAt })
  const sum = addCounts(first, counts)
  await recordChange(ctx, event, { counts: sum, isWhole: true })
  return sum
}

/** Valid tickets with one of these codes or mail addresses, as attendees that are no longer valid. */
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
