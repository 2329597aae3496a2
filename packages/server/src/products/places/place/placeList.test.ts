import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distanceBetweenM } from '#products/places/geo.ts'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import { objectOf, world, type World } from '#test/world/world.ts'

const base = { type: 'venue', status: 'active', duplicateCheck: 'off' } as const

/** Calls that return names, in the order of the list. */
function lister(w: World) {
  return async (input: object) => (await w.call('places.place.all', { ...input })).items.map((each) => each.name)
}

test('near sorts by distance within the radius, and returns the distance', async () => {
  await using w = await world()
  for (const [name, latitude] of [
    ['A', 53.5],
    ['B', 53.51],
    ['C', 53.53],
    ['D', 53.6],
  ] as const) {
    await w.call('places.place.create', { ...base, name, location: { latitude, longitude: 10 } })
  }
  await w.call('places.place.create', { ...base, name: 'Nowhere', onlineUrl: 'https://example.org/' })
  const names = lister(w)
  assert.deepEqual(await names({ near: '53.514,10' }), ['B', 'A', 'C'])
  assert.deepEqual(await names({ near: '53.514,10', radiusM: 1 }), [])
  assert.deepEqual(await names({ near: '53.514,10', radiusM: 500 }), ['B'])
  assert.deepEqual(await names({ near: '53.514,10', radiusM: 100_000, sort: '-name' }), ['D', 'C', 'B', 'A'])
  const page = await w.call('places.place.all', { near: '53.5,10', limit: 2 })
  assert.deepEqual(
    page.items.map((each) => each.distanceM),
    [0, 1112],
  )
  await w.refused('places.place.all', { sort: 'distance' }, { code: 'invalid_request', mention: 'near_required' })
  await w.refused('places.place.all', { near: '1,2', sort: '-distance' }, { code: 'invalid_request', mention: '/sort' })
  await w.refused('places.place.all', { near: '91,2' }, { code: 'invalid_request', mention: '/near' })
  await w.refused(
    'places.place.all',
    { near: '1,2', radiusM: 100_001 },
    { code: 'invalid_request', mention: '/radiusM' },
  )
  await w.refused('places.place.all', { bbox: '1,2,3' }, { code: 'invalid_request', mention: '/bbox' })
})

test('a box may cross the antimeridian and touch the pole', async () => {
  await using w = await world()
  for (const [name, latitude, longitude] of [
    ['Fiji', -17, 179],
    ['Samoa', -14, -172],
    ['Pole', 90, 0],
  ] as const) {
    await w.call('places.place.create', { ...base, name, location: { latitude, longitude } })
  }
  const names = lister(w)
  assert.deepEqual(await names({ bbox: '170,-30,-170,0', sort: 'name' }), ['Fiji', 'Samoa'])
  assert.deepEqual(await names({ bbox: '170,-30,180,0', sort: 'name' }), ['Fiji'])
  assert.deepEqual(await names({ bbox: '-180,-90,180,90', sort: 'name' }), ['Fiji', 'Pole', 'Samoa'])
  assert.deepEqual(await names({ bbox: '-10,80,10,90' }), ['Pole'])
  assert.deepEqual(await names({ near: '-16,-179.5', radiusM: 100_000 }), [])
  assert.deepEqual(await names({ near: '-17,-179.9', radiusM: 100_000 }), [])
  assert.deepEqual(await names({ near: '-17,179.9', radiusM: 100_000 }), ['Fiji'])
})

