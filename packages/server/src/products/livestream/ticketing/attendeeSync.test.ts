import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { fakePretix } from '#test/fakes/pretix.ts'
import { fakeTicketTailor } from '#test/fakes/ticketTailor.ts'
import { caughtMails, contextOf, eventOf, makeGeneric, ticketsOf, tie, payloadsOf } from '#test/video/ticketing.ts'
import { world, type World } from '#test/world/world.ts'
import type { Attendee, TicketProvider } from './providers/provider.ts'
import { readList } from './attendeeReading.ts'
import { applyList } from './issueTickets.ts'
import { ticketingEvent } from './ticketingEvent.ts'

const ada = { email: 'ada@example.com', name: 'Ada' }
const bob = { email: 'bob@example.com', name: 'Bob' }
const update = 'livestream.ticketingEvent.update'

async function later(w: World, seconds: number): Promise<void> {
  w.clock.advance(seconds * 1000)
  await w.settle()
}

test('a list that fails on its second page revokes nothing, and its first page is applied', async () => {
  await using fake = await fakePretix()
  await using w = await world()
  for (let number = 0; number < 60; number++) fake.sell({ email: `a${number}@example.com`, name: 'A' })
  const event = await tie(w, fake, { sendAccessEmails: false })
  fake.refund('101')
  fake.server.trouble = ({ query }) => (query.get('page') === '2' ? { status: 502, body: {} } : undefined)
  await later(w, 300)
  const now = await eventOf(w, event.id)
  assert.deepEqual([now.ticketsSold, now.status], [59, 'active'])
  assert.match(String(now.lastError), /^pretix could not be reached: it responded with status 502\.$/)
})

test('an empty list revokes nothing and sets status error; revokeAll still revokes', async () => {
  await using fake = await fakePretix()
  await using w = await world()
  fake.sell(ada)
  const event = await tie(w, fake, { sendAccessEmails: false })
  const { ticketsSold } = await eventOf(w, event.id)
  assert.ok(Number(ticketsSold) > 0)
  fake.server.trouble = ({ path }) =>
    path.includes('/orders') ? { status: 200, body: { count: 0, next: null, results: [] } } : undefined
  await later(w, 300)
  await later(w, 60)
  const now = await eventOf(w, event.id)
  assert.deepEqual([now.ticketsSold, now.status], [ticketsSold, 'error'])
  assert.match(String(now.lastError), /its list has become empty/)
  await w.call(update, { ticketingEventId: event.id, action: 'revokeAll' })
  assert.equal((await eventOf(w, event.id)).ticketsSold, 0)
})

test('a sync after status 429 waits for Retry-After', async () => {
  await using fake = await fakePretix()
  await using w = await world()
  const event = await tie(w, fake)
  fake.server.trouble = () => ({ status: 429, body: {}, headers: { 'retry-after': '120' } })
  await later(w, 300)
  const requestCount = fake.server.requests.length
  await later(w, 119)
  assert.equal(fake.server.requests.length, requestCount)
  fake.server.trouble = () => undefined
  await later(w, 1)
  assert.ok(fake.server.requests.length > requestCount)
  assert.equal((await eventOf(w, event.id)).lastError, null)
})

test('refused credentials set status error at the first failure; new ones are checked by a task', async () => {
  await using fake = await fakeTicketTailor()
  await using w = await world()
  const event = await tie(w, fake)
  const ticketingEventId = event.id
  fake.server.trouble = () => ({ status: 401, body: {} })
  await later(w, 300)
  assert.equal((await eventOf(w, ticketingEventId)).status, 'error')
  const [fact] = await payloadsOf(w, 'error')
  assert.match(String(fact?.['error']), /^Ticket Tailor does not take the credentials: it refused the credentials/)
  fake.server.trouble = () => undefined
  const wrong = { ticketingEventId, credentials: fake.wrongCredentials } as const
  assert.equal((await w.call(update, wrong)).status, 'pending')
  await w.settle()
  assert.equal((await eventOf(w, ticketingEventId)).status, 'error')
  await w.call(update, { ticketingEventId, credentials: fake.credentials })
  await w.settle()
  assert.equal((await eventOf(w, ticketingEventId)).status, 'active')
})

test('an event that its provider postpones opens and closes access at the new times', async () => {
  await using fake = await fakeTicketTailor()
  await using w = await world()
  const event = await tie(w, fake)
  assert.equal((await eventOf(w, event.id)).accessOpensAt, '2026-11-21T19:00:00.000Z')
  const moved = { id: fake.externalEventId, name: 'Winter Night', start: { iso: '2026-11-28T21:00:00+01:00' }, end: {} }
  fake.server.trouble = ({ path }) => (path.includes('/events/') ? { status: 200, body: moved } : undefined)
  await later(w, 300)
  const { title, accessOpensAt, endsAt } = await eventOf(w, event.id)
  assert.deepEqual([title, accessOpensAt, endsAt], ['Winter Night', '2026-11-28T19:00:00.000Z', null])
  w.clock.set('2026-11-29T20:00:00.000Z')
  await w.settle()
  assert.equal((await eventOf(w, event.id)).status, 'closed')
  const requestCount = fake.server.requests.length
  await later(w, 3_600)
  assert.equal(fake.server.requests.length, requestCount, 'a closed event sends no request')
})

