import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isThorough } from '#test/world/thorough.ts'
import { world, type World } from '#test/world/world.ts'
import { evaluateAll } from './segmentMembers.ts'

const pro = { field: 'attributes.plan', is: 'eq', value: 'pro' } as const

async function person(w: World, name: string, more: object = {}): Promise<string> {
  return String((await w.call('marketing.contact.create', { email: `${name}@example.com`, ...more })).id)
}

async function membersOf(w: World, segmentId: string): Promise<string[]> {
  await w.settle()
  const { members = [] } = await w.call('marketing.segment.get', {
    segmentId,
    include: ['members'],
    pagination: { limit: 100 },
  })
  return members.map(({ email }) => String(email).split('@')[0] ?? '').toSorted()
}

test('a dynamic segment has its members at once, and follows contacts as they change', async () => {
  await using w = await world()
  await person(w, 'ada', { attributes: { plan: 'pro' } })
  const bob = await person(w, 'bob', { attributes: { plan: 'free' } })
  const made = await w.call('marketing.segment.create', { name: 'Pro', filter: pro })
  assert.equal(made.status, 'ready')
  assert.equal(made.count, 1)
  assert.equal(made.costClass, 'cheap')
  assert.deepEqual(
    made.sample.map(({ email }) => email),
    ['ada@example.com'],
  )
  const segmentId = String(made.id)
  await w.call('marketing.contact.update', { contactId: bob, attributes: { plan: 'pro' } })
  await person(w, 'cleo', { attributes: { plan: 'pro' } })
  assert.deepEqual(await membersOf(w, segmentId), ['ada', 'bob', 'cleo'])
  await w.call('marketing.contact.update', { contactId: bob, attributes: { plan: null } })
  await w.call('marketing.contact.delete', { contactId: await idOf(w, 'cleo') })
  assert.deepEqual(await membersOf(w, segmentId), ['ada'])
  assert.equal((await w.call('marketing.segment.get', { segmentId })).count, 1)
  const entered = await w.emitted('marketing.segment.contactEntered')
  const exited = await w.emitted('marketing.segment.contactExited')
  assert.equal(entered.flatMap(({ payload }) => payload['contactIds']).length, 2)
  assert.equal(exited.flatMap(({ payload }) => payload['contactIds']).length, 2)
})

test('events move contacts, and time alone moves them out', async () => {
  await using w = await world()
  const ada = await person(w, 'ada')
  const filter = { event: 'shop.order.placed', count: { is: 'gte', value: 2 }, within: 'P1D' } as const
  const { id } = await w.call('marketing.segment.create', { name: 'Buyers', filter })
  const segmentId = String(id)
  const order = { contactId: ada, name: 'shop.order.placed' } as const
  await w.call('marketing.event.track', { events: [order] })
  assert.deepEqual(await membersOf(w, segmentId), [])
  await w.call('marketing.event.track', { events: [order] })
  assert.deepEqual(await membersOf(w, segmentId), ['ada'])
  const { membership } = await w.call('marketing.segment.get', { segmentId, contactId: ada })
  assert.equal(membership?.in, true)
  assert.deepEqual(membership?.why, { condition: filter, holds: true })
  w.clock.advance(86_400_000 + 600_000)
  assert.deepEqual(await membersOf(w, segmentId), [])
})

test('a segment of segments follows the moves of the inner one; a cycle is refused', async () => {
  await using w = await world()
  const inner = await w.call('marketing.segment.create', { name: 'Inner', filter: pro })
  const innerId = String(inner.id)
  const filter = { op: 'not', of: { segment: innerId } } as const
  const outer = await w.call('marketing.segment.create', { name: 'Outer', filter })
  const ada = await person(w, 'ada')
  assert.deepEqual(await membersOf(w, String(outer.id)), ['ada'])
  await w.call('marketing.contact.update', { contactId: ada, attributes: { plan: 'pro' } })
  assert.deepEqual(await membersOf(w, String(outer.id)), [])
  const back = { segmentId: innerId, filter: { segment: String(outer.id) } } as const
  await w.refused('marketing.segment.update', back, { code: 'conflict', mention: 'segment_cycle' })
  const refused = await w.refused(
    'marketing.segment.delete',
    { segmentId: innerId },
    { code: 'conflict', mention: 'in_use' },
  )
  assert.deepEqual(refused['details'], { users: [{ kind: 'segment', id: outer.id, name: 'Outer' }] })
})

test('a static segment has the contacts that are put in, of the account alone', async () => {
  await using w = await world()
  const [ada, bob] = [await person(w, 'ada'), await person(w, 'bob')]
  const made = await w.call('marketing.segment.create', { name: 'Jury', kind: 'static', contactIds: [ada] })
  assert.equal(made.count, 1)
  const segmentId = String(made.id)
  await w.call('marketing.segment.update', { segmentId, addContactIds: [bob], removeContactIds: [ada] })
  assert.deepEqual(await membersOf(w, segmentId), ['bob'])
  const other = await w.another()
  const foreign = await w.send('marketing.contact.create', { email: 'eve@example.com' }, { key: other.secretKey })
  const eve = String(Object(foreign.body['data'])['id'])
  const add = { segmentId, addContactIds: [eve] } as const
  await w.refused('marketing.segment.update', add, { code: 'invalid_request', mention: '/addContactIds/0' })
  const dynamic = await w.call('marketing.segment.create', { name: 'Pro', filter: pro })
  const put = { segmentId: String(dynamic.id), addContactIds: [bob] } as const
  await w.refused('marketing.segment.update', put, { code: 'invalid_request', mention: '/addContactIds' })
})

