import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayOf, objectOf, world } from '#test/world/world.ts'

const hall = { name: 'Harbour Hall', type: 'venue', status: 'active' } as const
const hamburg = { latitude: 53.5413, longitude: 9.9841 }
const saturday = { regular: [{ day: 6, opens: '18:00', closes: '04:00' }] }

test('a place is created with its zone, slug and spaces, and read back unchanged', async () => {
  await using w = await world()
  const made = await w.call('places.place.create', await w.example('places.place.create'))
  assert.equal(made.timezone, 'Europe/Berlin')
  assert.equal(made.timezoneSource, 'location')
  assert.equal(made.slug, 'harbour-hall')
  const spaces = arrayOf(made.spaces)
  assert.match(String(spaces[0]?.['id']), /^spc_[0-9a-z]{16}$/)
  assert.deepEqual(
    spaces.map((each) => each['isExclusive']),
    [true, false],
  )
  const { created, possibleDuplicates, ...record } = made
  assert.equal(created, true)
  assert.deepEqual(possibleDuplicates, [])
  const { nextOpenAt, viewCount, liveStreams, ...read } = await w.call('places.place.get', {
    name: '  HARBOUR   häll ',
  })
  assert.deepEqual(read, record)
  assert.deepEqual([viewCount, liveStreams], [0, null])
  assert.equal(typeof nextOpenAt, 'string')
  assert.deepEqual(await w.call('places.place.get', { slug: 'harbour-hall' }), {
    ...read,
    nextOpenAt,
    viewCount,
    liveStreams,
  })
  const facts = await w.emitted('places.place.created')
  assert.deepEqual(
    facts.map((fact) => fact.payload['id']),
    [made.id],
  )
})

test('every wrong field is reported, and nothing is written', async () => {
  await using w = await world()
  const refused = (input: object, mention: string) =>
    w.refused('places.place.create', { ...hall, location: hamburg, ...input }, { code: 'invalid_request', mention })
  await refused({ location: undefined }, '/onlineUrl')
  await refused({ type: 'online' }, '/onlineUrl')
  await refused({ location: { latitude: 91, longitude: 0 } }, '/location/latitude')
  await refused({ location: { latitude: 1 } }, '/location/longitude')
  await refused({ address: {} }, '/address')
  await refused({ timezone: 'Mars/Olympus' }, '/timezone')
  await refused(
    { openingHours: { regular: [{ day: 8, opens: '9:00', closes: '25:00' }] } },
    '/openingHours/regular/0/day',
  )
  await refused(
    { openingHours: { exceptions: [{ date: '2026-02-30', closed: true }] } },
    '/openingHours/exceptions/0/date',
  )
  await refused(
    { openingHours: { exceptions: [{ date: '2026-02-03', opens: '10:00' }] } },
    '/openingHours/exceptions/0',
  )
  await refused({ spaces: [{ name: 'Foyer', id: 'spc_0123456789abcdef' }] }, '/spaces/0/id')
  await refused({ contact: { phone: '040 123' } }, '/contact/phone')
  await refused({ photos: [{ url: 'https://example.org/a.jpg' }] }, '/photos/0/altText')
  await refused({ externalIds: { google: '' } }, '/externalIds/google')
  await refused({ parentPlaceId: `plc_${'0'.repeat(34)}` }, '/parentPlaceId')
  await refused({ slug: 'mine' }, '/slug')
  await refused({ status: 'archived' }, '/status')
  const page = await w.call('places.place.all')
  assert.deepEqual(page.items, [])
})

test('the zone is that of the request, else that of the location, else that of the account', async () => {
  await using w = await world()
  const zone = async (input: object) => (await w.call('places.place.create', { ...hall, ...input })).timezone
  assert.equal(await zone({ location: hamburg, timezone: 'Asia/Tokyo' }), 'Asia/Tokyo')
  assert.equal(await zone({ location: { latitude: 40.7, longitude: -74 } }), 'America/New_York')
  assert.equal(await zone({ onlineUrl: 'https://example.org/' }), w.account.account.timeZone)
})

test('a likely duplicate is reported, refused, or not searched for', async () => {
  await using w = await world()
  const first = await w.call('places.place.create', { ...hall, location: hamburg })
  const near = { ...hall, name: 'Harbor Hall', location: { latitude: 53.5419, longitude: 9.9841 } } as const
  const warned = await w.call('places.place.create', near)
  const [found] = arrayOf(warned.possibleDuplicates)
  assert.equal(found?.['id'], first.id)
  assert.equal(found?.['distanceM'], 67)
  const refused = await w.refused(
    'places.place.create',
    { ...near, duplicateCheck: 'block' },
    { code: 'conflict', mention: 'possible_duplicate' },
  )
  assert.equal(arrayOf(objectOf(refused['details'])['candidates']).length, 2)
  const off = await w.call('places.place.create', { ...near, duplicateCheck: 'off' })
  assert.equal(off.possibleDuplicates, undefined)
  const far = await w.call('places.place.create', { ...hall, location: { latitude: 53.545, longitude: 9.9841 } })
  assert.deepEqual(far.possibleDuplicates, [])
  const inCity = { ...hall, name: 'Café Röst', address: { city: 'Köln' } } as const
  await w.call('places.place.create', inCity)
  const again = await w.call('places.place.create', { ...inCity, name: 'cafe rost', address: { city: 'KOLN' } })
  assert.equal(arrayOf(again.possibleDuplicates).length, 1)
})

