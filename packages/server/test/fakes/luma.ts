import { createHmac } from 'node:crypto'
import { fakeEvent, pageOf, tillOf, type FakeProvider, type Sold } from './fakeProvider.ts'
import { fakeServer, no, ok, type FakeRequest } from './fakeServer.ts'

const apiKey = 'secret-luma-key'
const webhookSecret = 'whsec_of_luma'
const eventId = 'evt-Abc123'

/**
 * Opens a fake of Luma: `/v1/events/get`, `/v1/events/guests/list` by cursor and `/get`; its calls are signed with a
 * moment.
 */
export async function fakeLuma(): Promise<FakeProvider> {
  const till = tillOf({ ticket: 'tkt-', order: 'gst-' })
  const server = await fakeServer((request) => replyTo(till.sold, request))
  return {
    provider: 'luma',
    server,
    externalEventId: eventId,
    ...till,
    credentials: { apiKey, webhookSecret, baseUrl: server.url },
    wrongCredentials: { apiKey: 'mistyped', baseUrl: server.url },
    call(ticketId, now) {
      const { order, email } = till.find(ticketId)
      const data = { id: order, user_email: email, event: { id: eventId } }
      const payload = JSON.stringify({ type: 'guest.updated', data })
      const seconds = Math.floor(now.getTime() / 1000)
      const digest = createHmac('sha256', webhookSecret).update(`${seconds}.${payload}`).digest('hex')
      return { headers: { 'webhook-signature': `t=${seconds},v1=${digest}` }, payload }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function replyTo(sold: readonly Sold[], { path, query, headers }: FakeRequest) {
  if (headers['x-luma-api-key'] !== apiKey) return no(401, 'Invalid API key')
  if (query.get('event_id') !== eventId) return no(404, 'Not found')
  if (path === '/v1/events/get') {
    const { title: name, url, startsAt, endsAt } = fakeEvent
    return ok({ id: eventId, name, url, start_at: startsAt, end_at: endsAt, timezone: 'Europe/Berlin' })
  }
  if (path === '/v1/events/guests/get') {
    const found = sold.find(({ order }) => order === query.get('id'))
    return found === undefined ? no(404, 'Not found') : ok({ guest: guest(found) })
  }
  if (path !== '/v1/events/guests/list') return no(404)
  const number = Number(query.get('pagination_cursor') ?? 1)
  const { items, pages } = pageOf(sold, number, Number(query.get('pagination_limit')))
  return ok({ entries: items.map(guest), has_more: number < pages, next_cursor: String(number + 1) })
}

function guest(of: Sold) {
  return {
    id: of.order,
    user_email: of.email,
    user_name: of.name,
    approval_status: of.isRefunded ? 'declined' : 'approved',
    event_tickets: [{ id: of.id, event_ticket_type_id: 'ett-1', amount: 1200, currency: 'eur' }],
  }
}
