import { Type, type Static } from '#kit/values/schema.ts'
import { line } from '#kit/values/fields.ts'
import { closed } from '#kit/nouns/standard.ts'
import { foldCode, ownCodeLengthMax, ownCodeLengthMin } from '#products/livestream/ticketing/ticketCode.ts'
import { at, listAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import type { Attendee } from './provider.ts'

/** Most attendees of one call. */
export const attendeesMax = 5_000

/** Schema of a ticket holder in a request. */
export const sentAttendee = closed({
  email: Type.Optional(line(254, { description: 'Mail address to which the code is sent.' })),
  name: Type.Optional(line(254, { description: 'Name for the greeting.' })),
  ticketCode: Type.Optional(
    line(ownCodeLengthMax, {
      min: ownCodeLengthMin,
      description:
        'The code that is on the ticket already, hard to guess; made when left out. Distinguishes tickets of one ' +
        'person.',
    }),
  ),
  ticketTypeId: Type.Optional(line(128, { description: 'Type of the ticket.' })),
})
export type SentAttendee = Static<typeof sentAttendee>

/** Body of a call to the hook of a generic event: attendees, and codes or addresses of revoked tickets. */
export type Push = { attendees: Attendee[]; revoked: string[] }

/** Attendee in the form of all providers; undefined without a code and an address. */
export function attendeeOf(sent: SentAttendee): Attendee | undefined {
  const folded = sent.ticketCode === undefined ? undefined : foldCode(sent.ticketCode)
  const externalId = folded ?? sent.email?.toLowerCase()
  if (externalId === undefined || (sent.ticketCode !== undefined && folded === undefined)) return undefined
  return {
    externalId,
    order: null,
    email: sent.email ?? null,
    name: sent.name ?? null,
    ticketTypeId: sent.ticketTypeId ?? null,
    isValid: true,
    ...(sent.ticketCode === undefined ? {} : { code: sent.ticketCode }),
  }
}

/** Parses the body of a call; undefined without lists or above `attendeesMax`. Entries without content are skipped. */
export function readPush(body: Json): Push | undefined {
  const [attendees, revoked] = [listAt(body, 'attendees'), listAt(body, 'revoked')]
  const isPush = at(body, 'attendees') !== undefined || at(body, 'revoked') !== undefined
  if (!isPush || attendees.length + revoked.length > attendeesMax) return undefined
  return {
    attendees: attendees.flatMap((each) => attendeeOf(readAttendee(each)) ?? []),
    revoked: revoked.flatMap((each) => textAt({ each }, 'each') ?? []),
  }
}

function readAttendee(value: Json): SentAttendee {
  const sent: SentAttendee = {}
  for (const name of ['email', 'name', 'ticketCode', 'ticketTypeId'] as const) {
    const text = textAt(value, name)
    if (text !== null) sent[name] = text
  }
  return sent
}