test('a repeated clientReference returns the same place; with other content it conflicts', async () => {
  await using w = await world()
  const input = {
    ...hall,
    location: hamburg,
    spaces: [{ name: 'Foyer' }],
    clientReference: 'hall-1',
    duplicateCheck: 'block',
  } as const
  const first = await w.call('places.place.create', input)
  const again = await w.call('places.place.create', input)
  assert.equal(again.created, false)
  assert.equal(again.id, first.id)
  await w.refused(
    'places.place.create',
    { ...input, name: 'Other' },
    { code: 'conflict', mention: 'client_reference_exists' },
  )
  const read = await w.call('places.place.get', { clientReference: 'hall-1' })
  assert.equal(read.id, first.id)
})

test('places of one name get different slugs, also when they are created concurrently', async () => {
  await using w = await world()
  const input = { ...hall, onlineUrl: 'https://example.org/', duplicateCheck: 'off' } as const
  const made = await Promise.all(Array.from({ length: 12 }, () => w.call('places.place.create', input)))
  const slugs = made.map((each) => String(each.slug))
  assert.equal(new Set(slugs).size, 12)
  assert.equal(slugs.filter((slug) => slug === 'harbour-hall').length, 1)
  for (const slug of slugs) assert.match(slug, /^harbour-hall(-\d+)?$/)
})

test('a name of several places is ambiguous; city, country or nearness resolve it', async () => {
  await using w = await world()
  const make = (city: string, countryCode: string, location: typeof hamburg) =>
    w.call('places.place.create', { ...hall, name: 'Arena', address: { city, countryCode }, location })
  const a = await make('Hamburg', 'DE', hamburg)
  const b = await make('Oberhausen', 'DE', { latitude: 51.49, longitude: 6.87 })
  const c = await make('Verona', 'IT', { latitude: 45.44, longitude: 10.99 })
  const refused = await w.refused(
    'places.place.get',
    { name: 'arena' },
    { code: 'conflict', mention: 'ambiguous_name' },
  )
  const candidates = arrayOf(objectOf(refused['details'])['candidates'])
  assert.deepEqual(new Set(candidates.map((each) => each['city'])), new Set(['Hamburg', 'Oberhausen', 'Verona']))
  const idOf = async (input: object) => (await w.call('places.place.get', { name: 'arena', ...input })).id
  assert.equal(await idOf({ city: 'hamburg' }), a.id)
  assert.equal(await idOf({ countryCode: 'IT' }), c.id)
  assert.equal(await idOf({ near: '51.5,6.9' }), b.id)
  await w.refused('places.place.get', { name: 'arena', near: '0,0' }, 'not_found')
  await w.refused('places.place.get', { name: 'arena', slug: 'arena' }, { code: 'invalid_request', mention: '/slug' })
  await w.refused('places.place.get', { placeId: a.id, city: 'Hamburg' }, { code: 'invalid_request', mention: '/city' })
  await w.refused('places.place.get', {}, { code: 'invalid_request', mention: '/name' })
})

test('a public key reads active public places, without their private fields', async () => {
  await using w = await world()
  const key = await w.key({ name: 'Site', kind: 'public', allowedApps: ['app'] })
  const asVisitor = { key, headers: { 'x-client-app': 'app' } }
  const base = {
    ...hall,
    location: hamburg,
    externalIds: { osm: '1' },
    metadata: { a: 'b' },
    duplicateCheck: 'off',
  } as const
  const open = await w.call('places.place.create', base)
  const hidden = await w.call('places.place.create', { ...base, visibility: 'private' })
  const draft = await w.call('places.place.create', { ...base, status: 'draft' })
  const closed = await w.call('places.place.create', base)
  await w.call('places.place.update', { placeId: closed.id, action: 'closeTemporarily' })
  const page = await w.call('places.place.all', { near: '53.54,9.98' }, asVisitor)
  assert.deepEqual(new Set(page.items.map((each) => each.id)), new Set([open.id, closed.id]))
  const seen = await w.call('places.place.get', { placeId: open.id }, asVisitor)
  for (const name of ['externalIds', 'metadata', 'clientReference', 'version', 'timezoneSource', 'viewCount']) {
    assert.equal(objectOf(seen)[name], undefined, name)
  }
  for (const { id } of [hidden, draft]) {
    await w.refused('places.place.get', { placeId: id }, { code: 'not_found', ...asVisitor })
  }
  await w.refused(
    'places.place.get',
    { name: 'Harbour Hall' },
    { code: 'conflict', mention: 'ambiguous_name', ...asVisitor },
  )
})

test('isOpen and nextOpenAt follow the clock of the place', async () => {
  await using w = await world({ startsAt: '2026-11-21T16:59:00Z' })
  const made = await w.call('places.place.create', { ...hall, location: hamburg, openingHours: saturday })
  const state = async () => {
    const read = await w.call('places.place.get', { placeId: made.id })
    return [read.isOpen, read.nextOpenAt]
  }
  assert.deepEqual(await state(), [false, '2026-11-21T17:00:00.000Z'])
  w.clock.set('2026-11-21T17:00:00Z')
  assert.deepEqual(await state(), [true, null])
  w.clock.set('2026-11-22T03:00:00Z')
  assert.deepEqual(await state(), [false, '2026-11-28T17:00:00.000Z'])
  await w.call('places.place.update', { placeId: made.id, openingHours: { regular: [], exceptions: [] } })
  assert.deepEqual(await state(), [null, null])
})
