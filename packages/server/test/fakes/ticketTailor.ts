import { createHmac } from 'node:crypto'
import { fakeEvent, tillOf, type FakeProvider, type Sold } from './fakeProvider.ts'
import { fakeServer, no, ok, type FakeRequest } from './fakeServer.ts'

const apiKey = 'sk_1234_5678'
const webhookSecret = 'tt-webhook-secret'
const eventId = 'ev_4242'

/**
 * Opens a fake of Ticket Tailor: `/v1/events/{id}`, issued tickets by `starting_after`; its calls are signed with a
 * moment.
 */
export async function fakeTicketTailor(): Promise<FakeProvider> {
  const till = tillOf({ ticket: 'it_', order: 'or_' })
  const server = await fakeServer((request) => replyTo(till.sold, request))
  return {
    provider: 'ticketTailor',
    server,
    externalEventId: eventId,
    ...till,
    credentials: { apiKey, webhookSecret, baseUrl: `${server.url}/v1` },
    wrongCredentials: { apiKey: 'mistyped', baseUrl: `${server.url}/v1` },
    call(ticketId, now) {
      const notification = { id: 'wh_1', event: 'ISSUED_TICKET.UPDATED', payload: ticket(till.find(ticketId)) }
      const payload = JSON.stringify(notification)
      const seconds = Math.floor(now.getTime() / 1000)
      const digest = createHmac('sha256', webhookSecret).update(`${seconds}${payload}`).digest('hex')
      return { headers: { 'tickettailor-webhook-signature': `t=${seconds},v1=${digest}` }, payload }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function replyTo(sold: readonly Sold[], { path, query, headers }: FakeRequest) {
  const given = Buffer.from(String(headers.authorization).replace('Basic ', ''), 'base64').toString()
  if (given !== `${apiKey}:`) return no(401, 'The API key is not valid')
  if (path === `/v1/events/${eventId}`) {
    const { title: name, url, startsAt, endsAt } = fakeEvent
    return ok({ object: 'event', id: eventId, name, url, start: { iso: startsAt }, end: { iso: endsAt } })
  }
  if (path === '/v1/issued_tickets') {
    const orderId = query.get('order_id')
    const all = sold.filter(({ order }) => orderId === null || order === orderId)
    const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const limit = Number(query.get('limit'))
    const page = all.slice(from, from + limit)
    const next = from + limit < all.length ? `/v1/issued_tickets?starting_after=${page.at(-1)?.id}` : null
    return ok({ data: page.map(ticket), links: { next, previous: null } })
  }
  const found = sold.find(({ id }) => path === `/v1/issued_tickets/${id}`)
  return found === undefined ? no(404, 'Not found') : ok(ticket(found))
}

function ticket(of: Sold) {
  return {
    object: 'issued_ticket',
    id: of.id,
    order_id: of.order,
    event_id: eventId,
    ticket_type_id: 'tt_1',
    email: of.email,
    full_name: of.name,
    status: of.isRefunded ? 'voided' : 'valid',
  }
}
