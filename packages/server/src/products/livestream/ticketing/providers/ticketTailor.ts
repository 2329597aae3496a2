import type { HookCall } from '#kit/nouns/hook.ts'
import { hmacHex, isFresh, isSameSecret, readTimedSignature } from '#platform/webhooks/verifySignature.ts'
import { askMaybe, askProvider, expectAt, part } from './providerRequest.ts'
import { listAt, momentAt, textAt, type Json } from './providerJson.ts'
import type { Attendee, Box, TicketProvider } from './provider.ts'

/** Ticket Tailor API, `developers.tickettailor.com`: events and issued tickets of a box office, with its key. */
const base = 'https://api.tickettailor.com/v1'
const pageSize = '100'

/** A box office and its issued tickets. */
export const ticketTailor: TicketProvider = {
  title: 'Ticket Tailor',
  needs: [],
  isSigned: isSignedByTicketTailor,
  async check(box) {
    const event = await ask(box, `/events/${part(box.externalEventId)}`)
    expectAt(event, 'name')
    return {
      title: textAt(event, 'name'),
      url: textAt(event, 'url'),
      startsAt: momentAt(event, 'start', 'iso'),
      endsAt: momentAt(event, 'end', 'iso'),
    }
  },
  async list(box, cursor) {
    const page = await ask(box, '/issued_tickets', {
      event_id: box.externalEventId,
      limit: pageSize,
      ...(cursor === null ? {} : { starting_after: cursor }),
    })
    expectAt(page, 'data')
    const last = textAt(listAt(page, 'data').at(-1), 'id')
    return { attendees: ticketsIn(box, page), next: textAt(page, 'links', 'next') === null ? null : last }
  },
  async changed(box, { kind, id }) {
    if (kind === 'order') return ticketsIn(box, await ask(box, '/issued_tickets', { order_id: id, limit: pageSize }))
    const found = await askMaybe(box, base, { path: `/issued_tickets/${part(id)}`, headers: headersOf(box) })
    return found === undefined ? [] : ticketsIn(box, { data: [found] })
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

function ask(box: Box, path: string, query: Record<string, string> = {}): Promise<Json> {
  return askProvider(box, base, { path, query, headers: headersOf(box) })
}

function headersOf({ credentials }: Box): Record<string, string> {
  return { authorization: `Basic ${btoa(`${credentials.apiKey}:`)}` }
}

/** Those of the event at hand: an order, and an id that somebody wrote into a call, may be of another. */
function ticketsIn({ externalEventId }: Box, page: Json): Attendee[] {
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

/** `Tickettailor-Webhook-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the moment and the body. */
function isSignedByTicketTailor({ headers, body }: HookCall, secret: string, now: Date): boolean {
  const given = readTimedSignature(headers['tickettailor-webhook-signature'] ?? '')
  if (given === undefined || !isFresh(given.seconds, now)) return false
  const right = hmacHex(secret, given.seconds, body)
  return given.signatures.some((each) => isSameSecret(each, right))
}
