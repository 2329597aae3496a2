import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeGeneric } from '#test/video/ticketing.ts'
import { world } from '#test/world/world.ts'
import { schedules } from './eventParts.ts'

const track = 'marketing.event.track'
const timeline = 'marketing.contact.timeline'

test('events are recorded once by their id, and stand in the time line, the newest first', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const at = new Date(w.clock.now().getTime() - 60_000).toISOString()
  const order = { name: 'shop.order.placed', eventId: 'order-1', at, subject: 'order-1', properties: { total: 4900 } }
  const events = [
    { ...order, contactId },
    { name: 'shop.cart.opened', email: 'MIRA@example.com' },
  ]
  const first = await w.call(track, { events })
  assert.deepEqual([first.recorded, first.repeated, first.contactsCreated], [2, 0, 0])
  const second = await w.call(track, { events: [{ ...order, contactId }] })
  assert.deepEqual([second.recorded, second.repeated], [0, 1])
  const { items } = await w.call(timeline, { contactId, kinds: ['event'] })
  assert.deepEqual(
    items.map(({ name, at: moment, subject, data }) => ({ name, at: moment, subject, data })),
    [
      { name: 'shop.cart.opened', at: w.clock.now().toISOString(), subject: null, data: {} },
      { name: 'shop.order.placed', at, subject: 'order-1', data: { total: 4900 } },
    ],
  )
  const named = await w.call(timeline, { contactId, name: 'shop.order.placed' })
  assert.equal(named.items.length, 1)
  const facts = await w.emitted('marketing.contact.occurred')
  assert.deepEqual(
    facts.map(({ payload }) => payload['names']),
    [['shop.order.placed', 'shop.cart.opened']],
  )
})

test('an event of an unknown person makes a contact without an agreement', async () => {
  await using w = await world()
  const events = [
    { name: 'app.opened', externalId: 'u-1' },
    { name: 'app.closed', externalId: 'u-1' },
    { name: 'app.opened', viewerId: 'v-1' },
  ]
  const { recorded, contactsCreated } = await w.call(track, { events })
  assert.deepEqual([recorded, contactsCreated], [3, 2])
  const found = await w.call('marketing.contact.get', { externalId: 'u-1' })
  assert.equal(found.status, 'unsubscribed')
  assert.equal((await w.call(timeline, { contactId: found.id, kinds: ['event'] })).items.length, 2)
})

test('a batch with a wrong event records none, and names each wrong one', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const future = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const events = [
    { name: 'app.opened', contactId },
    { name: 'app.opened', contactId, email: 'mira@example.com' },
    { name: 'app.opened', contactId, at: future },
    { name: 'app.opened', contactId, at: '2020-01-01T00:00:00Z' },
    { name: 'app.opened' },
  ]
  const error = await w.refused(track, { events }, { code: 'invalid_request' })
  const fields = Object.values(Object(error['fields'])).map((each) => String(Object(each)['path']))
  assert.deepEqual(fields, ['/events/1', '/events/2/at', '/events/3/at', '/events/4'])
  assert.equal((await w.call(timeline, { contactId, kinds: ['event'] })).items.length, 0)
  const other = await w.another()
  const foreign = await w.call('marketing.contact.create', { email: 'a@example.com' }, { key: other.secretKey })
  const stolen = { events: [{ name: 'app.opened', contactId: foreign.id }] }
  await w.refused(track, stolen, { code: 'invalid_request', mention: '/events/0/contactId' })
})

test('an event of a clock that is ahead counts from now, for segments too', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const { id } = await w.call('marketing.segment.create', { name: 'Active', filter: { event: 'app.opened' } })
  const ahead = new Date(w.clock.now().getTime() + 60_000).toISOString()
  await w.call(track, { events: [{ name: 'app.opened', contactId, at: ahead }] })
  await w.settle()
  assert.equal((await w.call('marketing.segment.get', { segmentId: String(id) })).count, 1)
})

test('the time line is paged by a cursor over all kinds, and ends', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const events = Array.from({ length: 7 }, (_, index) => ({
    name: 'app.opened',
    contactId,
    at: new Date(w.clock.now().getTime() - 1_000 * Math.floor(index / 2)).toISOString(),
  }))
  await w.call(track, { events })
  const seen: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await w.call(timeline, { contactId, limit: 3, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.pagination.nextCursor
  }
  const kinds = new Set(seen.map((id) => id.slice(0, 3)))
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(seen.length >= 7 && kinds.has('evt'))
})

