import { createHmac } from 'node:crypto'
import { fakeEvent, pageOf, tillOf, type FakeProvider, type Sold } from './fakeProvider.ts'
import { fakeServer, no, ok, type FakeRequest } from './fakeServer.ts'

const email = 'owner@example.com'
const password = 'correct horse'
const session = 'hi-session-token'
const webhookSecret = 'hi-webhook-secret'
const eventId = '31'

/**
 * Opens a fake of Hi.Events: sign-in, an event and its attendees by page below `/api`; its calls are signed over the
 * body.
 */
export async function fakeHiEvents(): Promise<FakeProvider> {
  const till = tillOf({ ticket: '8', order: '6' })
  const server = await fakeServer((request) => replyTo(till.sold, request))
  return {
    provider: 'hiEvents',
    server,
    externalEventId: eventId,
    ...till,
    credentials: { apiKey: password, organizer: email, webhookSecret, baseUrl: `${server.url}/api` },
    wrongCredentials: { apiKey: 'mistyped', organizer: email, baseUrl: `${server.url}/api` },
    call(ticketId) {
      const notification = {
        event_type: 'attendee.cancelled',
        payload: { id: Number(ticketId), event_id: Number(eventId) },
      }
      const payload = JSON.stringify(notification)
      return { headers: { signature: createHmac('sha256', webhookSecret).update(payload).digest('hex') }, payload }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function replyTo(sold: readonly Sold[], { method, path, query, headers, body }: FakeRequest) {
  if (path === '/api/auth/login' && method === 'POST') {
    const isRight = JSON.stringify(body) === JSON.stringify({ email, password })
    return isRight
      ? ok({ token: session, token_type: 'bearer', expires_in: 3600 })
      : no(401, 'Username or Password are incorrect')
  }
  if (headers.authorization !== `Bearer ${session}`) return no(401, 'Unauthenticated.')
  const own = `/api/events/${eventId}`
  if (path === own) {
    const { title, startsAt, endsAt } = fakeEvent
    return ok({ data: { id: Number(eventId), title, start_date: startsAt, end_date: endsAt } })
  }
  if (path === `${own}/attendees`) {
    const number = Number(query.get('page'))
    const { items, pages } = pageOf(sold, number, Number(query.get('per_page')))
    return ok({ data: items.map(attendee), meta: { current_page: number, last_page: pages, total: sold.length } })
  }
  const found = sold.find(({ id }) => path === `${own}/attendees/${id}`)
  return found === undefined ? no(404, 'Resource not found') : ok({ data: attendee(found) })
}

function attendee(of: Sold) {
  const [first, ...rest] = of.name.split(' ')
  return {
    id: Number(of.id),
    order_id: Number(of.order),
    product_id: 3,
    email: of.email,
    first_name: first,
    last_name: rest.join(' '),
    status: of.isRefunded ? 'CANCELLED' : 'ACTIVE',
  }
}
