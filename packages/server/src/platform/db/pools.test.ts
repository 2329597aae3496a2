import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#kit/call/problem.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { type TestDatabase, testCluster } from '#test/world/cluster.ts'
import { until } from '#test/world/until.ts'
import { callExecutor, executor, openPools, type Pools, transaction } from './pools.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const pidOf = builtStatement<{ pid: number }>('pid', 'ops', 'select pg_backend_pid() as pid')

describe('values of the driver', () => {
  let database: TestDatabase
  let pools: Pools

  before(async () => {
    database = await (await testCluster()).createEmptyDatabase()
    pools = openPools({ address: database.address, sizeMax: 1, isPreparing: true, log })
  })
  after(async () => {
    await pools.close()
    await database.drop()
  })
  const read = async (sql: string, values: unknown[] = []) => (await pools.work.query(sql, values)).rows[0].value

  test('lists of texts are read as they were written, plain or quoted', async () => {
    const lists = [
      [],
      ['one'],
      ['places.place:read', 'live-stream'],
      ['', 'two words', 'a,b', '{x}', '"q"', 'back\\slash', 'é 🎪', '\n'],
      ['NULL', 'null', 'ANNULLED'],
      [null, 'b'],
    ]
    for (const list of lists) assert.deepEqual(await read('select $1::text[] as value', [list]), list)
    assert.deepEqual(await read(`select array[array['a', 'b'], array['c', 'd']] as value`), [
      ['a', 'b'],
      ['c', 'd'],
    ])
    assert.deepEqual(await read(`select '[0:1]={a,b}'::text[] as value`), ['a', 'b'])
  })

  test('integers are exact numbers, and one beyond 53 bits is an error', async () => {
    const max = Number.MAX_SAFE_INTEGER
    assert.equal(await read('select $1::bigint as value', [String(max)]), max)
    assert.equal(await read('select sum($1::bigint) as value', [String(-max)]), -max)
    assert.equal(await read('select 0.25::numeric as value', []), 0.25)
    for (const type of ['bigint', 'numeric']) {
      await assert.rejects(read(`select $1::${type} as value`, [String(2n ** 53n)]), /9007199254740992 does not fit/)
    }
    assert.equal(await read('select 1 as value', []), 1)
  })

  test('moments have milliseconds and are UTC', async () => {
    const moments = [
      '2026-11-21T09:22:00.123Z',
      '2026-11-21T09:22:00.000Z',
      '2026-11-21T09:22:00.120Z',
      '1000-01-01T00:00:00.100Z',
    ]
    for (const moment of moments) assert.equal(await read('select $1::timestamptz as value', [moment]), moment)
    assert.equal(await read(`select '2026-11-21 01:00:00.5+02'::timestamptz as value`), '2026-11-20T23:00:00.500Z')
    assert.equal(await read(`select '2026-11-21 01:00:00.123456Z'::timestamptz as value`), '2026-11-21T01:00:00.123Z')
  })
})

