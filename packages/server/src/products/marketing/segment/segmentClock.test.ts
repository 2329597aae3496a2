import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

async function membersOf(w: World, segmentId: string): Promise<string[]> {
  await w.settle()
  const { members = [] } = await w.call('marketing.segment.get', {
    segmentId,
    include: ['members'],
    pagination: { limit: 100 },
  })
  return members.map(({ email }) => String(email))
}

test('a segment of a segment follows contacts that time, a new filter or a hand moves', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const contactId = String(made.id)
  await w.call('marketing.event.track', { events: [{ contactId, name: 'shop.order.placed' }] })
  const recent = { event: 'shop.order.placed', within: 'P1D' } as const
  const make = async (name: string, of: object) =>
    String(Object((await w.send('marketing.segment.create', { name, ...of })).body['data'])['id'])
  const inner = await make('Inner', { filter: recent })
  const middle = await make('Middle', { filter: { segment: inner } })
  const outer = await make('Outer', { filter: { op: 'not', of: { segment: middle } } })
  const byHand = await make('By hand', { kind: 'static' })
  const follower = await make('Follower', { filter: { segment: byHand } })
  assert.deepEqual([await membersOf(w, middle), await membersOf(w, outer)], [['ada@example.com'], []])
  w.clock.advance(86_400_000 + 600_000)
  assert.deepEqual([await membersOf(w, middle), await membersOf(w, outer)], [[], ['ada@example.com']])
  await w.call('marketing.segment.update', { segmentId: inner, filter: { event: 'shop.order.placed' } })
  assert.deepEqual([await membersOf(w, middle), await membersOf(w, outer)], [['ada@example.com'], []])
  await w.call('marketing.segment.update', { segmentId: byHand, addContactIds: [contactId] })
  assert.deepEqual(await membersOf(w, follower), ['ada@example.com'])
})

test('a merge counts the events of both contacts in segments, also where a field of the contact changes', async () => {
  await using w = await world()
  const make = async (email: string, more: object = {}) =>
    String((await w.call('marketing.contact.create', { email, ...more })).id)
  const ada = await make('ada@example.com')
  const other = await make('other@example.com', { firstName: 'Ada' })
  const events = [ada, other].map((contactId) => ({ contactId, name: 'shop.order.placed' }))
  await w.call('marketing.event.track', { events })
  const filter = { event: 'shop.order.placed', count: { is: 'gte', value: 2 } } as const
  const { id } = await w.call('marketing.segment.create', { name: 'Buyers', filter })
  assert.deepEqual(await membersOf(w, String(id)), [])
  await w.call('marketing.contact.update', { contactId: ada, mergeFrom: other })
  assert.deepEqual(await membersOf(w, String(id)), ['ada@example.com'])
})