test('distance lists agree with the formula, anywhere on earth', async () => {
  await using w = await world()
  const point = fc.record({
    latitude: fc.double({ min: 53, max: 54, noNaN: true }),
    longitude: fc.double({ min: 9, max: 11, noNaN: true }),
  })
  // Points some metres apart: the database may swap two that are a millionth of a metre apart.
  const placed = fc
    .record({
      latitude: fc.integer({ min: 530_000, max: 540_000 }),
      longitude: fc.integer({ min: 90_000, max: 110_000 }),
    })
    .map(({ latitude, longitude }) => ({ latitude: latitude / 10_000, longitude: longitude / 10_000 }))
  const apart = fc.uniqueArray(placed, { minLength: 40, maxLength: 40, selector: (each) => JSON.stringify(each) })
  const [points = []] = fc.sample(apart, { numRuns: 1, seed: 7 })
  await Promise.all(points.map((location, at) => w.call('places.place.create', { ...base, name: `P${at}`, location })))
  await fc.assert(
    fc.asyncProperty(point, fc.integer({ min: 1000, max: 100_000 }), async (near, radiusM) => {
      const query = { near: `${near.latitude.toFixed(6)},${near.longitude.toFixed(6)}`, radiusM, limit: 100 }
      const from = { latitude: Number(near.latitude.toFixed(6)), longitude: Number(near.longitude.toFixed(6)) }
      const within = points
        .map((each, at) => ({ name: `P${at}`, m: distanceBetweenM(from, each) }))
        .filter((each) => each.m <= radiusM)
        .toSorted((a, b) => a.m - b.m)
      assert.deepEqual(
        await lister(w)(query),
        within.map((each) => each.name),
      )
    }),
    { numRuns: 25 },
  )
})

test('every filter narrows a list, alone and combined', async () => {
  await using w = await world()
  const make = (name: string, more: object) =>
    w.call('places.place.create', { ...base, name, address: { city: 'Köln', countryCode: 'DE' }, ...more })
  await make('Alpha', { tags: ['x', 'y'], categories: ['music'], capacity: 10 })
  await make('Beta', { tags: ['y'], type: 'store', capacity: 100 })
  await make('Gamma', { address: { city: 'Lyon', countryCode: 'FR' }, visibility: 'private', status: 'draft' })
  const names = async (input: object) => lister(w)({ sort: 'name', ...input })
  assert.deepEqual(await names({}), ['Alpha', 'Beta', 'Gamma'])
  assert.deepEqual(await names({ city: 'KOLN' }), ['Alpha', 'Beta'])
  assert.deepEqual(await names({ countryCode: 'FR' }), ['Gamma'])
  assert.deepEqual(await names({ tag: 'y' }), ['Alpha', 'Beta'])
  assert.deepEqual(await names({ tag: 'y', type: 'store' }), ['Beta'])
  assert.deepEqual(await names({ category: 'music' }), ['Alpha'])
  assert.deepEqual(await names({ status: 'draft' }), ['Gamma'])
  assert.deepEqual(await names({ visibility: 'private' }), ['Gamma'])
  assert.deepEqual(await names({ minCapacity: 11 }), ['Beta'])
  assert.deepEqual(await names({ q: 'koln alp' }), ['Alpha'])
  await w.refused('places.place.all', { q: '% _' }, { code: 'invalid_request', mention: '/q' })
  assert.deepEqual(await names({ q: 'lph %' }), ['Alpha'])
  assert.deepEqual(await names({ q: 'al' }), ['Alpha'])
  assert.deepEqual(await names({ q: 'ko' }), ['Alpha', 'Beta'])
  assert.deepEqual(await names({ q: 'ph' }), [])
  for (const name of ['Old Alpha House', 'Alphabet']) await make(name, {})
  assert.deepEqual(await lister(w)({ q: 'alpha' }), ['Alpha', 'Old Alpha House', 'Alphabet'])
  assert.deepEqual(await names({ q: `${'alpha '.repeat(8)}nowhere` }), [])
  await w.refused('places.place.all', { sort: 'relevance' }, { code: 'invalid_request', mention: '/q' })
  await w.refused('places.place.all', { sort: 'capacity' }, { code: 'invalid_request', mention: '/sort' })
  await w.refused('places.place.all', { colour: 'red' }, { code: 'invalid_request', mention: '/colour' })
})

