import type { HookCall } from '#kit/nouns/hook.ts'
import { hmacHex, isFresh, isSameSecret, readTimedSignature } from '#platform/webhooks/verifySignature.ts'
import { findJson, requestJson, expectAt, part } from './providerRequest.ts'
import { listAt, momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import type { Attendee, EventConnection, TicketProvider } from './provider.ts'

/** Ticket Tailor API, `developers.tickettailor.com`: events and issued tickets of a box office, with its key. */
const base = 'https://api.tickettailor.com/v1'
const pageSize = '100'

/** Ticket Tailor as a provider: a box office and its issued tickets. */
export const ticketTailor: TicketProvider = {
  title: 'Ticket Tailor',
  needs: [],
  isSigned: isSignedByTicketTailor,
  async check(connection) {
    const event = await request(connection, `/events/${part(connection.externalEventId)}`)
    expectAt(event, 'name')
    return {
      title: textAt(event, 'name'),
      url: textAt(event, 'url'),
      startsAt: momentAt(event, 'start', 'iso'),
      endsAt: momentAt(event, 'end', 'iso'),
    }
  },
  async list(connection, cursor) {
    const page = await request(connection, '/issued_tickets', {
      event_id: connection.externalEventId,
      limit: pageSize,
      ...(cursor === null ? {} : { starting_after: cursor }),
    })
    expectAt(page, 'data')
    const last = textAt(listAt(page, 'data').at(-1), 'id')
    return { attendees: ticketsIn(connection, page), next: textAt(page, 'links', 'next') === null ? null : last }
  },
  async changed(connection, { kind, id }) {
    if (kind === 'order')
      return ticketsIn(connection, await request(connection, '/issued_tickets', { order_id: id, limit: pageSize }))
    const found = await findJson(connection, base, {
      path: `/issued_tickets/${part(id)}`,
      headers: headersOf(connection),
    })
    return found === undefined ? [] : ticketsIn(connection, { data: [found] })
  },
  read(body, externalEventId) {
    const type = (textAt(body, 'event') ?? '').toUpperCase()
    const id = textAt(body, 'payload', 'id')
    const eventId = textAt(body, 'payload', 'event_id') ?? textAt(body, 'payload', 'event_summary', 'id')
    if (id === null || (eventId !== null && eventId !== externalEventId)) return { refs: [], isAll: false }
    if (type.startsWith('ISSUED_TICKET.')) return { refs: [{ kind: 'ticket', id }], isAll: false }
    if (type.startsWith('ORDER.')) return { refs: [{ kind: 'order', id }], isAll: false }
    return { refs: [], isAll: type.startsWith('EVENT.') }
  },
}

function request(connection: EventConnection, path: string, query: Record<string, string> = {}): Promise<Json> {
  return requestJson(connection, base, { path, query, headers: headersOf(connection) })
}

function headersOf({ credentials }: EventConnection): Record<string, string> {
  return { authorization: `Basic ${btoa(`${credentials.apiKey}:`)}` }
}

/** Tickets of this event: an order, or an id from a forged call, may hold tickets of another one. */
function ticketsIn({ externalEventId }: EventConnection, page: Json): Attendee[] {
  return listAt(page, 'data').flatMap((ticket) => {
    const externalId = textAt(ticket, 'id')
    if (externalId === null || textAt(ticket, 'event_id') !== externalEventId) return []
    return {
      externalId,
      order: textAt(ticket, 'order_id'),
      email: textAt(ticket, 'email'),
      name: textAt(ticket, 'full_name'),
      ticketTypeId: textAt(ticket, 'ticket_type_id'),
      isValid: textAt(ticket, 'status') === 'valid',
    }
  })
}

/** Header `Tickettailor-Webhook-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the seconds and the body. */
function isSignedByTicketTailor({ headers, body }: HookCall, secret: string, now: Date): boolean {
  const given = readTimedSignature(headers['tickettailor-webhook-signature'] ?? '')
  if (given === undefined || !isFresh(given.seconds, now)) return false
  const right = hmacHex(secret, given.seconds, body)
  return given.signatures.some((each) => isSameSecret(each, right))
}
