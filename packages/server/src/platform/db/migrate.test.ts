import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { testCluster } from '#test/world/cluster.ts'
import type { TestDatabase } from '#test/world/cluster.ts'
import type { DatabaseAddress } from './databaseAddress.ts'
import { migrate } from './migrate.ts'
import { hashMigrations, readMigrations } from './migrations.ts'

type Files = Record<string, string>

async function known(files: Files) {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-migrations-'))
  try {
    for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
    return await readMigrations(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function empty(): Promise<TestDatabase> {
  return (await testCluster()).createEmptyDatabase()
}

async function query(address: DatabaseAddress, sql: string): Promise<unknown[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const one = { '20260101000000_ops_first.sql': 'create table first (n int);\n' }
const two = {
  ...one,
  '20260102000000_ops_second.sql': 'create table second (n int);\ninsert into second values (1);\n',
}

test('migrations run once, in order; a second run does nothing', async () => {
  await using database = await empty()
  const names = ['20260101000000_ops_first', '20260102000000_ops_second']
  assert.deepEqual(await migrate(database.address, await known(two)), { applied: names, current: names[1] })
  assert.deepEqual(await migrate(database.address, await known(two)), { applied: [], current: names[1] })
  assert.deepEqual(await query(database.address, 'select n from second'), [{ n: 1 }])
})

test('processes that start together migrate once', async () => {
  await using database = await empty()
  const files = await known(two)
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.address, files)))
  assert.equal(results.flatMap(({ applied }) => applied).length, 2)
})

test('a database without UTF-8 is refused untouched, and the error names the setting to correct', async () => {
  const { admin } = await testCluster()
  const name = `latin_${process.pid}`
  await query(admin, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  try {
    await assert.rejects(migrate({ ...admin, database: name }, await known(one)), {
      code: 'database_encoding',
      message: /has the encoding LATIN1: Fairground needs UTF8/,
    })
    assert.deepEqual(await query({ ...admin, database: name }, "select to_regclass('ops_migration') as found"), [
      { found: null },
    ])
  } finally {
    await query(admin, `drop database ${name} with (force)`)
  }
  const nowhere = { connectionString: 'postgres://u:p@127.0.0.1:1/x', setting: 'OPS_DATABASE_URL' } as const
  await assert.rejects(migrate(nowhere, []), { code: 'database_unreachable', message: /: check OPS_DATABASE_URL,/ })
})

test('a schema newer than the code and a changed file are refused without a change', async () => {
  await using database = await empty()
  await migrate(database.address, await known(two))
  await assert.rejects(migrate(database.address, await known(one)), {
    code: 'schema_newer',
    message: /20260102000000_ops_second is unknown/,
  })
  const changed = { ...two, '20260101000000_ops_first.sql': 'create table other (n int);' }
  await assert.rejects(migrate(database.address, await known(changed)), {
    code: 'schema_changed',
    message: /20260101000000_ops_first has changed/,
  })
  assert.deepEqual(await query(database.address, "select to_regclass('other') as found"), [{ found: null }])
})

test('a failed file leaves nothing behind, and the error names its line', async () => {
  await using database = await empty()
  const files = {
    ...one,
    '20260102000000_ops_bad.sql': 'create table half (n int);\n\ninsert into nowhere values (1);\n',
  }
  await assert.rejects(migrate(database.address, await known(files)), {
    code: 'migration_failed',
    message: /20260102000000_ops_bad \(line 3\): .*nowhere/,
  })
  assert.deepEqual(await query(database.address, "select to_regclass('half') as found"), [{ found: null }])
  assert.equal((await migrate(database.address, await known(two))).applied.length, 1)
})

test('a file marked nontransactional may commit in the body of a block', async () => {
  await using database = await empty()
  const block =
    '-- nontransactional\ndo $$ begin\n  insert into first values (1);\n  commit;\nend $$;\nanalyze first;\n'
  await migrate(database.address, await known({ ...one, '20260102000000_ops_block.sql': block }))
  assert.deepEqual(await query(database.address, 'select n from first'), [{ n: 1 }])
})

test('a file marked nontransactional may create an index concurrently', async () => {
  await using database = await empty()
  const files = {
    ...one,
    '20260102000000_ops_index.sql':
      '-- nontransactional\ncreate index concurrently if not exists first_n on first (n);\nanalyze first;\n',
  }
  await migrate(database.address, await known(files))
  assert.equal((await query(database.address, "select 1 from pg_indexes where indexname = 'first_n'")).length, 1)
})

test('an index whose build was interrupted is built again', async () => {
  await using database = await empty()
  await migrate(database.address, await known(one))
  await query(database.address, 'insert into first values (1), (1)')
  const build = '-- nontransactional\ncreate unique index concurrently if not exists first_n on first (n);\n'
  const files = await known({ ...one, '20260102000000_ops_index.sql': build })
  await assert.rejects(migrate(database.address, files), { code: 'migration_failed' })
  await query(database.address, 'truncate first')
  await migrate(database.address, files)
  const [index] = await query(
    database.address,
    "select indisvalid from pg_index where indexrelid = to_regclass('first_n')",
  )
  assert.deepEqual(index, { indisvalid: true })
})

test('a migration retries a lock that another transaction holds', async () => {
  await using database = await empty()
  await migrate(database.address, await known(one))
  const other = new pg.Client(database.address)
  await other.connect()
  await other.query('begin; select from first')
  const released = sleep(2_500)
    .then(() => other.query('commit'))
    .then(() => other.end())
  const files = { ...one, '20260102000000_ops_column.sql': 'alter table first add column m int;' }
  assert.equal((await migrate(database.address, await known(files))).applied.length, 1)
  await released
})

test('missing rights and features of the database are reported in a sentence', async () => {
  await using database = await empty()
  const files = { '20260101000000_ops_extension.sql': 'create extension if not exists no_such_thing;' }
  await assert.rejects(migrate(database.address, await known(files)), {
    code: 'database_rights',
    message: /lacks the extension no_such_thing/,
  })
  const rights = { '20260101000000_ops_extension.sql': 'create extension if not exists file_fdw;' }
  await assert.rejects(migrate(database.address, await known(rights)), { code: 'database_rights', message: /file_fdw/ })
  await query(
    { ...database.address, user: 'postgres' },
    'drop table ops_migration; revoke create on schema public from public, fairground; ' +
      'alter schema public owner to postgres',
  )
  await assert.rejects(migrate(database.address, await known(one)), { code: 'database_rights' })
})

test('an unreachable database is named without its password', async () => {
  const reach = (url: string) => migrate({ connectionString: url }, [])
  await assert.rejects(reach('postgres://me:hunter2@127.0.0.1:1/shop'), (error: Error & { code: string }) => {
    assert.equal(error.code, 'database_unreachable')
    assert.match(error.message, /shop at 127\.0\.0\.1:1/)
    assert.doesNotMatch(error.message, /hunter2/)
    return true
  })
  await using database = await empty()
  const missing = { ...database.address, database: 'no_such_database' }
  await assert.rejects(migrate(missing, []), { code: 'database_refused', message: /does not exist/ })
})

test('the migrations of this code are well named and their hash is stable', async () => {
  const migrations = await readMigrations()
  assert.ok(migrations.length > 0)
  assert.equal(hashMigrations(migrations), hashMigrations(await readMigrations()))
  await assert.rejects(known({ 'nonsense.sql': '' }), /not named/)
})
