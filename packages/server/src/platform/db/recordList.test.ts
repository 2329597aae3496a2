import assert from 'node:assert/strict'
import { test } from 'node:test'
import { place } from '#products/places/place/place.ts'
import { testCluster } from '#test/world/cluster.ts'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import { openCursors } from './cursor.ts'
import { readRecordPage } from './recordList.ts'
import { executor, openPools } from './pools.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

test('a list is three prepared statements with generic plans, for pages of every size', async () => {
  await using database = await (await testCluster()).createDatabase()
  const pools = openPools({ address: database.address, sizeMax: 1, isPreparing: true, log })
  const accountId = 7
  const client = await pools.work.connect()
  try {
    await client.query('begin')
    await client.query('alter table places_place drop constraint places_place_account_fk')
    await client.query('commit')
    await seedPlaces(client, { accountId, count: 2_000 })
  } finally {
    client.release()
  }
  const db = executor(pools.work, true)
  const cursors = openCursors(Buffer.alloc(32))
  for (const limit of [1, 2, 5, 10, 11, 20, 25, 26, 50, 100].flatMap((size) =>
    Array.from({ length: 10 }, () => size),
  )) {
    const page = await readRecordPage({ db, cursors }, { of: place, accountId }, { limit })
    assert.equal(page.items.length, limit)
    assert.equal(page.pagination.hasMore, true)
  }
  const { rows: prepared } = await pools.work.query<{ generic: number; custom: number }>(
    `select generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
     where name like 'places_place.list%'`,
  )
  assert.equal(prepared.length, 3, JSON.stringify(prepared))
  for (const { generic, custom } of prepared) assert.ok(generic > custom, JSON.stringify(prepared))
  await pools.close()
})