test('only attendees of the chosen ticket types get tickets, also after the choice changes', async () => {
  await using fake = await fakeTicketTailor()
  await using w = await world()
  fake.sell(ada)
  const event = await tie(w, fake, { ticketTypeIds: ['tt_other'] })
  const ticketingEventId = event.id
  assert.equal((await eventOf(w, ticketingEventId)).ticketsSold, 0)
  await w.call(update, { ticketingEventId, ticketTypeIds: ['tt_1', 'tt_other'] })
  await w.settle()
  assert.equal((await eventOf(w, ticketingEventId)).ticketsSold, 1)
  await w.call(update, { ticketingEventId, ticketTypeIds: ['tt_other'] })
  assert.equal((await eventOf(w, ticketingEventId)).ticketsSold, 0)
})

test('an attendee observed earlier does not undo a later observation', async () => {
  await using w = await world()
  const made = await makeGeneric(w)
  const ctx = contextOf(w)
  const event = await ctx.store.get(ticketingEvent, String(made.id))
  const attendee: Attendee = { ...ada, externalId: 'one', order: null, ticketTypeId: null, isValid: true }
  const at = (second: number) => `2026-11-21T09:00:0${second}.000Z`
  const see = (isValid: boolean, second: number) => {
    const seen = { attendees: [{ ...attendee, isValid }], observedAt: at(second) }
    return ctx.atomic((inner) => applyList(inner, event, seen))
  }
  assert.equal((await see(true, 1)).imported, 1)
  assert.equal((await see(false, 0)).revoked, 0, 'issued after that moment')
  w.clock.set(at(3))
  assert.equal((await see(false, 3)).revoked, 1)
  assert.equal((await see(true, 2)).imported, 0, 'revoked after that moment')
  assert.equal((await see(true, 4)).imported, 1)
})

test('an event has at most 20,000 valid tickets; malformed attendees are counted as failed or cleaned', async () => {
  await using w = await world()
  const event = await makeGeneric(w)
  const ticketingEventId = event.id
  await w.app.pools.work.query('update livestream_ticketing_sync set tickets_sold = 19999')
  const full = await w.call(update, { ticketingEventId, attendees: [ada, bob] })
  assert.deepEqual(full.sync, { imported: 1, revoked: 0, failed: 1 })
  const ctx = contextOf(w)
  const record = await ctx.store.get(ticketingEvent, String(ticketingEventId))
  const odd = { order: null, email: null, name: null, ticketTypeId: null, isValid: true }
  const attendees: Attendee[] = [
    { ...odd, externalId: '' },
    { ...odd, externalId: 'x'.repeat(201) },
    { ...odd, externalId: 'short', code: 'ab' },
    { ...odd, externalId: 'nul', name: 'A\0B\r\nBcc: c\ud83d', email: 'a@b\r\nRCPT TO: <x@y>', order: 'o'.repeat(999) },
    { ...odd, externalId: 'nul', name: 'Twice' },
  ]
  const seen = { attendees, observedAt: '2026-11-21T09:00:00.000Z' }
  const counts = await ctx.atomic((inner) => applyList(inner, record, seen))
  assert.deepEqual(counts, { imported: 1, revoked: 0, failed: 3 })
  const seenAgain = { attendees: attendees.slice(3, 4), observedAt: '2026-11-21T09:00:00.000Z' }
  await ctx.atomic((inner) => applyList(inner, record, seenAgain))
  const tickets = await ticketsOf(w, ticketingEventId)
  assert.equal(tickets.find((each) => each.externalTicketId === 'nul')?.name, 'A B Bcc: c\ufffd')
  await w.settle()
  assert.deepEqual(
    (await caughtMails(w)).map(({ to }) => to),
    [ada.email],
  )
})

test('a list beyond the limit fails before any of it is written', async () => {
  await using w = await world()
  const made = await makeGeneric(w)
  const event = await contextOf(w).store.get(ticketingEvent, String(made.id))
  const endless = Array.from({ length: 200_001 }, (_, at): Attendee => ({
    externalId: String(at),
    order: null,
    email: null,
    name: null,
    ticketTypeId: null,
    isValid: false,
  }))
  const provider: TicketProvider = {
    title: 'Endless',
    needs: [],
    isSigned: undefined,
    check: async () => ({ title: 'Night', url: null, startsAt: null, endsAt: null }),
    list: async () => ({ attendees: endless, next: 'more' }),
    changed: async () => [],
    read: () => ({ refs: [], isAll: false }),
  }
  const outbound = contextOf(w).port(outboundPort)
  const of = { accountId: w.account.account.id, externalEventId: 'night' }
  const connection = { outbound, ...of, credentials: { apiKey: 'k' }, timeoutMs: 1_000 }
  await assert.rejects(readList(contextOf(w), event, { provider, connection }), {
    name: 'ProviderError',
    message: /too long/,
  })
})