test('the total of a search by relevance is capped at the newest 1,000 hits', async () => {
  await using w = await world()
  const client = await w.app.pools.work.connect()
  await seedPlaces(client, { accountId: w.account.account.id, count: 1_200 }).finally(() => client.release())
  const totalOf = async (input: object) => {
    const { total, totalIsCapped } = objectOf((await w.call('places.place.all', { ...input })).pagination)
    return [total, totalIsCapped]
  }
  for (const withTotal of ['true', 'exact']) {
    assert.deepEqual(await totalOf({ q: 'label', withTotal }), [1_000, true])
    assert.deepEqual(await totalOf({ q: 'label', withTotal, offset: 2_000 }), [1_000, true])
    assert.deepEqual(await totalOf({ q: 'hall', withTotal }), [150, false])
  }
  assert.deepEqual(await totalOf({ q: 'label', withTotal: 'exact', sort: 'name' }), [1_200, false])
})

test('openAt finds places open at that time, by exceptions and night hours too', async () => {
  await using w = await world({ startsAt: '2026-11-21T22:30:00Z' })
  const make = (name: string, location: { latitude: number; longitude: number }, openingHours?: object) =>
    w.call('places.place.create', { ...base, name, location, openingHours })
  const berlin = { latitude: 52.52, longitude: 13.4 }
  const york = { latitude: 40.7, longitude: -74 }
  const evening = { regular: [{ day: 6, opens: '17:00', closes: '03:00' }] }
  await make('Night Berlin', berlin, evening)
  await make('Night York', york, evening)
  await make('Shut today', berlin, { ...evening, exceptions: [{ date: '2026-11-21', closed: true }] })
  await make('Extra', berlin, { exceptions: [{ date: '2026-11-22', opens: '00:00', closes: '01:00' }] })
  await make('Unknown', berlin)
  const names = async (openAt: string) => lister(w)({ openAt, sort: 'name' })
  assert.deepEqual(await names('now'), ['Night Berlin', 'Night York'])
  assert.deepEqual(await names('2026-11-21T23:30:00Z'), ['Extra', 'Night Berlin', 'Night York'])
  assert.deepEqual(await names('2026-11-22T02:30:00Z'), ['Night York'])
  assert.deepEqual(await names('2026-11-21T16:30:00+00:00'), ['Night Berlin'])
  await w.refused('places.place.all', { openAt: 'tomorrow' }, { code: 'invalid_request', mention: '/openAt' })
})

test('openAt reads the first and the last moment of the calendar in the zones furthest apart', async () => {
  await using w = await world()
  const always = { regular: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '00:00' })) }
  const [kiritimati, pagoPago] = [
    { latitude: 1.87, longitude: -157.4 },
    { latitude: -14.28, longitude: -170.7 },
  ]
  await w.call('places.place.create', { ...base, name: 'East', location: kiritimati, openingHours: always })
  await w.call('places.place.create', { ...base, name: 'West', location: pagoPago, openingHours: always })
  for (const openAt of ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.998Z', '1000-01-01T00:00:00Z']) {
    assert.deepEqual(await lister(w)({ openAt, sort: 'name' }), ['East', 'West'], openAt)
  }
})

test('pages by cursor contain every place once, in every order', async () => {
  await using w = await world()
  await Promise.all(
    Array.from({ length: 13 }, (_, at) =>
      w.call('places.place.create', { ...base, name: `Twin ${at % 3}`, location: { latitude: at % 4, longitude: 0 } }),
    ),
  )
  for (const order of [
    { sort: 'name' },
    { sort: '-name' },
    { sort: '-createdAt,name' },
    { near: '0,0', radiusM: 100_000 },
    { near: '0,0', radiusM: 100_000, q: 'twin', sort: 'distance' },
    { near: '0,0', radiusM: 100_000, q: 'twin', sort: '-name' },
    { q: 'twin', sort: 'name' },
    { q: 'twin', sort: '-createdAt,name' },
    {},
  ]) {
    const seen: unknown[] = []
    let cursor: string | undefined
    const expected = 'near' in order ? 4 : 13
    for (let pages = 0; pages < 10; pages++) {
      const page = await w.call('places.place.all', { ...order, limit: 3, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.items.map((each) => each.id))
      cursor = page.pagination.nextCursor ?? undefined
      if (cursor === undefined) break
    }
    assert.equal(seen.length, expected, JSON.stringify(order))
    assert.equal(new Set(seen).size, expected, JSON.stringify(order))
  }
})
