import { askMaybe, askProvider, expectAt, part } from './providerRequest.ts'
import { at, listAt, momentAt, textAt, type Json } from './providerJson.ts'
import type { Attendee, Box, TicketProvider } from './provider.ts'

/** Eventbrite Platform, API reference v3: events, attendees and orders, with a private token. */
const base = 'https://www.eventbriteapi.com/v3'

/** Its calls name an address of the API and are not signed. */
export const eventbrite: TicketProvider = {
  title: 'Eventbrite',
  needs: [],
  isSigned: undefined,
  async check(box) {
    const event = await ask(box, `/events/${part(box.externalEventId)}/`)
    expectAt(event, 'name')
    return {
      title: textAt(event, 'name', 'text'),
      url: textAt(event, 'url'),
      startsAt: momentAt(event, 'start', 'utc'),
      endsAt: momentAt(event, 'end', 'utc'),
    }
  },
  async list(box, cursor) {
    const query: Record<string, string> = cursor === null ? {} : { continuation: cursor }
    const page = await ask(box, `/events/${part(box.externalEventId)}/attendees/`, query)
    expectAt(page, 'attendees')
    const hasMore = at(page, 'pagination', 'has_more_items') === true
    return { attendees: attendeesIn(page), next: hasMore ? textAt(page, 'pagination', 'continuation') : null }
  },
  async changed(box, { kind, id }) {
    if (kind === 'ticket') {
      const path = `/events/${part(box.externalEventId)}/attendees/${part(id)}/`
      const found = await askMaybe(box, base, { path, headers: headersOf(box) })
      return found === undefined ? [] : attendeesIn({ attendees: [found] })
    }
    const order = await askMaybe(box, base, {
      path: `/orders/${part(id)}/`,
      query: { expand: 'attendees' },
      headers: headersOf(box),
    })
    return textAt(order, 'event_id') === box.externalEventId ? attendeesIn(order) : []
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

function ask(box: Box, path: string, query: Record<string, string> = {}): Promise<Json> {
  return askProvider(box, base, { path, query, headers: headersOf(box) })
}

function headersOf({ credentials }: Box): Record<string, string> {
  return { authorization: `Bearer ${credentials.apiKey}` }
}

function attendeesIn(answer: Json): Attendee[] {
  return listAt(answer, 'attendees').flatMap((each) => {
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
