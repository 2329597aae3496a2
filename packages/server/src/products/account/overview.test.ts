import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'

test('the overview counts facts of 24 hours by product and hour, of products that the caller may read', async () => {
  await using w = await world({ startsAt: '2026-11-21T09:20:00Z' })
  await w.call('places.place.create', await w.example('places.place.create'))
  await w.settle()
  w.clock.advance(2 * 3_600_000)
  const place = { ...(await w.example('places.place.create')), duplicateCheck: 'off', name: 'Second' } as const
  await w.call('places.place.create', place)
  await w.call('account.key.create', { name: 'Another', kind: 'restricted', scopes: ['places.place:read'] })
  await w.settle()
  const { products, isCapped, attention } = await w.call('account.overview.get')
  assert.deepEqual([isCapped, attention], [false, []])
  const hours = new Map(products.map((each) => [each.product, each.hours]))
  assert.equal(hours.get('places')?.length, 24)
  const busy = hours.get('places')?.filter(({ count }) => count > 0)
  assert.deepEqual(busy, [
    { at: '2026-11-21T09:00:00.000Z', count: 1 },
    { at: '2026-11-21T11:00:00.000Z', count: 1 },
  ])
  assert.equal(hours.get('account')?.at(-1)?.count, 1)
  const key = await w.key({ kind: 'restricted', scopes: ['account.overview:read', 'places.place:read'] })
  const narrow = await w.call('account.overview.get', {}, { key })
  assert.deepEqual(
    narrow.products.map(({ product }) => product),
    ['places'],
  )
  w.clock.advance(48 * 3_600_000)
  const later = await w.call('account.overview.get')
  assert.ok(later.products.every((each) => each.hours.every(({ count }) => count === 0)))
})
