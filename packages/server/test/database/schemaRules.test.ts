import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { TableRule } from '#kit/nouns/table.ts'
import { tablesOf } from '#platform/db/tableRules.ts'
import { products } from '#products/index.ts'
import { readMigrations } from '#platform/db/migrations.ts'
import { type TestDatabase, testCluster } from '#test/world/cluster.ts'
import { checkMigrations } from './migrationRules.ts'
import { readCatalog } from './schemaCatalog.ts'
import { checkSchema } from './schemaRules.ts'

/** A planted defect in a migrated database, the rule of its table, and the expected finding. */
type Plant = { sql: string; as?: Partial<TableRule>; says: RegExp }

const begin = 'create table plant (account_id bigint not null, id uuid not null'
const key = 'constraint plant_pk primary key (account_id, id)'
const byTime = { key: ['account_id', 'id', 'at'], partitionedBy: 'at' }
const plain = `${begin}, ${key});`

const plants: Record<string, Plant[]> = {
  class: [{ sql: 'create table stray (id int)', says: /stray has no rule/ }],
  account: [
    { sql: `create table plant (id uuid not null, account_id bigint not null, ${key})`, says: /first column/ },
    { sql: `create table plant (account_id int not null, id uuid not null, ${key})`, says: /first column/ },
    { sql: `create table plant (account_id bigint not null, id text not null, ${key})`, says: /`id uuid not null`/ },
  ],
  key: [
    { sql: `${begin}, constraint plant_pk primary key (id))`, says: /primary key \(id\), not/ },
    { sql: `${begin})`, says: /primary key \(none\)/ },
    { sql: plain, as: { burst: true }, says: /keyed without person_key/ },
    { sql: plain, as: { key: ['id', 'account_id'] }, says: /keyed without account_id first/ },
  ],
  unique: [
    {
      sql: `${begin}, slug text, ${key}, constraint plant_slug_key unique (slug))`,
      says: /unique index plant_slug_key/,
    },
    { sql: `${plain} create index plant_id_ix on plant (id)`, says: /index plant_id_ix does not start/ },
    { sql: `${plain} create index plant_id_ix on plant ((id::text), account_id)`, says: /index plant_id_ix/ },
    { sql: plain, as: { acrossAccounts: ['plant_relay_ix'] }, says: /plant_relay_ix is listed and gone/ },
    {
      sql: `${begin}, at tstzrange, ${key},
        constraint plant_at_excl exclude using gist (at with &&, account_id with =))`,
      says: /exclusion plant_at_excl/,
    },
    {
      sql: 'create table plant (slug text constraint plant_pk primary key, x text constraint plant_x_key unique)',
      as: { class: 'directory', key: ['slug'] },
      says: /unique index plant_x_key does not start with slug/,
    },
  ],
  foreignKey: [
    { sql: foreign('on delete set null (key_id)'), says: /ON DELETE may be/ },
    { sql: foreign('on update restrict'), says: /ON UPDATE may be/ },
    { sql: foreign('not valid'), says: /not validated/ },
    { sql: foreign(''), as: { burst: true }, says: /burst tables have no foreign keys/ },
    { sql: foreign(''), as: { class: 'ops' }, says: /leads from a ops table/ },
    {
      sql: `${plain} create unique index other_ix on account_key (id);
        alter table plant add constraint plant_id_fk foreign key (id) references account_key (id)`,
      says: /plant_id_fk: is not \(account_id/,
    },
    {
      sql: `${begin}, name text, ${key});
        alter table plant add constraint plant_name_fk foreign key (name) references ops_setting (name)`,
      says: /to ops_setting, a table of class ops/,
    },
  ],
  machinery: [
    { sql: 'create function plant() returns int language sql as $$ select 1 $$', says: /plant is a function/ },
    { sql: 'create sequence plant', says: /plant is a sequence/ },
    { sql: "create type plant as enum ('a')", says: /plant is a enum type/ },
    { sql: 'create domain plant as text', says: /plant is a domain/ },
    { sql: `${begin}, n bigint generated always as identity, ${key})`, says: /identity column/ },
    {
      sql: `${plain} create rule plant_rule as on delete to plant do instead nothing`,
      says: /has the rule plant_rule/,
    },
    {
      sql: `${plain} create trigger plant_trigger before update on plant for each row
        execute function suppress_redundant_updates_trigger()`,
      says: /has the trigger plant_trigger/,
    },
    { sql: plain.replace('table', 'unlogged table'), says: /unlogged/ },
    { sql: `${begin}, ${key}) inherits (account_account)`, says: /inherits from account_account/ },
  ],
  types: [
    { sql: `${begin}, name varchar(10), ${key})`, says: /name is character varying/ },
    { sql: `${begin}, at timestamp, ${key})`, says: /at is timestamp/ },
    { sql: `${begin}, price_minor int, ${key})`, says: /price_minor is money/ },
  ],
  jsonb: [
    { sql: `${begin}, x jsonb, ${key})`, as: { jsonb: ['x'] }, says: /x is jsonb without a check/ },
    {
      sql: `${begin}, x jsonb, ${key}, constraint plant_x_check check (octet_length(x::text) < 9))`,
      says: /x is jsonb and not listed/,
    },
  ],
  names: [
    { sql: `${plain} create index ${'p'.repeat(51)} on plant (account_id)`, says: /51 characters/ },
    { sql: `${plain} create index plant_123456 on plant (account_id)`, says: /like the name of a shard/ },
    { sql: `${begin}, "Name" text, ${key})`, says: /Name is not written in lower case/ },
  ],
  partitions: [
    { sql: `${begin}, ${key}) partition by list (account_id)`, says: /partitioned by LIST/ },
    { sql: plain, as: { partitionedBy: 'at' }, says: /partitioned by nothing/ },
    {
      sql: `create table plant (account_id bigint not null, id int not null, ${key}) partition by range (id)`,
      as: { partitionedBy: 'id' },
      says: /id is no timestamp/,
    },
    { sql: partitioned('partition by range (at)'), as: byTime, says: /one level only/ },
  ],
}

function foreign(tail: string): string {
  return `${begin}, key_id uuid, ${key});
    alter table plant add constraint plant_key_fk
      foreign key (account_id, key_id) references account_key (account_id, id) ${tail}`
}

function partitioned(tail: string): string {
  return `${begin}, at timestamptz(3) not null, constraint plant_pk primary key (account_id, id, at))
      partition by range (at);
    create table plant_p202601 partition of plant for values from ('2026-01-01') to ('2026-02-01') ${tail}`
}

describe('schema rules', () => {
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

  test('the database keeps every rule', async () => {
    const catalog = await readCatalog(client)
    assert.ok(catalog.tables.length > 8)
    assert.deepEqual(checkSchema(catalog, tablesOf(products)), [])
  })

  test('a partitioned account table that keeps every rule passes', async () => {
    assert.deepEqual(await planted({ sql: partitioned(''), as: byTime, says: /./ }), [])
  })

  for (const [rule, cases] of Object.entries(plants)) {
    for (const plant of cases) {
      test(`planted ${rule}: ${plant.sql.replaceAll(/\s+/g, ' ').slice(0, 90)}`, async () => {
        const found = await planted(plant)
        assert.ok(
          found.some((one) => one.startsWith(`${rule}: `) && plant.says.test(one)),
          found.join('\n'),
        )
      })
    }
  }

  /** Findings about a planted table, which is dropped afterwards. */
  async function planted({ sql, as }: Plant): Promise<string[]> {
    await client.query('begin')
    try {
      await client.query(sql)
      const plant: TableRule = { class: 'account', key: ['account_id', 'id'], ...as }
      const catalog = await readCatalog(client)
      const rules = tablesOf(products)
      const there = catalog.tables.some(({ name }) => name === 'plant')
      const found = checkSchema(catalog, there ? { ...rules, plant } : rules)
      return found.map(({ rule, table, message }) => `${rule}: ${table} ${message}`)
    } finally {
      await client.query('rollback')
    }
  }
})

const lists: Record<string, string[]> = {
  oneCommand: [
    'alter table a add column b int, add column c int',
    'alter table a add x int default 1,\n-- , \nadd y int',
  ],
  foreignKeysApart: [
    'create table a (b int, constraint a_b_fk foreign key (b) references b (id))',
    'alter table a add column b int references b (id)',
    String.raw`create table a (b text default E'\'', c int references d (e), f text default '')`,
  ],
  named: [
    'create table a (b int primary key)',
    'create table a (b int unique)',
    'create table a (b int, check (b > 0))',
    'alter table a add unique (b)',
    'create table a (b int); create index on a (b)',
  ],
  concurrently: [
    'create index concurrently a_ix on a (b)',
    'create index a_ix on a (b)',
    '-- nontransactional\ncreate table a (b int)',
    '-- nontransactional\ndo $$ begin update a set b = 1; end $$',
  ],
  notValid: [
    'alter table a add constraint a_b_check check (b > 0)',
    'alter table a add constraint a_b_fk foreign key (b) references b (id)',
    'alter table if exists a add constraint a_b_check check (b > 0)',
  ],
  forbidden: [
    'create or replace function f() returns int language sql as $$ select 1; $$',
    'create trigger t before insert on a execute function f()',
    "create type a as enum ('b')",
    'do $$ begin end $$',
    'do $$ begin update a set b = 1; commit; end $$',
    'lock table a',
    'create table a (b bigserial)',
    'create table a () inherits (b)',
    'alter table a inherit b',
    'start transaction',
    'create table b (x int); alter table b add constraint b_x_fk foreign key (x) references c (x) on delete set null',
    'alter table a detach partition b concurrently',
    'begin',
  ],
  newerFeatures: [
    'create table a (b int generated always as (1) virtual)',
    'create table a (id uuid default uuidv7())',
    'create table a (at tstzrange, constraint a_key unique (at without overlaps))',
    'update a set b = 1 returning old.b',
    'select json_value(a, b) from c',
    'select any_value(a) from b',
    'update a set b = 1_000_000',
    'create table a (b text storage external)',
  ],
}

const clean = [
  `create table a (b text not null default 'x, y; -- z', n numeric(10, 2), constraint a_pk primary key (b),
     constraint a_b_check check (b in ('on delete set null', 'virtual')));
   create unique index a_ix on a (b) where b is not null;
   alter table a add constraint a_b_fk foreign key (b) references c (b) on delete cascade;
   alter table c add constraint c_check check (b is not null) not valid; alter table c alter column b set default 1`,
  '-- nontransactional\ncreate index concurrently if not exists a_ix on a (b)',
  '-- nontransactional\ndo $$ begin update a set b = 1; commit; end $$',
]

test('the migrations keep every rule', async () => {
  const migrations = await readMigrations()
  assert.ok(migrations.length > 1)
  assert.deepEqual(checkMigrations(migrations), [])
})

test('a migration that keeps every rule passes', () => {
  for (const sql of clean) assert.deepEqual(checkMigrations([migration(sql)]), [])
})

for (const [rule, cases] of Object.entries(lists)) {
  test(`planted in a migration: ${rule}`, () => {
    for (const sql of cases) {
      const found = checkMigrations([migration(sql)]).map((one) => one.rule)
      assert.ok(found.includes(rule), `${sql}: ${found.join(', ')}`)
    }
  })
}

function migration(sql: string) {
  const name = '20260101000000_plant_base'
  return { name, checksum: '', statements: [sql], transactional: !sql.startsWith('-- nontransactional') }
}
