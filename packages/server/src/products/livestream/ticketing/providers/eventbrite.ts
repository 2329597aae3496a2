import { findJson, requestJson, expectAt, part } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from '#platform/net/foreignJson.ts'
import type { Attendee, EventConnection, TicketProvider } from './provider.ts'

/** Eventbrite Platform, API reference v3: events, attendees and orders, with a private token. */
const base = 'https://www.eventbriteapi.com/v3'

/** Eventbrite as a provider. Its unsigned calls hold an address of the API. */
export const eventbrite: TicketProvider = {
  title: 'Eventbrite',
  needs: [],
  isSigned: undefined,
  async check(connection) {
    const event = await request(connection, `/events/${part(connection.externalEventId)}/`)
    expectAt(event, 'name')
    return {
      title: textAt(event, 'name', 'text'),
      url: textAt(event, 'url'),
      startsAt: momentAt(event, 'start', 'utc'),
      endsAt: momentAt(event, 'end', 'utc'),
    }
  },
  async list(connection, cursor) {
    const query: Record<string, string> = cursor === null ? {} : { continuation: cursor }
    const page = await request(connection, `/events/${part(connection.externalEventId)}/attendees/`, query)
    expectAt(page, 'attendees')
    const hasMore = at(page, 'pagination', 'has_more_items') === true
    return { attendees: attendeesIn(page), next: hasMore ? textAt(page, 'pagination', 'continuation') : null }
  },
  async changed(connection, { kind, id }) {
    if (kind === 'ticket') {
      const path = `/events/${part(connection.externalEventId)}/attendees/${part(id)}/`
      const found = await findJson(connection, base, { path, headers: headersOf(connection) })
      return found === undefined ? [] : attendeesIn({ attendees: [found] })
    }
    const order = await findJson(connection, base, {
      path: `/orders/${part(id)}/`,
      query: { expand: 'attendees' },
      headers: headersOf(connection),
    })
    return textAt(order, 'event_id') === connection.externalEventId ? attendeesIn(order) : []
  },
  read(body, externalEventId) {
    const path = /\/v3\/(.+?)\/?(?:\?|$)/.exec(textAt(body, 'api_url') ?? '')?.[1]?.split('/') ?? []
    const [noun, id = '', inner, innerId = ''] = path
    if (noun === 'orders') return { refs: [{ kind: 'order', id }], isAll: false }
    const isOurs = noun === 'events' && id === externalEventId
    if (isOurs && inner === 'attendees') return { refs: [{ kind: 'ticket', id: innerId }], isAll: false }
    return { refs: [], isAll: isOurs }
  },
}

function request(connection: EventConnection, path: string, query: Record<string, string> = {}): Promise<Json> {
  return requestJson(connection, base, { path, query, headers: headersOf(connection) })
}

function headersOf({ credentials }: EventConnection): Record<string, string> {
  return { authorization: `Bearer ${credentials.apiKey}` }
}

function attendeesIn(page: Json): Attendee[] {
  return listAt(page, 'attendees').flatMap((each) => {
    const externalId = textAt(each, 'id')
    if (externalId === null) return []
    return {
      externalId,
      order: textAt(each, 'order_id'),
      email: textAt(each, 'profile', 'email'),
      name: textAt(each, 'profile', 'name'),
      ticketTypeId: textAt(each, 'ticket_class_id'),
      isValid: at(each, 'cancelled') !== true && at(each, 'refunded') !== true,
    }
  })
}
