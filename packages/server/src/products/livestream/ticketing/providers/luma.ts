import { hmacHex, isFresh, isSameSecret, readTimedSignature } from '#platform/webhooks/verifySignature.ts'
import type { HookCall } from '#kit/nouns/hook.ts'
import { askMaybe, askProvider, expectAt } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from './providerJson.ts'
import type { Attendee, Box, TicketProvider } from './provider.ts'

/** Luma API, `docs.luma.com`: events and their guests, with a key of the calendar. */
const base = 'https://public-api.luma.com'
const pageSize = '50'

/** A guest has one or more tickets; all of them go by the guest's name. So a guest is what an order is elsewhere. */
export const luma: TicketProvider = {
  title: 'Luma',
  needs: [],
  isSigned: isSignedByLuma,
  async check(box) {
    const answer = await ask(box, '/v1/events/get', { event_id: box.externalEventId })
    const event = at(answer, 'event') ?? answer
    expectAt(event, 'name')
    return {
      title: textAt(event, 'name'),
      url: textAt(event, 'url'),
      startsAt: momentAt(event, 'start_at'),
      endsAt: momentAt(event, 'end_at'),
    }
  },
  async list(box, cursor) {
    const query: Record<string, string> = { event_id: box.externalEventId, pagination_limit: pageSize }
    if (cursor !== null) query['pagination_cursor'] = cursor
    const page = await ask(box, '/v1/events/guests/list', query)
    expectAt(page, 'entries')
    const attendees = listAt(page, 'entries').flatMap(ticketsOf)
    return { attendees, next: at(page, 'has_more') === true ? textAt(page, 'next_cursor') : null }
  },
  async changed(box, { id }) {
    const query = { event_id: box.externalEventId, id }
    const guest = await askMaybe(box, base, { path: '/v1/events/guests/get', query, headers: headersOf(box) })
    return guest === undefined ? [] : ticketsOf(guest)
  },
  read(body, externalEventId) {
    const eventId = textAt(body, 'data', 'event', 'id') ?? textAt(body, 'data', 'event', 'api_id')
    const isAboutGuest = /^(guest|ticket)\./.test(textAt(body, 'type') ?? '')
    if (eventId !== externalEventId || !isAboutGuest) return { refs: [], isAll: eventId === externalEventId }
    const id = guestIdOf(at(body, 'data'))
    return id === null ? { refs: [], isAll: true } : { refs: [{ kind: 'order', id }], isAll: false }
  },
}

function ask(box: Box, path: string, query: Record<string, string>): Promise<Json> {
  return askProvider(box, base, { path, query, headers: headersOf(box) })
}

function headersOf({ credentials }: Box): Record<string, string> {
  return { 'x-luma-api-key': credentials.apiKey }
}

/** Luma names a guest `id` today and `api_id` in what it wrote earlier. */
function guestIdOf(guest: Json): string | null {
  return textAt(guest, 'id') ?? textAt(guest, 'api_id')
}

function ticketsOf(entry: Json): Attendee[] {
  const guest = at(entry, 'guest') ?? entry
  const guestId = guestIdOf(guest)
  if (guestId === null) return []
  const shared = {
    order: guestId,
    email: textAt(guest, 'user_email') ?? textAt(guest, 'email'),
    name: textAt(guest, 'user_name') ?? textAt(guest, 'name'),
    isValid: textAt(guest, 'approval_status') === 'approved',
  }
  const tickets = listAt(guest, 'event_tickets').flatMap((ticket) => {
    const externalId = guestIdOf(ticket)
    return externalId === null ? [] : { ...shared, externalId, ticketTypeId: textAt(ticket, 'event_ticket_type_id') }
  })
  return tickets.length > 0 ? tickets : [{ ...shared, externalId: guestId, ticketTypeId: null }]
}

/** `webhook-signature: t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the moment, a full stop and the body. */
function isSignedByLuma({ headers, body }: HookCall, secret: string, now: Date): boolean {
  const given = readTimedSignature(headers['webhook-signature'] ?? '')
  if (given === undefined || !isFresh(given.seconds, now)) return false
  const right = hmacHex(secret, `${given.seconds}.`, body)
  return given.signatures.some((each) => isSameSecret(each, right))
}
