import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readMigrations } from '#platform/db/migrations.ts'
import { hostOf } from '#test/video/hostOf.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

const base = { type: 'venue', status: 'active', duplicateCheck: 'off' } as const
const hamburg = { latitude: 53.5413, longitude: 9.9841 }

/** The structured data of a page. */
function structuredOf(body: string): Json {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1]
  assert.ok(text !== undefined, body)
  return objectOf(JSON.parse(text))
}

describe('pages of places', () => {
  let w: World
  before(async () => {
    w = await world({ startsAt: '2026-11-28T00:30:00.000Z' })
  })
  after(() => w[Symbol.asyncDispose]())

  const open = (url: string) => w.app.server.inject({ url })
  const make = (input: object) => w.call('places.place.create', { ...base, name: 'Hall', location: hamburg, ...input })

  test('a page shows hours in the zone of the place, rooms, contact, links to maps and structured data', async () => {
    const made = await w.call('places.place.create', {
      ...(await w.example('places.place.create')),
      name: 'The <Old> Hall',
      openingHours: {
        regular: [
          { day: 5, opens: '18:00', closes: '02:00' },
          { day: 6, opens: '00:00', closes: '24:00' },
        ],
        exceptions: [{ date: '2026-12-24', closed: true, note: 'Christmas Eve' }],
      },
      accessibility: { wheelchair: true, hearingLoop: false },
      contact: { phone: '+49401234567', email: 'hello@hall.example', website: 'https://hall.example/' },
      photos: [{ url: 'https://img.example/a.jpg', altText: 'The "hall"', credit: 'Ada' }],
      geofenceRadiusM: 250,
      priceLevel: 0,
    })
    assert.equal(made.slug, 'the-old-hall')
    const { statusCode, body, headers } = await open('/place/the-old-hall')
    assert.equal(statusCode, 200, body)
    assert.equal(headers['x-robots-tag'], undefined)
    for (const each of [
      '<h1>The &lt;Old&gt; Hall</h1>',
      '<b>Open now</b> · until midnight',
      'where it is 01:30 on Saturday',
      '<tr class="today" aria-current="date">',
      'Christmas Eve',
      '<b>Main hall</b>',
      'href="tel:+49401234567"',
      'href="geo:53.5413,9.9841?q=53.5413,9.9841(The%20%3COld%3E%20Hall)"',
      'href="https://www.openstreetmap.org/directions?to=53.5413%2C9.9841"',
      '53.54130° N, 9.98410° E',
      'alt="The &quot;hall&quot;"',
      'Photo: Ada',
      'No hearing loop',
      '250 m around it',
      'class="map-fence"',
      '<link rel="canonical" href="http://fairground.test/place/the-old-hall">',
    ]) {
      assert.ok(body.includes(each), `${each} is missing in ${body}`)
    }
    assert.doesNotMatch(body, /https?:\/\/[^"]*(tile|staticmap)/)
    const data = structuredOf(body)
    assert.equal(data['@type'], 'EventVenue')
    assert.deepEqual(data['geo'], { '@type': 'GeoCoordinates', ...hamburg })
    assert.deepEqual(data['openingHoursSpecification'], [
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'https://schema.org/Friday', opens: '18:00', closes: '02:00' },
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: 'https://schema.org/Saturday',
        opens: '00:00',
        closes: '23:59',
      },
    ])
    assert.deepEqual(data['amenityFeature'], [
      { '@type': 'LocationFeatureSpecification', name: 'Wheelchair access', value: true },
      { '@type': 'LocationFeatureSpecification', name: 'Hearing loop', value: false },
    ])
    assert.deepEqual([data['image'], data['isAccessibleForFree']], [['https://img.example/a.jpg'], true])
    assert.equal(objectOf(data['address'])['addressCountry'], 'DE')
    const rooms = arrayOf(data['containsPlace']).map((each) => objectOf(each)['name'])
    assert.deepEqual(rooms, ['Main hall', 'Foyer'])
    const [special] = arrayOf(data['specialOpeningHoursSpecification']).map(objectOf)
    assert.equal(special?.['validFrom'], '2026-12-24')
  })

  test('only public places that are open or closed have a page; one closed for good has no directions', async () => {
    const openingHours = { regular: [{ day: 1, opens: '10:00', closes: '18:00' }], exceptions: [] }
    const { id } = await make({ name: 'Shy Hall', status: 'draft', openingHours, contact: { phone: '+49401234567' } })
    const status = async () => (await open('/place/shy-hall')).statusCode
    assert.equal(await status(), 404)
    await w.call('places.place.update', { placeId: id, action: 'activate' })
    assert.equal(await status(), 200)
    await w.call('places.place.update', { placeId: id, action: 'closeTemporarily' })
    const paused = (await open('/place/shy-hall')).body
    assert.match(paused, /<b>Temporarily closed<\/b>[^]*>Directions<[^]*do not apply for now[^]*Opening hours/)
    await w.call('places.place.update', { placeId: id, action: 'closePermanently' })
    const gone = (await open('/place/shy-hall')).body
    assert.match(gone, /<b>Permanently closed<\/b>/)
    assert.doesNotMatch(gone, /Directions|>Call<|Opening hours/)
    await w.call('places.place.update', { placeId: id, action: 'reopen', visibility: 'private' })
    assert.equal(await status(), 404)
    await w.call('places.place.update', { placeId: id, visibility: 'public' })
    await w.call('places.place.update', { placeId: id, action: 'archive' })
    assert.equal(await status(), 404)
    await w.call('places.place.delete', { placeId: id })
    assert.equal(await status(), 404)
  })

  test('the page of a merged place redirects for good, as does another spelling', async () => {
    const one = await make({ name: 'Left Hall' })
    const two = await make({ name: 'Kept Hall' })
    await w.call('places.place.update', { placeId: one.id, mergeIntoPlaceId: two.id })
    for (const url of ['/place/left-hall', '/place/KEPT-hall']) {
      const { statusCode, headers } = await open(url)
      assert.deepEqual([statusCode, headers['location']], [301, '/place/kept-hall'])
    }
    await w.call('places.place.update', { placeId: two.id, visibility: 'private' })
    assert.equal((await open('/place/left-hall')).statusCode, 404)
  })

  test('a slug leads to one place of the instance: another account gets the city or a number behind it', async () => {
    const other = await w.another()
    const there = { ...base, name: 'Corner House', address: { city: 'Köln', countryCode: 'DE' } }
    const here = await make({ name: 'Corner House' })
    const theirs = await w.call('places.place.create', there, { key: other.secretKey })
    const third = await w.call('places.place.create', there, { key: other.testSecretKey })
    assert.deepEqual([here.slug, theirs.slug], ['corner-house', 'corner-house-koln'])
    assert.match(String(third.slug), /^corner-house-\d+$/)
    for (const [slug, mark] of [
      [here.slug, '53.54130'],
      [theirs.slug, 'Köln'],
    ]) {
      const { body } = await open(`/place/${slug}`)
      assert.ok(body.includes('<h1>Corner House</h1>') && body.includes(String(mark)), body)
    }
    const test = await open(`/place/${third.slug}`)
    assert.deepEqual([test.statusCode, test.headers['x-robots-tag']], [200, 'noindex'])
    // For 30 days no stranger gets the address of a place that was deleted.
    await w.call('places.place.delete', { placeId: here.id })
    assert.equal((await open('/place/corner-house')).statusCode, 404)
    const late = await w.call('places.place.create', { ...there, clientReference: 'late' }, { key: other.secretKey })
    assert.match(String(late.slug), /^corner-house-\d+$/)
    assert.equal((await make({ name: 'Corner House' })).slug, 'corner-house')
  })

  test('parts, the place around them and places nearby link to each other; hidden ones do not', async () => {
    const hall = await make({ name: 'Market Hall', location: { latitude: 10, longitude: 10 } })
    const near = { location: { latitude: 10.001, longitude: 10 } }
    await make({ name: 'Fish Stall', parentPlaceId: hall.id, ...near })
    await make({ name: 'Secret Stall', parentPlaceId: hall.id, visibility: 'private', ...near })
    const { body } = await open('/place/market-hall')
    assert.match(body, /Inside this place[^]*href="\/place\/fish-stall"/)
    assert.match(body, /110 m/)
    assert.doesNotMatch(body, /Secret/)
    assert.match((await open('/place/fish-stall')).body, /Part of <a href="\/place\/market-hall">Market Hall<\/a>/)
  })

  test('a public stream that is live at a place, or at one merged into it, is shown on its page', async () => {
    const stage = await make({ name: 'Stream Stage' })
    const former = await make({ name: 'Former Stage' })
    await w.refused(
      'livestream.stream.create',
      { title: 'Nowhere', placeId: `plc_${'0'.repeat(34)}` },
      { code: 'invalid_request', mention: '/placeId' },
    )
    const streams: string[] = []
    for (const [title, placeId, visibility] of [
      ['On stage', stage.id, 'public'],
      ['Formerly there', former.id, 'public'],
      ['Closed door', stage.id, 'unlisted'],
    ] as const) {
      const host = hostOf(w.app)
      const made = await w.call('livestream.stream.create', { title, placeId, visibility })
      streams.push(String(made.id))
      const key = String(objectOf(made.ingest)['streamKey'])
      const admission = await host.admit({ key, address: '127.0.0.1', protocol: 'rtmp' })
      assert.ok('plan' in admission, JSON.stringify(admission))
      await host.store(admission.plan, { kind: 'ready', videoCodec: 'avc1', audioCodec: null, width: 640, height: 360 })
    }
    await w.call('places.place.update', { placeId: former.id, mergeIntoPlaceId: stage.id })
    await w.settle()
    const { body } = await open('/place/stream-stage')
    assert.match(body, /Live now here/)
    assert.ok(body.includes('On stage') && body.includes('Formerly there') && !body.includes('Closed door'), body)
    const named = await w.call('places.place.get', { placeId: stage.id, include: ['streams'] })
    const liveStreams = named.liveStreams ?? []
    assert.deepEqual(liveStreams.map(({ title }) => title).toSorted(), ['Formerly there', 'On stage'])
    assert.match((await open(new URL(String(liveStreams[0]?.url)).pathname)).body, /On stage|Formerly there/)
    const { id: sheetId } = await w.call('livestream.details.create', {
      targetType: 'stream',
      targetId: streams[0] ?? '',
      locale: 'en',
      title: 'On the large stage',
      maturityRating: 'adult',
      coverPhotoUrl: 'https://img.example/cover.jpg',
    })
    const veiled = (await open('/place/stream-stage')).body
    assert.match(veiled, /<div class="thumb" data-veiled><img src="https:\/\/img\.example\/cover\.jpg"/)
    assert.match(veiled, /<h3><a [^>]*>On the large stage<\/a><\/h3>/)
    await w.call('livestream.details.delete', { detailsId: sheetId })
    const watchPage = `/watch/${String(streams[0]).replace('str_', 'plb_')}`
    const link = `at <a href="http://fairground.test/place/stream-stage"><bdi>Stream Stage</bdi></a>`
    const ofPlace = `"contentLocation":{"@type":"Place","name":"Stream Stage"`
    for (const [visibility, isNamed] of [
      ['private', false],
      ['public', true],
    ] as const) {
      await w.call('places.place.update', { placeId: stage.id, visibility })
      const { body: watched } = await open(watchPage)
      assert.deepEqual([watched.includes(link), watched.includes(ofPlace)], [isNamed, isNamed], watched)
    }
    assert.equal((await w.call('places.place.get', { placeId: stage.id })).liveStreams, null)
    const { channelId } = await w.call('livestream.stream.get', { streamId: streams[0] ?? '' })
    for (const [visibility, isShown] of [
      ['private', false],
      ['unlisted', false],
      ['public', true],
    ] as const) {
      await w.call('livestream.channel.update', { channelId, visibility })
      assert.equal((await open('/place/stream-stage')).body.includes('On stage'), isShown, visibility)
    }
    await w.call('livestream.stream.update', { streamId: streams[0] ?? '', placeId: null })
    await w.settle()
    assert.doesNotMatch((await open('/place/stream-stage')).body, /On stage/)
  })

  test('a map is drawn for every point of the earth', async () => {
    for (const [at, [latitude = 0, longitude = 0]] of [
      [90, 0],
      [-90, 180],
      [0, -180],
      [-17.8, 179.99],
      [39, -98],
    ].entries()) {
      await make({ name: `Point ${at}`, location: { latitude, longitude } })
      const { statusCode, body } = await open(`/place/point-${at}`)
      assert.equal(statusCode, 200)
      assert.match(body, /<svg class="map" /)
      assert.doesNotMatch(body, /NaN|Infinity/)
    }
  })

  test('slugs of former installations become names of the instance', async () => {
    const other = await w.another()
    const here = await make({ name: 'Twice' })
    const there = await w.call(
      'places.place.create',
      { ...base, name: 'Once', location: hamburg },
      { key: other.secretKey },
    )
    const query = async (text: string) => (await w.app.pools.work.query(text)).rows
    await query(`delete from directory_name where kind = 'place' and key in ('${here.slug}', '${there.slug}')`)
    await query(`update places_place set slug = '${here.slug}' where slug = '${there.slug}'`)
    const files = (await readMigrations()).filter(({ name }) =>
      /_(directory_name_place|places_slug_suffix|directory_place_feed_fill)$/.test(name),
    )
    for (const statement of files.flatMap(({ statements }) => statements)) await query(statement)
    const slugs = await query(`select key from directory_name where kind = 'place' and key like 'twice%' order by 1`)
    assert.equal(slugs.length, 2)
    assert.match(String(slugs[1]?.['key']), /^twice-[0-9a-f]{9}$/)
    for (const { key } of slugs) assert.equal((await open(`/place/${key}`)).statusCode, 200)
  })
})

