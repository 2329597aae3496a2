import { findJson, requestJson, expectAt, part } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import type { Attendee, EventConnection, TicketProvider } from './provider.ts'

/** pretix REST API, `docs.pretix.eu`: events and orders of an organizer, with a team's token. */
const base = 'https://pretix.eu'

/** Pretix as a provider. Its unsigned calls name the organizer, the event and the order. */
export const pretix: TicketProvider = {
  title: 'pretix',
  needs: ['organizer'],
  isSigned: undefined,
  async check(connection) {
    const event = await request(connection, '/')
    expectAt(event, 'name')
    return {
      title: inSomeLanguage(at(event, 'name')),
      url: textAt(event, 'public_url'),
      startsAt: momentAt(event, 'date_from'),
      endsAt: momentAt(event, 'date_to'),
    }
  },
  async list(connection, cursor) {
    const number = cursor === null ? 1 : Number(cursor)
    const page = await request(connection, '/orders/', { page: String(number) })
    expectAt(page, 'results')
    const attendees = listAt(page, 'results').flatMap(positionsOf)
    return { attendees, next: textAt(page, 'next') === null ? null : String(number + 1) }
  },
  async changed(connection, { id }) {
    const order = await findJson(connection, base, requestOf(connection, `/orders/${part(id)}/`))
    return order === undefined ? [] : positionsOf(order)
  },
  read(body, externalEventId) {
    const code = textAt(body, 'code')
    if (textAt(body, 'event') !== externalEventId) return { refs: [], isAll: false }
    return code === null ? { refs: [], isAll: true } : { refs: [{ kind: 'order', id: code }], isAll: false }
  },
}

function request(connection: EventConnection, path: string, query: Record<string, string> = {}): Promise<Json> {
  return requestJson(connection, base, requestOf(connection, path, query))
}

/** Request about the event. A valid token without access gets 403 for missing events too, hence `forbidden`. */
function requestOf(
  { credentials, externalEventId }: EventConnection,
  path: string,
  query: Record<string, string> = {},
) {
  return {
    path: `/api/v1/organizers/${part(credentials.organizer ?? '')}/events/${part(externalEventId)}${path}`,
    query,
    headers: { authorization: `Token ${credentials.apiKey}` },
    forbidden: 'unknown' as const,
  }
}

/** Positions of an order that are tickets, without add-ons. Tickets of test orders are not valid. */
function positionsOf(order: Json): Attendee[] {
  const code = textAt(order, 'code')
  const isPaid = textAt(order, 'status') === 'p' && at(order, 'testmode') !== true
  return listAt(order, 'positions').flatMap((position) => {
    const id = textAt(position, 'id')
    if (id === null || textAt(position, 'addon_to') !== null) return []
    return {
      externalId: id,
      order: code,
      email: textAt(position, 'attendee_email') ?? textAt(order, 'email'),
      name: textAt(position, 'attendee_name'),
      ticketTypeId: textAt(position, 'item'),
      isValid: isPaid && at(position, 'canceled') !== true,
    }
  })
}

/** English text of a translated value, else the first one. */
function inSomeLanguage(texts: Json): string | null {
  if (typeof texts === 'string') return textAt({ texts }, 'texts')
  if (typeof texts !== 'object' || texts === null) return null
  const [first] = Object.keys(texts)
  return textAt(texts, 'en') ?? (first === undefined ? null : textAt(texts, first))
}
