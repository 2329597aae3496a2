import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import { arrayOf, objectOf, world } from '#test/world/world.ts'
import { cellSizeOf } from './placeMap.ts'

const base = { type: 'venue', status: 'active', duplicateCheck: 'off' } as const

test('a map counts the places of a box by cell, with filters and search, and names single ones', async () => {
  await using w = await world()
  const make = (name: string, [latitude, longitude]: [number, number], more: object = {}) =>
    w.call('places.place.create', { ...base, name, location: { latitude, longitude }, ...more })
  await make('Quay One', [53.54, 9.98])
  await make('Quay Two', [53.541, 9.981], { type: 'store' })
  const mill = await make('Old Mill', [48.1, 11.5], { tags: ['river'] })
  await make('Fiji', [-17, 179])
  await make('Samoa', [-14, -172])
  await w.call('places.place.create', { ...base, name: 'Web', onlineUrl: 'https://example.org/' })
  const cellsOf = async (input: { bbox: string } & Record<string, unknown>) => {
    const { items, count } = await w.call('places.place.map', input)
    return { count, cells: arrayOf(items).map((each) => [objectOf(each)['count'], objectOf(each)['name']]) }
  }
  const world360 = '-180,-90,180,90'
  assert.equal((await cellsOf({ bbox: world360 })).count, 5)
  const europe = { bbox: '0,40,20,60' }
  assert.deepEqual(await cellsOf(europe), {
    count: 3,
    cells: [
      [2, null],
      [1, 'Old Mill'],
    ],
  })
  assert.deepEqual((await cellsOf({ bbox: '170,-30,-170,0' })).count, 2)
  assert.deepEqual(await cellsOf({ ...europe, type: 'store' }), { count: 1, cells: [[1, 'Quay Two']] })
  assert.deepEqual(await cellsOf({ ...europe, tag: 'river' }), { count: 1, cells: [[1, 'Old Mill']] })
  assert.deepEqual(await cellsOf({ ...europe, q: 'quay' }), { count: 2, cells: [[2, null]] })
  assert.equal((await cellsOf({ ...europe, status: 'draft' })).count, 0)
  const [first, second] = arrayOf((await w.call('places.place.map', europe)).items).map(objectOf)
  assert.equal(first?.['bbox'], '9.98,53.54,9.981,53.541')
  assert.deepEqual(
    [second?.['placeId'], second?.['latitude'], second?.['longitude'], second?.['type'], second?.['status']],
    [mill.id, 48.1, 11.5, 'venue', 'active'],
  )
  await w.refused('places.place.map', { bbox: '1,2,3' }, { code: 'invalid_request', mention: '/bbox' })
})

test('a map of a full account has few cells, whose counts add up', async () => {
  await using w = await world()
  const client = await w.app.pools.work.connect()
  await seedPlaces(client, { accountId: w.account.account.id, count: 5_000 }).finally(() => client.release())
  for (const columns of [4, 16, 64]) {
    const { items, count, countIsCapped } = await w.call('places.place.map', { bbox: '-180,-90,180,90', columns })
    const counts = arrayOf(items).map((each) => Number(objectOf(each)['count']))
    const sum = counts.reduce((total, each) => total + each, 0)
    assert.deepEqual([sum, count, countIsCapped], [5_000, 5_000, false])
    assert.ok(counts.length <= (columns + 1) ** 2)
  }
})

test('cells are powers of two, at most the given number along the longer side', () => {
  const box = fc.record({
    west: fc.double({ min: -180, max: 180, noNaN: true }),
    east: fc.double({ min: -180, max: 180, noNaN: true }),
    south: fc.double({ min: -90, max: 0, noNaN: true }),
    north: fc.double({ min: 0, max: 90, noNaN: true }),
  })
  fc.assert(
    fc.property(box, fc.integer({ min: 4, max: 64 }), (each, columns) => {
      const size = cellSizeOf(each, columns)
      const width = each.east >= each.west ? each.east - each.west : each.east - each.west + 360
      assert.ok(Number.isInteger(Math.log2(size)))
      assert.ok(Math.max(width, each.north - each.south) / size <= columns)
    }),
  )
})