test('the directory lists public places of live accounts by country and city, with counts and a search', async () => {
  await using w = await world()
  const open = async (url: string) => (await w.app.server.inject({ url })).body
  const make = (name: string, address: object | undefined, more: object = {}) =>
    w.call('places.place.create', { ...base, name, location: hamburg, ...(address && { address }), ...more })
  assert.match(await open('/places'), /No place is public yet/)
  for (let at = 0; at < 30; at++) {
    await make(`House ${String(at).padStart(2, '0')}`, { city: at % 2 === 0 ? 'Zürich' : 'ZURICH', countryCode: 'CH' })
  }
  const one = await make('Old Barn', { city: 'Bern', countryCode: 'CH' })
  await make('Fado House', { city: 'Lisboa', countryCode: 'PT' })
  await make('Fjord Cabin', { city: 'Bergen', countryCode: 'NO' })
  await make('Tapas Bar', { city: 'Vigo', countryCode: 'ES' })
  await make('Lost Hut', undefined)
  await make('Draft', { city: 'Basel', countryCode: 'CH' }, { status: 'draft' })
  await make('Private', { city: 'Genf', countryCode: 'CH' }, { visibility: 'private' })
  const twin = { ...base, name: 'Twin', location: hamburg, address: { city: 'Chur', countryCode: 'CH' } }
  await w.call('places.place.create', twin, { key: w.account.testSecretKey })
  await w.settle()
  const cities = await open('/places')
  assert.match(
    cities,
    /Switzerland[^]*Bern<\/span> <span class="small">1 place<[^]*30 places[^]*Elsewhere[^]*Without a city/,
  )
  assert.match(cities, /Norway[^]*Portugal[^]*Spain[^]*Switzerland/, 'countries are in the order of their names')
  assert.doesNotMatch(cities, /Basel|Genf|Chur/)
  const first = await open('/places?country=CH&city=zurich')
  assert.match(first, /House 00[^]*House 23/)
  assert.doesNotMatch(first, /House 24|Old Barn/)
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&')
  assert.match(await open(String(next)), /House 24[^]*House 29/)
  assert.match(await open('/places?country=CH'), /House 22/)
  assert.match(await open('/places?country=-&city=-'), /Lost Hut/)
  assert.match(await open('/places?q=barn'), /href="\/place\/old-barn"/)
  await w.call('places.place.update', { placeId: one.id, visibility: 'private' })
  assert.doesNotMatch(await open('/places?q=barn'), /old-barn/)
  await w.settle()
  assert.doesNotMatch(await open('/places'), /Bern</)
})