test('a snapshot stays as it was; a trial counts and keeps nothing', async () => {
  await using w = await world()
  await person(w, 'ada', { attributes: { plan: 'pro' } })
  const made = await w.call('marketing.segment.create', { name: 'Then', kind: 'snapshot', filter: pro })
  await person(w, 'bob', { attributes: { plan: 'pro' } })
  assert.deepEqual(await membersOf(w, String(made.id)), ['ada'])
  const trial = await w.call('marketing.segment.create', { name: 'Trial', filter: pro, dryRun: true })
  assert.equal(trial.count, 2)
  assert.equal(trial.created, false)
  await w.refused('marketing.segment.get', { segmentId: String(trial.id) }, 'not_found')
})

test('a wrong filter is refused by its path, a name that stands by conflict', async () => {
  await using w = await world()
  const wrong = { op: 'and', of: [pro, { field: 'nothing', is: 'eq', value: 1 }] }
  const refusal = { code: 'invalid_request', mention: '/filter/of/1/field' }
  await w.refused('marketing.segment.create', { name: 'Wrong', filter: wrong }, refusal)
  await w.refused('marketing.segment.create', { name: 'None' }, { code: 'invalid_request', mention: '/filter' })
  await w.call('marketing.segment.create', { name: 'Pro', filter: pro })
  const again = { name: ' PRO', filter: pro }
  await w.refused('marketing.segment.create', again, { code: 'conflict', mention: 'segment_exists' })
})

test('members that were followed equal those of a full evaluation, after random changes', async () => {
  await using w = await world()
  const ids: string[] = []
  for (let index = 0; index < 12; index++) ids.push(await person(w, `p${index}`))
  const filters = [
    pro,
    {
      op: 'or',
      of: [
        { field: 'tags', is: 'any', value: ['vip'] },
        { op: 'not', of: pro },
      ],
    },
    { event: 'shop.order.placed', where: [{ prop: 'total', is: 'gte', value: 50 }] },
    {
      op: 'and',
      of: [
        { event: 'shop.order.placed', count: { is: 'lt', value: 2 } },
        { field: 'country', is: 'exists' },
      ],
    },
  ] as const
  const segments: string[] = []
  for (const [index, filter] of filters.entries()) {
    segments.push(String((await w.call('marketing.segment.create', { name: `S${index}`, filter })).id))
  }
  const nested = { op: 'and', of: [{ segment: String(segments[0]) }, { segment: String(segments[1]) }] } as const
  segments.push(String((await w.call('marketing.segment.create', { name: 'Nested', filter: nested })).id))
  let random = 7
  const next = (max: number) => (random = (random * 48_271) % 2_147_483_647) % max
  for (let round = 0; round < (isThorough ? 200 : 40); round++) {
    const contactId = String(ids[next(ids.length)])
    const change = [
      () => w.send('marketing.contact.update', { contactId, attributes: { plan: next(2) === 0 ? 'pro' : null } }),
      () => w.send('marketing.contact.update', { contactId, [next(2) === 0 ? 'addTags' : 'removeTags']: ['vip'] }),
      () => w.send('marketing.contact.update', { contactId, country: next(2) === 0 ? 'DE' : null }),
      () =>
        w.send('marketing.event.track', {
          events: [{ contactId, name: 'shop.order.placed', properties: { total: next(100) } }],
        }),
    ][next(4)]
    assert.equal((await change?.())?.status, 200)
  }
  await w.settle()
  for (const segmentId of segments) {
    const followed = await membersOf(w, segmentId)
    const { filter } = await w.call('marketing.segment.get', { segmentId })
    const ctx = w.app.operatorCtx(w.account.account, 'test')
    // cast: the filter was accepted when its segment was made.
    const change = await ctx.atomic((inner) => evaluateAll(inner, segmentId, filter as never))
    assert.deepEqual(change, { entered: [], exited: [] }, JSON.stringify({ filter, followed }))
  }
})

async function idOf(w: World, name: string): Promise<string> {
  return String((await w.call('marketing.contact.get', { email: `${name}@example.com` })).id)
}

test('an archived segment keeps its members, and follows contacts again after a rebuild', async () => {
  await using w = await world()
  await person(w, 'ada', { attributes: { plan: 'pro' } })
  const { id } = await w.call('marketing.segment.create', { name: 'Pro', filter: pro })
  const segmentId = String(id)
  const archived = await w.call('marketing.segment.update', { segmentId, action: 'archive' })
  assert.equal(archived.status, 'archived')
  await person(w, 'bob', { attributes: { plan: 'pro' } })
  assert.deepEqual(await membersOf(w, segmentId), ['ada'])
  const rebuilt = await w.call('marketing.segment.update', { segmentId, action: 'rebuild' })
  assert.equal(rebuilt.status, 'ready')
  await person(w, 'cleo', { attributes: { plan: 'pro' } })
  assert.deepEqual(await membersOf(w, segmentId), ['ada', 'bob', 'cleo'])
})
