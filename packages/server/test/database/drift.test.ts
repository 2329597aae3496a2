import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { defaulted, line, oneOf, optional } from '#kit/values/fields.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { livestream } from '#products/livestream/index.ts'
import { products } from '#products/index.ts'
import { testCluster, type TestDatabase } from '#test/world/cluster.ts'
import { checkDrift } from '#test/conformance/drift.ts'
import { loadRecipes } from '#test/world/recipes.ts'
import { readCatalog } from './schemaCatalog.ts'

const { computedSorts } = await loadRecipes()
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

test('resources and tables have no differences', async () => {
  assert.deepEqual(checkDrift(products, await readCatalog(client), computedSorts), [])
})

const table = 'livestream_category'
const inDatabase: Record<string, { sql: string; says: RegExp }> = {
  'a column that no field has': { sql: `alter table ${table} add column stray text`, says: /stray is in no field/ },
  'a column that is missing': { sql: `alter table ${table} drop column color`, says: /no column color/ },
  'a column of another type': {
    sql: `alter table ${table} alter column position type bigint`,
    says: /position is bigint, not integer/,
  },
  'a column that may be null': {
    sql: `alter table ${table} alter column name drop not null`,
    says: /name may be null/,
  },
  'a column that may not be null': {
    sql: `alter table ${table} alter column color set not null`,
    says: /color is never null/,
  },
  'a table that is missing': { sql: `alter table ${table} rename to elsewhere`, says: /there is no table/ },
  'a state that the database does not know': {
    sql: `alter table ${table} drop constraint ${table}_status_check;
      alter table ${table} add constraint ${table}_status_check check (status in ('active', 'deleted'))`,
    says: /the states are active,deleted,inactive/,
  },
  'a unique index that no one explains': {
    sql: `create unique index ${table}_color_key on ${table} (account_id, color)`,
    says: /does not explain livestream_category_color_key/,
  },
  'a foreign key that leads to no field': {
    sql: `alter table ${table} add constraint stray_fk
      foreign key (account_id, id) references livestream_static (account_id, id)`,
    says: /stray_fk leads to no field/,
  },
  'an order without its index': { sql: 'drop index livestream_channel_name_ix', says: /serves sort=name/ },
  'a list of an object without its owner': {
    sql: 'alter table livestream_channel_link drop constraint livestream_channel_link_owner_fk',
    says: /livestream_channel_link does not go with its owner/,
  },
  'a member without its column': {
    sql: 'alter table livestream_channel_link drop column label',
    says: /no column label/,
  },
}

for (const [name, { sql, says }] of Object.entries(inDatabase)) {
  test(`planted in the database: ${name}`, async () => {
    await client.query('begin')
    try {
      await client.query(sql)
      assert.match(checkDrift([livestream], await readCatalog(client), computedSorts).join('\n'), says)
    } finally {
      await client.query('rollback')
    }
  })
}

const inCode: Record<string, { change(of: Resource): Partial<Resource>; says: RegExp }> = {
  'a field without a column': {
    change: (of) => ({ fields: { ...of.fields, mood: optional(line(9)) } }),
    says: /no column mood/,
  },
  'a field that is not nullable': {
    change: (of) => ({ fields: { ...of.fields, color: defaulted(line(7), '#000000') } }),
    says: /color may be null/,
  },
  'a closed list without its check': {
    change: (of) => ({ fields: { ...of.fields, color: optional(oneOf(['red', 'blue'])) } }),
    says: /no check holds color to blue,red/,
  },
  'a state that is not in the check': {
    change: (of) => ({ states: { ...of.states, lost: [] } }),
    says: /the states are/,
  },
  'a constraint that is not there': {
    change: (of) => ({
      constraints: Object.fromEntries(Object.values(of.constraints).map((each) => ['stray_key', each])),
    }),
    says: /explains stray_key/,
  },
}

for (const [name, { change, says }] of Object.entries(inCode)) {
  test(`planted in the code: ${name}`, async () => {
    const resources = livestream.resources.map((each) => (each.table === table ? { ...each, ...change(each) } : each))
    const planted: Product = { ...livestream, resources }
    assert.match(checkDrift([planted], await readCatalog(client), computedSorts).join('\n'), says)
  })
}
