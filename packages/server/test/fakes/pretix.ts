import { fakeEvent, pageOf, tillOf, type FakeProvider, type Sold } from './fakeProvider.ts'
import { fakeServer, no, ok, type FakeRequest } from './fakeServer.ts'

const token = 'pretixtoken'
const organizer = 'night-club'
const eventId = 'summer26'
const pageSize = 50

/**
 * Opens a fake of pretix: an event, its orders by page below `/api/v1/organizers/{o}/events/{e}/`; its calls are not
 * signed.
 */
export async function fakePretix(): Promise<FakeProvider> {
  const till = tillOf({ ticket: '10', order: 'FOO' })
  const server = await fakeServer((request) => replyTo(till.sold, server.url, request))
  return {
    provider: 'pretix',
    server,
    externalEventId: eventId,
    ...till,
    credentials: { apiKey: token, organizer, baseUrl: server.url },
    wrongCredentials: { apiKey: 'mistyped', organizer, baseUrl: server.url },
    call(ticketId) {
      const { order: code } = till.find(ticketId)
      const notification = {
        notification_id: 123,
        organizer,
        event: eventId,
        code,
        action: 'pretix.event.order.canceled',
      }
      return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(notification) }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function replyTo(sold: readonly Sold[], url: string, { path, query, headers }: FakeRequest) {
  if (headers.authorization !== `Token ${token}`) return no(401, 'Invalid token.')
  const own = `/api/v1/organizers/${organizer}/events/${eventId}/`
  if (!path.startsWith(own)) return no(403, 'You do not have permission to perform this action.')
  const [noun, code] = path.slice(own.length).split('/')
  if (noun === '') {
    const name = { de: 'Sommernacht', en: fakeEvent.title }
    const times = { date_from: '2026-11-21T21:00:00+01:00', date_to: '2026-11-21T23:00:00+01:00' }
    return ok({ slug: eventId, name, public_url: fakeEvent.url, ...times })
  }
  if (noun !== 'orders') return no(404)
  if (code !== undefined && code !== '') {
    const found = sold.find(({ order }) => order === code)
    return found === undefined ? no(404, 'Not found.') : ok(order(found))
  }
  const number = Number(query.get('page'))
  const { items, pages } = pageOf(sold, number, pageSize)
  const next = number < pages ? `${url}${own}orders/?page=${number + 1}` : null
  return ok({ count: sold.length, next, previous: null, results: items.map(order) })
}

function order(of: Sold) {
  const position = { id: Number(of.id), positionid: 1, item: 12, addon_to: null, canceled: false }
  const addOn = { ...position, id: Number(of.id) + 100_000, positionid: 2, addon_to: Number(of.id) }
  const person = { attendee_name: of.name, attendee_email: null }
  return {
    code: of.order,
    status: of.isRefunded ? 'c' : 'p',
    testmode: false,
    email: of.email,
    positions: [
      { ...position, ...person },
      { ...addOn, ...person },
    ],
  }
}
