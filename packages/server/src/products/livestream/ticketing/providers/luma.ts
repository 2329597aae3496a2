import { hmacHex, isFresh, isSameSecret, readTimedSignature } from '#platform/webhooks/verifySignature.ts'
import type { HookCall } from '#kit/nouns/hook.ts'
import { findJson, requestJson, expectAt } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import type { Attendee, EventConnection, TicketProvider } from './provider.ts'

/** Luma API, `docs.luma.com`: events and their guests, with a key of the calendar. */
const base = 'https://public-api.luma.com'
const pageSize = '50'

/** Luma as a provider. A guest has one or more tickets under one name, so a guest is treated as an order. */
export const luma: TicketProvider = {
  title: 'Luma',
  needs: [],
  isSigned: isSignedByLuma,
  async check(connection) {
    const response = await request(connection, '/v1/events/get', { event_id: connection.externalEventId })
    const event = at(response, 'event') ?? response
    expectAt(event, 'name')
    return {
      title: textAt(event, 'name'),
      url: textAt(event, 'url'),
      startsAt: momentAt(event, 'start_at'),
      endsAt: momentAt(event, 'end_at'),
    }
  },
  async list(connection, cursor) {
    const query: Record<string, string> = { event_id: connection.externalEventId, pagination_limit: pageSize }
    if (cursor !== null) query['pagination_cursor'] = cursor
    const page = await request(connection, '/v1/events/guests/list', query)
    expectAt(page, 'entries')
    const attendees = listAt(page, 'entries').flatMap(ticketsOf)
    return { attendees, next: at(page, 'has_more') === true ? textAt(page, 'next_cursor') : null }
  },
  async changed(connection, { id }) {
    const query = { event_id: connection.externalEventId, id }
    const guest = await findJson(connection, base, {
      path: '/v1/events/guests/get',
      query,
      headers: headersOf(connection),
    })
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

function request(connection: EventConnection, path: string, query: Record<string, string>): Promise<Json> {
  return requestJson(connection, base, { path, query, headers: headersOf(connection) })
}

function headersOf({ credentials }: EventConnection): Record<string, string> {
  return { 'x-luma-api-key': credentials.apiKey }
}

/** Id of a guest: `id`, or `api_id` in older data. */
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

/** Header `webhook-signature: t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the seconds, a full stop and the body. */
function isSignedByLuma({ headers, body }: HookCall, secret: string, now: Date): boolean {
  const given = readTimedSignature(headers['webhook-signature'] ?? '')
  if (given === undefined || !isFresh(given.seconds, now)) return false
  const right = hmacHex(secret, `${given.seconds}.`, body)
  return given.signatures.some((each) => isSameSecret(each, right))
}
