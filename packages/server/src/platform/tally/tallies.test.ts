import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Db, Log } from '#kit/call/context.ts'
import { tally } from '#kit/nouns/tally.ts'
import { executor, openPools, type Pools } from '#platform/db/pools.ts'
import { type TestDatabase, testCluster } from '#test/world/cluster.ts'
import { until } from '#test/world/until.ts'
import { arrayLiteral } from '#platform/db/arrayLiteral.ts'
import { createPartition, dropPartitions } from './partitions.ts'
import { openTallies, type Tallies } from './tallies.ts'

const seen = tally({
  id: 'test.thing.seen',
  table: 'seen',
  columns: { person: 'text', day: 'date', weight: 'double precision' },
  key: ['person', 'day'],
  moment: 'day',
})
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

describe('the write lane of a tally', () => {
  let database: TestDatabase
  let pools: Pools
  let client: pg.Client

  before(async () => {
    database = await (await testCluster()).createEmptyDatabase()
    pools = openPools({ address: database.address, sizeMax: 4, isPreparing: true, log: quiet })
    client = new pg.Client(database.address)
    client.on('error', () => undefined)
    await client.connect()
    await client.query(
      `create table seen (account_id bigint not null, person text not null, day date not null, weight double precision,
        primary key (account_id, person, day), constraint seen_weight_check check (weight > 0))`,
    )
  })
  after(async () => {
    await client.end()
    await pools.close()
    await database.drop()
  })
  const countRows = async () => (await client.query('select count(*)::int as n from seen')).rows[0].n
  const see = (
    tallies: Tallies,
    person: string,
    { accountId = 7, ...more }: { accountId?: number; weight?: number } & object = {},
  ) => tallies.count(seen, accountId, { person, day: '2026-11-21', weight: 1, ...more })

  test('rows of one turn share a batch, repeats count once, and each call resolves after the commit', async () => {
    const tallies = openTallies(pools, [seen])
    await Promise.all(Array.from({ length: 300 }, (_, index) => see(tallies, `a${index % 200}`)))
    assert.equal(await countRows(), 200)
    await see(tallies, 'a1')
    assert.equal(await countRows(), 200)
    assert.deepEqual(tallies.stats()[seen.id], { waiting: 0, added: 301, batches: 2, refused: 0, failed: 0 })
    await tallies.stop()
  })

  test('values keep their characters', async () => {
    const tallies = openTallies(pools, [seen])
    const strange = ['', 'NULL', 'null', 'a,b', '{x}', '"q"', 'back\\slash', 'é 🎪', ' lead', "it's", '\n']
    await Promise.all(strange.map((person) => see(tallies, person, { accountId: 8 })))
    const { rows } = await client.query('select person from seen where account_id = 8')
    assert.deepEqual(new Set(rows.map(({ person }) => person)), new Set(strange))
    assert.equal(arrayLiteral([null, undefined, 1, 'x']), '{NULL,NULL,1,x}')
    await tallies.stop()
  })

  test('bad rows fail alone, by type, constraint and encoding', async () => {
    const tallies = openTallies(pools, [seen])
    const bad = new Map<number, object>([
      [3, { weight: -1 }],
      [40, { day: 'no day' }],
      [41, { accountId: Number.NaN }],
      [99, { person: null }],
      [100, { person: 'zero \u0000 byte' }],
    ])
    const sent = Array.from({ length: 150 }, (_, at) => see(tallies, `b${at}`, { accountId: 9, ...bad.get(at) }))
    const results = await Promise.allSettled(sent)
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    assert.deepEqual(failed, [...bad.keys()])
    const { rows } = await client.query('select count(*)::int as n from seen where account_id = 9')
    assert.equal(rows[0].n, 145)
    assert.equal(tallies.stats()[seen.id]?.failed, 5)
    await tallies.stop()
  })

  test('repeats of a bad row fail together, and good rows are stored', async () => {
    const tallies = openTallies(pools, [seen])
    const sent = Array.from({ length: 1000 }, (_, at) =>
      see(tallies, at % 2 === 0 ? `g${at}` : 'bad', { accountId: 10, weight: at % 2 === 0 ? 1 : -1 }),
    )
    const results = await Promise.allSettled(sent)
    assert.ok(results.every(({ status }, at) => status === (at % 2 === 0 ? 'fulfilled' : 'rejected')))
    const { rows } = await client.query('select count(*)::int as n from seen where account_id = 10')
    assert.equal(rows[0].n, 500)
    await tallies.stop()
  })

  test('rows added before the stop are committed, later ones are refused', async () => {
    const tallies = openTallies(pools, [seen])
    const before = await countRows()
    const adding = Promise.all(Array.from({ length: 2500 }, (_, index) => see(tallies, `c${index}`)))
    await tallies.stop()
    await adding
    assert.equal(await countRows(), before + 2500)
    await assert.rejects(see(tallies, 'late'), { reason: 'unavailable' })
  })

  test('rows beyond the bound of the queue are refused', async () => {
    const tallies = openTallies(pools, [seen])
    const adding = Array.from({ length: 50_010 }, (_, at) => see(tallies, 'd', { accountId: at % 3 }))
    const results = await Promise.allSettled(adding)
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 10)
    assert.equal(tallies.stats()[seen.id]?.refused, 10)
    await tallies.stop()
  })

  test('a lost connection fails the current batch and not the next one', async () => {
    const tallies = openTallies(pools, [seen])
    await client.query('begin; lock table seen in access exclusive mode')
    const stuck = see(tallies, 'e1')
    const refused = assert.rejects(stuck, { reason: 'unavailable' })
    const killed = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`
    await until(async () => (await client.query(killed)).rowCount !== 0)
    await refused
    await client.query('rollback')
    await see(tallies, 'e2')
    await tallies.stop()
  })

  test('a bad row of one account does not fail another account with the same key', async () => {
    const tallies = openTallies(pools, [seen])
    const [bad, good] = await Promise.allSettled([
      see(tallies, 'same', { accountId: 20, weight: -1 }),
      see(tallies, 'same', { accountId: 21 }),
    ])
    assert.deepEqual([bad.status, good.status], ['rejected', 'fulfilled'])
    await tallies.stop()
  })

  test('rows create the partition of their moment, and a bad moment fails alone', async () => {
    await client.query(
      `create table passed (account_id bigint, person text, day timestamptz, primary key (account_id, person, day))
        partition by range (day)`,
    )
    const passed = tally({
      id: 'test.thing.passed',
      table: 'passed',
      columns: { person: 'text', day: 'timestamptz' },
      key: ['person', 'day'],
      moment: 'day',
      partition: 'month',
    })
    const tallies = openTallies(pools, [passed])
    const days = ['2026-11-30T00:00:00Z', 'no day', '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z']
    const sent = days.map((day, at) => tallies.count(passed, 7, { person: `p${at}`, day }))
    const results = await Promise.allSettled(sent)
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    const { rows } = await client.query('select tableoid::regclass::text as name from passed order by day')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['passed_m202611', 'passed_m202612', 'passed_m202612'],
    )
    await tallies.stop()
  })

  test('rows create a partition again that was dropped', async () => {
    await client.query(
      `create table fallen (account_id bigint, person text, day timestamptz, primary key (account_id, person, day))
        partition by range (day)`,
    )
    const fallen = tally({
      id: 'test.thing.fallen',
      table: 'fallen',
      columns: { person: 'text', day: 'timestamptz' },
      key: ['person', 'day'],
      moment: 'day',
      partition: 'day',
    })
    const tallies = openTallies(pools, [fallen])
    const count = (person: string) => tallies.count(fallen, 7, { person, day: '2026-11-30T00:00:00Z' })
    await count('ada')
    await client.query('drop table fallen_d20261130')
    await Promise.all([count('bob'), count('cem')])
    const { rows } = await client.query('select person from fallen order by person')
    assert.deepEqual(
      rows.map(({ person }) => person),
      ['bob', 'cem'],
    )
    await tallies.stop()
  })

  test('a run that dies while it drops an old partition leaves no table behind', async () => {
    await client.query('create table aged (at timestamptz) partition by range (at)')
    const aged = { table: 'aged', partition: 'day' } as const
    const db = executor(pools.work, true)
    const dying: Db = {
      ...db,
      async rows(of, values) {
        const found = await db.rows(of, values)
        if (/^(alter|drop)/.test(of.text)) throw new Error('the process dies')
        return found
      },
    }
    await createPartition(db, aged, new Date('2026-11-01'))
    await assert.rejects(dropPartitions(dying, aged, new Date('2026-11-30')), /dies/)
    await dropPartitions(db, aged, new Date('2026-11-30'))
    const { rows } = await client.query(`select relname from pg_class where relname like 'aged_d%'`)
    assert.deepEqual(rows, [])
  })

  test('a tally that no product lists is refused, and so is a second one with its id', async () => {
    await assert.rejects(openTallies(pools, []).count(seen, 7, {}), /in no product/)
    assert.throws(() => openTallies(pools, [seen, seen]), /two tallies/)
  })
})