test('pages of the directory follow each other behind names and cities that folding makes long', async () => {
  await using w = await world()
  const open = (url: string) => w.app.server.inject({ url })
  const wide = '\ufdfa'
  for (let at = 0; at < 125; at++) {
    const name = at < 25 ? wide.repeat(160) : `Hut ${at}`
    const city = `${at}${wide.repeat(117)}`
    await w.call('places.place.create', { ...base, name, address: { city, countryCode: 'AA' } })
  }
  await w.settle()
  const next = (body: string, pattern: RegExp) => String(pattern.exec(body)?.[1]).replaceAll('&amp;', '&')
  const cities = await open('/places')
  const moreCities = await open(next(cities.body, /href="(\/places\?after=[^"]+)"/))
  assert.equal(moreCities.statusCode, 200)
  let places = await open('/places?country=AA')
  for (let more = 5; more > 0; more--) {
    places = await open(next(places.body, /rel="next" href="([^"]+)"/))
    assert.equal(places.statusCode, 200)
  }
  assert.doesNotMatch(places.body, /rel="next"/)
  const listed = await open(next(cities.body, /href="(\/places\?country=AA&amp;city=[^"]+)"/))
  assert.match(listed.body, /class="cover" href="\/place\//)
  const first = await w.call('places.place.all', { sort: '-name', limit: 1 })
  const cursor = String(first.pagination.nextCursor)
  const second = await w.call('places.place.all', { sort: '-name', limit: 1, cursor })
  assert.notEqual(second.items[0]?.id, first.items[0]?.id)
})
