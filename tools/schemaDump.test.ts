import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testCluster, type TestDatabase } from '#test/world/cluster.ts'
import { dumpSchema } from './schemaDump.ts'

const sample = `
  create table sample (account_id bigint not null, id uuid not null, at timestamptz(3) not null, "order" text,
    name text default 'x''y', upper_name text generated always as (upper(name)) stored,
    constraint sample_pk primary key (account_id, id, at), constraint sample_name_check check (name <> ''),
    constraint sample_order_key unique (account_id, "order", at)) partition by range (at);
  create index sample_name_ix on sample (account_id, lower(name)) where name is not null;
  create table sample_p202601 partition of sample for values from ('2026-01-01 00:00:00Z') to ('2026-02-01 00:00:00Z');
  create index sample_p202601_at_ix on sample_p202601 (account_id, at);
  alter table sample add constraint sample_account_fk foreign key (account_id)
    references account_account (account_id) on delete cascade;
  create view sample_view as select account_id, count(*) as samples from sample group by account_id`

const bound = "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')"
const foreignKey = 'FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE'

async function withDatabase<T>(made: Promise<TestDatabase>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await using database = await made
  const client = new pg.Client(database.address)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function missing(from: string, of: string): string[] {
  const lines = new Set(from.split('\n'))
  return of.split('\n').filter((line) => !lines.has(line))
}

test('the dump of a migrated database can be run, and dumps the same again', async () => {
  const cluster = await testCluster()
  const first = await withDatabase(cluster.createDatabase(), async (client) => {
    await client.query(sample)
    const dump = await dumpSchema(client)
    assert.equal(await dumpSchema(client), dump)
    return dump
  })
  const again = await withDatabase(cluster.createEmptyDatabase(), async (client) => {
    await client.query(first)
    return dumpSchema(client)
  })
  // `between` is stored in nested brackets, which disappear when its text is parsed again.
  const bare = (dump: string) => dump.replaceAll(/[()]/g, '')
  assert.deepEqual(missing(bare(first), bare(again)), [])
  assert.equal(bare(again), bare(first))
})

test('the dump contains everything that a migration can create, in a fixed order', async () => {
  const cluster = await testCluster()
  await withDatabase(cluster.createDatabase(), async (client) => {
    const before = await dumpSchema(client)
    await client.query(sample)
    assert.deepEqual(missing(before, await dumpSchema(client)), [
      'create table sample (',
      '  "order" text,',
      "  name text default 'x''y'::text,",
      '  upper_name text generated always as (upper(name)) stored,',
      '  constraint sample_pk PRIMARY KEY (account_id, id, at),',
      '  constraint sample_order_key UNIQUE (account_id, "order", at),',
      "  constraint sample_name_check CHECK ((name <> ''::text))",
      ') partition by RANGE (at);',
      'create index sample_name_ix on sample (account_id, lower(name)) WHERE (name IS NOT NULL);',
      `create table sample_p202601 partition of sample ${bound};`,
      'create index sample_p202601_at_ix on sample_p202601 (account_id, at);',
      `alter table sample add constraint sample_account_fk ${foreignKey};`,
      'create view sample_view as',
      'SELECT account_id,',
      '    count(*) AS samples',
      '   FROM sample',
      '  GROUP BY account_id;',
    ])
  })
})
