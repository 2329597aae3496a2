import { fakeEvent, pageOf, tillOf, type FakeProvider, type Sold } from './fakeProvider.ts'
import { fakeServer, no, ok, type FakeRequest } from './fakeServer.ts'

const token = 'PRIVATETOKEN123'
const eventId = '777001'
const pageSize = 50

/** Opens a fake of Eventbrite: `/v3/events/{id}/`, its attendees by continuation, orders; its calls are not signed. */
export async function fakeEventbrite(): Promise<FakeProvider> {
  const till = tillOf({ ticket: '41', order: '92' })
  const server = await fakeServer((request) => replyTo(till.sold, request))
  return {
    provider: 'eventbrite',
    server,
    externalEventId: eventId,
    ...till,
    credentials: { apiKey: token, baseUrl: `${server.url}/v3` },
    wrongCredentials: { apiKey: 'MISTYPED', baseUrl: `${server.url}/v3` },
    call(ticketId) {
      const apiUrl = `https://www.eventbriteapi.com/v3/orders/${till.find(ticketId).order}/`
      const config = { action: 'order.refunded', user_id: '1', endpoint_url: 'https://x', webhook_id: '11' }
      return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ config, api_url: apiUrl }) }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function replyTo(sold: readonly Sold[], { path, query, headers }: FakeRequest) {
  if (headers.authorization !== `Bearer ${token}`) return no(401, 'INVALID_AUTH')
  const [, noun, id, inner, innerId] = path.replace(/^\/v3/, '').split('/')
  if (noun === 'orders') {
    const tickets = sold.filter(({ order }) => order === id)
    if (tickets.length === 0 || query.get('expand') !== 'attendees') return no(404, 'NOT_FOUND')
    return ok({ id, event_id: eventId, attendees: tickets.map(attendee) })
  }
  if (noun !== 'events' || id !== eventId) return no(404, 'NOT_FOUND')
  if (inner === 'attendees') {
    if (innerId !== undefined && innerId !== '') {
      const found = sold.find((each) => each.id === innerId)
      return found === undefined ? no(404) : ok(attendee(found))
    }
    const number = Number(query.get('continuation')?.replace('page-', '') ?? 1)
    const { items, pages } = pageOf(sold, number, pageSize)
    const hasMore = number < pages
    const more = hasMore ? { continuation: `page-${number + 1}` } : {}
    return ok({
      pagination: { object_count: sold.length, has_more_items: hasMore, ...more },
      attendees: items.map(attendee),
    })
  }
  const at = (utc: string) => ({ timezone: 'Europe/Berlin', utc: utc.replace('.000', '') })
  const name = { text: fakeEvent.title, html: `<b>${fakeEvent.title}</b>` }
  return ok({ id, name, url: fakeEvent.url, start: at(fakeEvent.startsAt), end: at(fakeEvent.endsAt) })
}

function attendee(of: Sold) {
  return {
    id: of.id,
    order_id: of.order,
    event_id: eventId,
    ticket_class_id: '5001',
    quantity: 1,
    cancelled: of.isRefunded,
    refunded: of.isRefunded,
    status: of.isRefunded ? 'Not Attending' : 'Attending',
    profile: { name: of.name, email: of.email },
  }
}
