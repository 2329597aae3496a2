import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownStatements } from '#kit/call/statement.ts'
import { checkPlan, rowsRead } from '#test/database/plans.ts'
import { world } from '#test/world/world.ts'

test('the directory reads few rows of many: cities by hops over an index, a city in the order of names', async () => {
  await using w = await world()
  await w.app.pools.work.query(
    `insert into directory_place_feed
       (bucket, account_id, id, version, name, country, city_key, city, search_text, card)
     select 'places', $1, gen_random_uuid(), 1, case when n > 36000 then 'þing ' else 'place ' end || n,
       case when n > 36000 then 'IS' when n % 3 = 0 then 'DE' else 'FR' end,
       'city ' || n % 200, 'City', 'place word' || n % 3000, '{}' from generate_series(1, 40000) n`,
    [w.account.account.id],
  )
  await w.app.pools.work.query('analyze directory_place_feed')
  const cities = knownStatements().find(({ name }) => name === 'directory_place_feed.cities')
  assert.ok(cities)
  const read = await rowsRead(w.app.pools.work, cities.text, ['places', '', '', true])
  assert.ok(read > 100 && read < 40_000, `${read} rows`)
  // A page behind the first, as a connection runs it that has planned the statement once for all values.
  const client = await w.app.pools.work.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare cities as ${cities.text}`)
  const later = await rowsRead(client, `execute cities('places', 'FR', 'city 70', false)`)
  client.release(true)
  assert.ok(later > 100 && later < 25_000, `${later} rows of a later page`)
  for (const [name, query] of [
    ['a city', 'country=DE&city=city%20150'],
    ['a country', 'country=FR'],
    ['a country whose names are the last', 'country=IS'],
    ['a word', 'q=word2345'],
  ] as const) {
    const ask = () => w.app.server.inject(`/places?${query}`)
    await checkPlan(w, { name, ask, table: 'directory_place_feed', touchedMax: 3_000 })
  }
})