test('the holder of a ticket is a contact with the facts of the ticket in the time line', async () => {
  await using w = await world()
  const ada = { ticketCode: 'BALCONY-12', name: 'Ada Byron', email: 'ada@example.com' }
  const { id: ticketingEventId } = await makeGeneric(w, {
    attendees: [ada, { ...ada, ticketCode: 'BALCONY-13', email: 'none' }],
  })
  await w.call('livestream.ticket.admit', { ticketingEventId, code: 'BALCONY-12' })
  await w.settle()
  const found = await w.call('marketing.contact.get', { email: 'ada@example.com' })
  assert.deepEqual([found.firstName, found.lastName, found.status], ['Ada', 'Byron', 'unsubscribed'])
  const { items } = await w.call(timeline, { contactId: found.id, kinds: ['event'] })
  assert.deepEqual(items.map(({ name }) => name).toSorted(), [
    'livestream.ticketingEvent.accessGranted',
    'livestream.ticketingEvent.admitted',
  ])
  assert.equal(items[0]?.data['ticketingEventId'], ticketingEventId)
})

test('events are deleted after 13 months', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  await w.call(track, { events: [{ name: 'app.opened', contactId }] })
  w.clock.advance(13 * 31 * 86_400_000 + 1)
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
  assert.equal((await w.call(timeline, { contactId, kinds: ['event'] })).items.length, 0)
})

test('a message is one entry of the time line with its moments, and a run names its automation', async () => {
  await using w = await world()
  const nodes = [{ nodeId: 'wait', type: 'delay', for: 'P3D' }] as const
  const { id: automationId } = await w.call('marketing.automation.create', {
    name: 'Welcome',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [...nodes],
  })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'mira@example.com', tags: ['all'] })
  await w.call('marketing.automation.enrol', { automationId: String(automationId), contactIds: [String(contactId)] })
  const { id: campaignId } = await w.call('marketing.campaign.create', {
    name: 'Spring',
    audience: { tags: ['all'] },
    subject: 'Spring',
    format: 'markdown',
    body: 'Hello [Leave]({{ unsubscribeUrl }})',
    status: 'sending',
  })
  await w.settle()
  const { items } = await w.call(timeline, { contactId })
  assert.deepEqual(items.map(({ kind }) => kind).toSorted(), ['automation', 'message'])
  const [message, run] = [items.find(({ kind }) => kind === 'message'), items.find(({ kind }) => kind === 'automation')]
  assert.deepEqual([message?.name, message?.data['campaignId']], ['sent', campaignId])
  assert.equal(message?.data['sentAt'], w.clock.now().toISOString())
  assert.deepEqual([run?.name, run?.subject, run?.data['automationId']], ['active', 'Welcome', automationId])
  const events = await w.call(timeline, { contactId, kinds: ['event'] })
  assert.deepEqual(
    events.items.map(({ name }) => name),
    ['marketing.message.sent'],
  )
})

test('names in use are those of attributes, tags and events of the account', async () => {
  await using w = await world()
  const none = await w.call('marketing.contact.names', {})
  assert.deepEqual(none, { attributes: [], events: [], tags: [] })
  const people: [string[], Record<string, string>][] = [
    [['vip', 'beta'], { plan: 'pro' }],
    [['beta'], { seats: '3' }],
  ]
  for (const [index, [tags, attributes]] of people.entries()) {
    const { id } = await w.call('marketing.contact.create', { email: `p${index}@example.com`, tags, attributes })
    const names = ['shop.order.placed', 'app.opened', `app.step${index}`]
    await w.call(track, { events: names.map((name) => ({ name, contactId: id })) })
  }
  await w.settle()
  const found = await w.call('marketing.contact.names', {})
  assert.deepEqual(found, {
    attributes: ['plan', 'seats'],
    events: ['app.opened', 'app.step0', 'app.step1', 'shop.order.placed'],
    tags: ['beta', 'vip'],
  })
  const other = await w.another()
  assert.deepEqual(await w.call('marketing.contact.names', {}, { key: other.secretKey }), none)
})

test('names in use add the properties of an event and their most frequent values', async () => {
  await using w = await world()
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const name = 'shop.order.placed'
  const placed: Record<string, string | number | boolean | string[]>[] = [
    { plan: 'pro', total: 12, isGift: true, lines: ['a'] },
    { plan: 'basic', total: 7 },
    { plan: 'pro', note: 'x'.repeat(200) },
  ]
  await w.call(track, { events: placed.map((properties) => ({ name, contactId, properties })) })
  await w.call(track, { events: [{ name: 'app.opened', contactId, properties: { screen: 'home' } }] })
  const { properties } = await w.call('marketing.contact.names', { event: name })
  assert.deepEqual(properties, [
    { name: 'isGift', values: [true] },
    { name: 'lines', values: [] },
    { name: 'note', values: [] },
    { name: 'plan', values: ['pro', 'basic'] },
    { name: 'total', values: [7, 12] },
  ])
  assert.deepEqual((await w.call('marketing.contact.names', { event: 'no.such' })).properties, [])
  const other = await w.another()
  const foreign = await w.call('marketing.contact.names', { event: name }, { key: other.secretKey })
  assert.deepEqual(foreign.properties, [])
})
