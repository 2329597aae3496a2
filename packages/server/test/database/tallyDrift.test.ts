import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Product } from '#kit/nouns/product.ts'
import type { Tally } from '#kit/nouns/tally.ts'
import { products } from '#products/index.ts'
import { livestream } from '#products/livestream/index.ts'
import { testCluster, type TestDatabase } from '#test/world/cluster.ts'
import { readCatalog } from './schemaCatalog.ts'
import { checkTallyDrift } from './tallyDrift.ts'

let database: TestDatabase
let client: pg.Client

before(async () => {
  database = await (await testCluster()).createDatabase()
  client = new pg.Client(database.address)
  await client.connect()
})

after(async () => {
  await client.end()
  await database.drop()
})

test('tallies match their tables', async () => {
  assert.ok(products.flatMap(({ tallies }) => tallies).length > 2)
  assert.deepEqual(checkTallyDrift(products, await readCatalog(client)), [])
})

const table = 'livestream_view'
const inDatabase: Record<string, { sql: string; says: RegExp }> = {
  'a column that no tally has': { sql: `alter table ${table} add column stray text`, says: /undeclared column stray/ },
  'a column that is missing': { sql: `alter table ${table} drop column os`, says: /no column os text/ },
  'a column of another type': {
    sql: `alter table ${table} alter column os type varchar(9)`,
    says: /no column os text/,
  },
  'a column that may be null': {
    sql: `alter table ${table} alter column os drop not null`,
    says: /undeclared column os text null/,
  },
  'a table that is missing': { sql: `alter table ${table} rename to elsewhere`, says: /there is no table/ },
  'a table of a roll-up that is missing': {
    sql: 'alter table livestream_view_hour rename to elsewhere',
    says: /heartbeat: there is no table livestream_view_hour/,
  },
  'old rows without an index': { sql: 'drop index livestream_view_seen_ix', says: /begins with seen_at/ },
}

for (const [name, { sql, says }] of Object.entries(inDatabase)) {
  test(`tally drift finds ${name}`, async () => {
    await client.query('begin')
    try {
      await client.query(sql)
      assert.match(checkTallyDrift([livestream], await readCatalog(client)).join('\n'), says)
    } finally {
      await client.query('rollback')
    }
  })
}

const inCode: Record<string, { change(of: Tally): Partial<Tally>; says: RegExp }> = {
  'columns in another order': {
    change: ({ columns }) => ({ columns: Object.fromEntries(Object.entries(columns).toReversed()) }),
    says: /another order/,
  },
  'partitions that the table does not have': { change: () => ({ partition: 'day' }), says: /partitioned by null/ },
  'a moment that is no moment': { change: () => ({ moment: 'os' }), says: /os is no moment/ },
}

for (const [name, { change, says }] of Object.entries(inCode)) {
  test(`tally drift finds ${name}`, async () => {
    const tallies = livestream.tallies.map((each) => (each.table === table ? { ...each, ...change(each) } : each))
    const planted: Product = { ...livestream, tallies }
    assert.match(checkTallyDrift([planted], await readCatalog(client)).join('\n'), says)
  })
}
