import { test } from 'node:test'
import { checkPlan } from '#test/database/plans.ts'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import { world } from '#test/world/world.ts'

const count = 50_000
/** Rows that a list may read for a page of 25; a scan would read the whole account. */
const touchedMax = 8_000

const near = { near: '8.9533,-12.5163' }
const lists: [string, object][] = [
  ['newest', {}],
  ['oldest', { sort: 'createdAt' }],
  ['by name', { sort: 'name' }],
  ['by name, falling', { sort: '-name' }],
  ['a common type', { type: 'venue' }],
  ['a rare type', { type: 'outdoor' }],
  ['a rare type by name', { type: 'outdoor', sort: 'name' }],
  ['a common state', { status: 'active' }],
  ['a rare state', { status: 'archived' }],
  ['a rare state by name', { status: 'archived', sort: 'name' }],
  ['a country', { countryCode: 'JP' }],
  ['a large city', { city: 'city 0' }],
  ['a small city by name', { city: 'city 199', sort: 'name' }],
  ['a common tag', { tag: 'label 1' }],
  ['a rare tag', { tag: 'tag 299' }],
  ['a category', { category: 'category 29' }],
  ['private', { visibility: 'private' }],
  ['public', { visibility: 'public' }],
  ['large', { minCapacity: 4900 }],
  ['open', { openAt: '2026-11-23T10:00:00Z' }],
  ['a rare word', { q: 'harbour arena 777', sort: 'name' }],
  ['a common word late in the names', { q: 'royal', sort: 'name' }],
  ['two common words by name', { q: 'harbour hall', sort: 'name' }],
  ['a common Han letter by name', { q: '東', sort: 'name' }],
  ['words by relevance', { q: 'harbour arena 777' }],
  ['a short word', { q: 'zz' }],
  ['a short word by name', { q: 'zz', sort: 'name' }],
  ['a letter that begins no word', { q: 'x', sort: 'createdAt' }],
  ['short words, common and rare', { q: '9 zz' }],
  ['a short word of punctuation', { q: 'c++' }],
  ['a common short word', { q: 'ha' }],
  ['a common Cyrillic word', { q: 'театр' }],
  ['a common Cyrillic word by name', { q: 'театр', sort: 'name' }],
  ['a rare Cyrillic word', { q: 'Абвг' }],
  ['a rare Cyrillic word by name', { q: 'Абвг', sort: 'name' }],
  ['a Cyrillic word that is nowhere', { q: 'щщщ', sort: 'createdAt' }],
  ['a short Cyrillic word', { q: 'щу' }],
  ['a Cyrillic letter that begins no word', { q: 'щ', sort: 'name' }],
  ['a common Cyrillic letter', { q: 'т' }],
  ['Greek, Arabic, Hebrew, Hindi and Korean', { q: 'θέατρο مسرح תיאטרון रंगमंच 극장', sort: 'createdAt' }],
  ['a Han word', { q: '東京', sort: 'name' }],
  ['Han letters in an order that is nowhere', { q: '京東', sort: 'createdAt' }],
  ['a long Han word', { q: '東京国立劇場', sort: 'createdAt' }],
  ['a Han letter', { q: '東', sort: 'createdAt' }],
  ['a Han letter that is nowhere', { q: '劇', sort: 'createdAt' }],
  ['kana, Thai and Khmer', { q: 'ホール โรง រោង', sort: 'createdAt' }],
  ['Latin and Han letters in a row', { q: 'nhk東京', sort: 'createdAt' }],
  ['wild words', { q: String.raw`%_% \ ___ a_b 100%`, sort: 'createdAt' }],
  ['a word of 200 letters', { q: 'garden'.repeat(34).slice(0, 200), sort: 'createdAt' }],
  ['a Cyrillic word of 200 letters', { q: 'театр'.repeat(40), sort: 'createdAt' }],
  ['eight words of one letter', { q: 'a b c d e f g h', sort: 'createdAt' }],
  ['eight words of one letter, Cyrillic', { q: 'т м р к с п а б', sort: 'name' }],
  ['a word that is nowhere in a large city', { city: 'city 0', q: 'zzyzx' }],
  ['a short word in a large city', { city: 'city 0', q: 'zz' }],
  ['a common word in a small city', { city: 'city 190', q: 'hall' }],
  ['a small box', { bbox: '-13,8.8,-12.5,9' }],
  ['the whole earth', { bbox: '-180,-90,180,90' }],
  ['the whole earth by name', { bbox: '-180,-90,180,90', sort: 'name' }],
]

/** Maps of a small box. One of the whole earth counts every place. */
const maps: [string, object][] = [
  ['all places of a box', {}],
  ['a common word', { q: 'royal' }],
  ['a rare type', { type: 'outdoor' }],
  ['a rare tag', { tag: 'tag 299' }],
  ['open', { openAt: '2026-11-23T10:00:00Z' }],
  ['a large city', { city: 'city 0' }],
]

test('an index serves every list and map', async () => {
  await using w = await world()
  const { account } = w.account
  const client = await w.app.pools.work.connect()
  try {
    await seedPlaces(client, { accountId: account.id, count, isRebuilding: true })
    const { rows } = await client.query<{ at: string }>(
      `select location_latitude || ',' || location_longitude as at from places_place
       where account_id = $1 and city_key = 'city 0' limit 1`,
      [account.id],
    )
    near.near = (rows[0]?.at ?? '').replace(/(\.\d{6})\d+/g, '$1')
  } finally {
    client.release()
  }
  const nearby: [string, object][] = [
    ['nearest', near],
    ['nearest within 100 km', { ...near, radiusM: 100_000 }],
    ['nearest of a rare type', { ...near, radiusM: 100_000, type: 'studio' }],
    ['within 100 km by name', { ...near, radiusM: 100_000, sort: 'name' }],
    ['within 500 m, newest', { ...near, radiusM: 500, sort: '-createdAt' }],
    ['nearest with a rare word', { ...near, radiusM: 100_000, q: 'zzyzx', sort: 'distance' }],
    ['nearest with a short word', { ...near, radiusM: 100_000, q: 'zz', sort: 'distance' }],
    ['nearest in a small city', { ...near, radiusM: 100_000, city: 'city 199' }],
    ['nearest in a middling city elsewhere', { ...near, radiusM: 100_000, city: 'city 20' }],
    ['nearest with a rare tag', { ...near, radiusM: 100_000, tag: 'tag 299' }],
    ['within 100 km in a country elsewhere by name', { ...near, radiusM: 100_000, countryCode: 'IT', sort: 'name' }],
    ['within 100 km, a common word by name', { ...near, radiusM: 100_000, q: 'royal', sort: 'name' }],
  ]
  for (const [name, query] of [...lists, ...nearby]) {
    const ask = () => w.call('places.place.all', { ...query })
    await checkPlan(w, { name, ask, table: 'places_place', touchedMax })
  }
  for (const [name, query] of maps) {
    const ask = () => w.call('places.place.map', { bbox: '-13,8.8,-12.5,9', ...query })
    await checkPlan(w, { name: `map: ${name}`, ask, table: 'places_place', touchedMax })
  }
})
