import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testCluster } from '#test/world/cluster.ts'
import { until } from '#test/world/until.ts'
import type { SocketAddress } from './embedded.ts'
import { widenCharacterType } from './characterType.ts'

/** A database in the form of earlier versions, with a searched table. */
async function oldDatabase(name: string): Promise<{ admin: SocketAddress; [Symbol.asyncDispose](): Promise<void> }> {
  const { admin } = await testCluster()
  const made = `create database ${name} locale_provider builtin builtin_locale 'C.UTF-8' locale 'C' template template0`
  await query(admin, made)
  const inside = { ...admin, database: name }
  await query(inside, 'create extension pg_trgm', 'create extension btree_gin')
  await query(inside, 'create table words (account_id bigint, search_text text)')
  await query(inside, 'create index words_ix on words using gin (account_id, search_text gin_trgm_ops)')
  await query(inside, "insert into words values (1, 'большой театр'), (1, 'парк'), (1, 'hall')")
  return {
    admin: inside,
    [Symbol.asyncDispose]: async () => void (await query(admin, `drop database ${name} with (force)`)),
  }
}

async function query(address: SocketAddress, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query({ text: statement, rowMode: 'array' })).rows
    return rows.flat()
  } finally {
    await client.end()
  }
}

const typeOf = 'select datctype from pg_database where datname = current_database()'
const byIndex = [
  'set enable_seqscan = off',
  "select search_text from words where account_id = 1 and search_text like '%театр%'",
]
const rowsLookedAt = [
  'set enable_seqscan = off',
  "explain (analyze, costs off, timing off) select from words where account_id = 1 and search_text like '%театр%'",
]

test('a database of the character type C gets one of UTF-8, its index all trigrams, and its sessions end', async () => {
  await using old = await oldDatabase(`old_type_${process.pid}`)
  const session = new pg.Client(old.admin)
  await session.connect()
  const ended: Error[] = []
  session.on('error', (error) => ended.push(error))
  let builds = 0
  await widenCharacterType(old.admin, () => builds++)
  await until(() => ended.length > 0)
  assert.match(String(await query(old.admin, typeOf)), /UTF-8/)
  assert.deepEqual(await query(old.admin, ...byIndex), ['большой театр'])
  assert.match((await query(old.admin, ...rowsLookedAt)).join('\n'), /Bitmap Index Scan on words_ix.*rows=1[ .]/)
  await widenCharacterType(old.admin, () => builds++)
  assert.equal(builds, 1)
})

test('a process that dies before the index is built leaves it unused, and the next one builds it', async () => {
  await using old = await oldDatabase(`cut_type_${process.pid}`)
  const died = new Error('died')
  const dies = () => {
    throw died
  }
  await assert.rejects(widenCharacterType(old.admin, dies), died)
  assert.deepEqual(await query(old.admin, "select indisvalid from pg_index where indexrelid = 'words_ix'::regclass"), [
    false,
  ])
  assert.deepEqual(await query(old.admin, ...byIndex), ['большой театр'])
  await widenCharacterType(old.admin, () => undefined)
  assert.deepEqual(await query(old.admin, "select indisvalid from pg_index where indexrelid = 'words_ix'::regclass"), [
    true,
  ])
  assert.match((await query(old.admin, ...rowsLookedAt)).join('\n'), /Bitmap Index Scan on words_ix.*rows=1[ .]/)
})

test('a full disk stops the build with disk_full, and the next start builds the index', async () => {
  await using old = await oldDatabase(`full_type_${process.pid}`)
  const printed = (body: string) =>
    `create or replace function shown(text) returns text language plpgsql immutable as $$ begin ${body}; end $$`
  const fails = "raise exception 'could not extend file' using errcode = '53100'"
  const makesIndex = 'create index shown_ix on words using gin (shown(search_text) gin_trgm_ops)'
  await query(old.admin, printed('return $1'), makesIndex, printed(fails))
  await assert.rejects(
    widenCharacterType(old.admin, () => undefined),
    { code: 'disk_full', message: /^The disk of the database full_type_.* is full: make room for its search indexes/ },
  )
  await query(old.admin, printed('return $1'))
  await widenCharacterType(old.admin, () => undefined)
  assert.deepEqual(await query(old.admin, 'select indexrelid from pg_index where not indisvalid'), [])
})