test('a connection that is silent during a query is closed, an idle one is kept', async () => {
  await using database = await (await testCluster()).createEmptyDatabase()
  // Time-out far above the duration of a response of one line on a busy machine.
  const silenceMaxMs = 2_000
  const pools = openPools({ address: database.address, sizeMax: 1, isPreparing: true, silenceMaxMs, log })
  const backend = async () => {
    const [row] = await executor(pools.work, true).rows(pidOf, [])
    return row?.pid ?? 0
  }
  const pid = await backend()
  await sleep(silenceMaxMs + 200)
  assert.equal(await backend(), pid)
  process.kill(pid, 'SIGSTOP')
  try {
    const inTime = Promise.race([backend(), sleep(30_000, undefined, { ref: false })])
    await assert.rejects(inTime, (error) => error instanceof Problem && error.reason === 'unavailable')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  assert.notEqual(await backend(), pid)
  await pools.close()
})

/** A small database with connections for reading operations; `timeoutMs` bounds each statement. */
async function openReading(readTimeoutMs: number) {
  const database = await (await testCluster()).createEmptyDatabase()
  const pools = openPools({ address: database.address, sizeMax: 2, isPreparing: true, readTimeoutMs, log })
  const seat = { party: { path: ['1'] }, transactions: 0 }
  const reading = callExecutor(pools, seat, true)
  return {
    pools,
    reading,
    writing: callExecutor(pools, seat, false),
    refusalOf: (text: string) =>
      reading.rows({ name: '', text, scope: 'ops' }, []).then(
        () => 'none',
        (error: unknown) => (error instanceof Problem ? error.reason : String(error)),
      ),
    async [Symbol.asyncDispose]() {
      await pools.close()
      await database.drop()
    },
  }
}

describe('a statement of a reading operation that is cancelled', () => {
  test('is too costly when it ran until its time-out', async () => {
    await using r = await openReading(100)
    // A busy machine can delay a cancel; the error is then `unavailable`.
    await until(
      () => r.refusalOf('select pg_sleep(60)'),
      (reason) => reason === 'too_costly',
    )
    const slow = statement('slow', 'ops', 'select pg_sleep(0.3)')
    assert.equal((await r.writing.rows(slow, [])).length, 1)
  })

  test('is unavailable when PostgreSQL stood still', async () => {
    await using r = await openReading(100)
    const [row] = await r.reading.rows(pidOf, [])
    const pid = row?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    const refused = r.refusalOf('select pg_sleep(60)')
    await sleep(1_000)
    process.kill(pid, 'SIGCONT')
    assert.equal(await refused, 'unavailable')
  })

  test('is unavailable when it waited for a lock', async () => {
    await using r = await openReading(1_000)
    await r.pools.work.query('create table kept (id integer)')
    await transaction(r.pools, async (_db, client) => {
      await client.query('lock table kept in access exclusive mode')
      assert.equal(await r.refusalOf('select id from kept'), 'unavailable')
    })
  })

  test('is unavailable when an operator cancelled it', async () => {
    await using r = await openReading(600_000)
    const refused = r.refusalOf('select pg_sleep(600)')
    const cancelled = `select pg_cancel_backend(pid) as is_done from pg_stat_activity
      where state = 'active' and query = 'select pg_sleep(600)' and datname = current_database()`
    await until(
      () => r.pools.work.query(cancelled),
      ({ rowCount }) => rowCount === 1,
    )
    assert.equal(await refused, 'unavailable')
  })
})

test('a connection closes its least recently used statement, and prepares it again at its next use', async () => {
  await using database = await (await testCluster()).createEmptyDatabase()
  const pools = openPools({ address: database.address, sizeMax: 1, isPreparing: true, preparedMax: 3, log })
  const db = executor(pools.work, true)
  const read = async (n: number) => {
    const [row] = await db.rows(builtStatement<{ n: number }>(`n${n}`, 'ops', `select ${n} as n`), [])
    assert.equal(row?.n, n)
  }
  const names = async () => {
    const { rows } = await pools.work.query<{ name: string }>('select name from pg_prepared_statements order by name')
    return rows.map(({ name }) => name)
  }
  for (const n of [1, 2, 3, 1, 4]) await read(n)
  assert.deepEqual(await names(), ['n1', 'n3', 'n4'])
  await read(2)
  assert.deepEqual(await names(), ['n1', 'n2', 'n4'])
  for (let n = 0; n < 200; n++) await read(n % 7)
  assert.equal((await names()).length, 3)
  await pools.close()
})

test('a connection closes statements within a transaction, also one that has failed', async () => {
  await using database = await (await testCluster()).createEmptyDatabase()
  const pools = openPools({ address: database.address, sizeMax: 1, isPreparing: true, preparedMax: 2, log })
  const of = (name: string, text: string) => ({ name, text, scope: 'ops' as const })
  const failing = transaction(pools, async (db) => {
    for (const n of [1, 2, 3]) await db.rows(of(`n${n}`, `select ${n} as n`), [])
    await db.rows(of('fails', 'select 1 / $1::integer'), [0]).catch(() => undefined)
    await db.rows(of('n1', 'select 1 as n'), [])
  })
  await assert.rejects(failing)
  const db = executor(pools.work, true)
  for (const n of [1, 2, 3, 1]) assert.deepEqual(await db.rows(of(`n${n}`, `select ${n} as n`), []), [{ n }])
  await pools.close()
})
