import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeGeneric, ticketsOf } from '#test/video/ticketing.ts'
import { world, type World } from '#test/world/world.ts'

const admit = 'livestream.ticket.admit'
const ada = { ticketCode: 'BALCONY-12', name: 'Ada' }
const ben = { ticketCode: 'BALCONY-13', name: 'Ben' }
const counts = (w: World, ticketingEventId: string, since?: string) =>
  w.call('livestream.ticketingEvent.admissions', { ticketingEventId, ...(since === undefined ? {} : { since }) })

test('a code is admitted once; a second scan returns the time of the first', async () => {
  await using w = await world()
  const { id: ticketingEventId } = await makeGeneric(w, { attendees: [ada, ben] })
  const scan = (code: string) => w.call(admit, { ticketingEventId, code })
  const first = await scan('balcony 12')
  assert.deepEqual([first.status, first.name, first.admittedAt], ['admitted', 'Ada', w.clock.now().toISOString()])
  w.clock.advance(60_000)
  const second = await scan('BALCONY-12')
  assert.deepEqual([second.status, second.admittedAt], ['repeated', first.admittedAt])
  assert.deepEqual(await counts(w, ticketingEventId), { admittedCount: 1, validCount: 2 })
  const since = w.clock.now().toISOString()
  assert.equal((await counts(w, ticketingEventId, since)).admittedCount, 0)
  assert.equal((await scan('BALCONY-13')).status, 'admitted')
  assert.equal((await counts(w, ticketingEventId, since)).admittedCount, 1)
  const tickets = await ticketsOf(w, ticketingEventId)
  assert.equal(tickets.find(({ id }) => id === first.id)?.admittedAt, first.admittedAt)
  await w.refused(admit, { ticketingEventId, code: 'BALCONY-99' }, { code: 'not_found' })
})

test('one of several doors admits a code that they scan at the same moment', async () => {
  await using w = await world()
  const { id: ticketingEventId } = await makeGeneric(w, { attendees: [ada] })
  const scans = await Promise.all(
    Array.from({ length: 6 }, () => w.call(admit, { ticketingEventId, code: 'BALCONY-12' })),
  )
  assert.equal(scans.filter(({ status }) => status === 'admitted').length, 1)
  assert.equal(scans.filter(({ status }) => status === 'repeated').length, 5)
  assert.equal((await counts(w, ticketingEventId)).admittedCount, 1)
})

test('a code outside of the access times or of a revoked ticket is not admitted', async () => {
  await using w = await world()
  const startsAt = new Date(w.clock.now().getTime() + 3 * 3_600_000).toISOString()
  const { id: ticketingEventId } = await makeGeneric(w, { attendees: [ada], startsAt })
  const statusNow = async () => (await w.call(admit, { ticketingEventId, code: 'BALCONY-12' })).status
  assert.equal(await statusNow(), 'notOpenYet')
  w.clock.advance(5 * 86_400_000)
  assert.equal(await statusNow(), 'closed')
  const [ticket] = await ticketsOf(w, ticketingEventId)
  await w.call('livestream.ticket.revoke', { ticketId: ticket?.id ?? '' })
  assert.equal(await statusNow(), 'revoked')
  assert.equal((await counts(w, ticketingEventId)).admittedCount, 0)
})

test('an admission that is withdrawn can be repeated', async () => {
  await using w = await world()
  const { id: ticketingEventId } = await makeGeneric(w, { attendees: [ada] })
  const { id: ticketId } = await w.call(admit, { ticketingEventId, code: 'BALCONY-12' })
  assert.deepEqual(await w.call('livestream.ticket.readmit', { ticketId }), { id: ticketId, status: 'active' })
  assert.equal((await counts(w, ticketingEventId)).admittedCount, 0)
  assert.equal((await w.call(admit, { ticketingEventId, code: 'BALCONY-12' })).status, 'admitted')
})
