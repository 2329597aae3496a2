import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Log } from '#kit/call/context.ts'
import type { TelemetryLane } from '#kit/nouns/telemetryLane.ts'
import { openPools, type Pools } from '#platform/db/pools.ts'
import { type TestDatabase, testCluster } from '#test/world/cluster.ts'
import { until } from '#test/world/until.ts'
import { arrayLiteral } from './arrayLiteral.ts'
import { openTelemetry } from './telemetry.ts'

const lane: TelemetryLane = {
  name: 'test.thing.seen',
  table: 'seen',
  columns: { account_id: 'bigint', person: 'text', day: 'date', weight: 'double precision' },
  key: ['account_id', 'person', 'day'],
}
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

describe('the write lane', () => {
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
  const count = async () => (await client.query('select count(*)::int as n from seen')).rows[0].n
  const row = (person: string, more: object = {}) => ({ account_id: 7, person, day: '2026-11-21', weight: 1, ...more })

  test('rows of one turn travel together, repeats count once, each is answered after the commit', async () => {
    const telemetry = openTelemetry(pools, [lane])
    await Promise.all(Array.from({ length: 300 }, (_, index) => telemetry.add(lane.name, row(`a${index % 200}`))))
    assert.equal(await count(), 200)
    await telemetry.add(lane.name, row('a1'))
    assert.equal(await count(), 200)
    assert.deepEqual(telemetry.stats()[lane.name], { waiting: 0, added: 301, batches: 2, refused: 0, failed: 0 })
    await telemetry.stop()
  })

  test('values keep their characters', async () => {
    const telemetry = openTelemetry(pools, [lane])
    const strange = ['', 'NULL', 'null', 'a,b', '{x}', '"q"', 'back\\slash', 'é 🎪', ' lead', "it's", '\n']
    await Promise.all(strange.map((person) => telemetry.add(lane.name, row(person, { account_id: 8 }))))
    const { rows } = await client.query('select person from seen where account_id = 8')
    assert.deepEqual(new Set(rows.map(({ person }) => person)), new Set(strange))
    assert.equal(arrayLiteral([null, undefined, 1, 'x']), '{NULL,NULL,1,x}')
    await telemetry.stop()
  })

  test('bad rows fail alone, whatever is wrong with them', async () => {
    const telemetry = openTelemetry(pools, [lane])
    const bad = new Map<number, object>([
      [3, { weight: -1 }],
      [40, { day: 'no day' }],
      [41, { account_id: 'many' }],
      [99, { person: null }],
      [100, { person: 'zero \u0000 byte' }],
    ])
    const sent = Array.from({ length: 150 }, (_, at) => row(`b${at}`, { account_id: 9, ...bad.get(at) }))
    const results = await Promise.allSettled(sent.map((each) => telemetry.add(lane.name, each)))
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    assert.deepEqual(failed, [...bad.keys()])
    const { rows } = await client.query('select count(*)::int as n from seen where account_id = 9')
    assert.equal(rows[0].n, 145)
    assert.equal(telemetry.stats()[lane.name]?.failed, 5)
    await telemetry.stop()
  })

  test('repeats of a bad row fail together, and what is good is kept', async () => {
    const telemetry = openTelemetry(pools, [lane])
    const sent = Array.from({ length: 1000 }, (_, at) =>
      row(at % 2 === 0 ? `g${at}` : 'bad', { account_id: 10, weight: at % 2 === 0 ? 1 : -1 }),
    )
    const results = await Promise.allSettled(sent.map((each) => telemetry.add(lane.name, each)))
    assert.ok(results.every(({ status }, at) => status === (at % 2 === 0 ? 'fulfilled' : 'rejected')))
    const { rows } = await client.query('select count(*)::int as n from seen where account_id = 10')
    assert.equal(rows[0].n, 500)
    await telemetry.stop()
  })

  test('what came before the stop is committed, what comes after is refused', async () => {
    const telemetry = openTelemetry(pools, [lane])
    const before = await count()
    const adding = Promise.all(Array.from({ length: 2500 }, (_, index) => telemetry.add(lane.name, row(`c${index}`))))
    await telemetry.stop()
    await adding
    assert.equal(await count(), before + 2500)
    await assert.rejects(telemetry.add(lane.name, row('late')), { reason: 'unavailable' })
  })

  test('more rows than may wait are told to come again', async () => {
    const telemetry = openTelemetry(pools, [lane])
    const adding = Array.from({ length: 50_010 }, (_, at) => telemetry.add(lane.name, row('d', { account_id: at % 3 })))
    const results = await Promise.allSettled(adding)
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 10)
    assert.equal(telemetry.stats()[lane.name]?.refused, 10)
    await telemetry.stop()
  })

  test('a lost connection fails the batch on its way and not the next one', async () => {
    const telemetry = openTelemetry(pools, [lane])
    await client.query('begin; lock table seen in access exclusive mode')
    const stuck = telemetry.add(lane.name, row('e1'))
    const refused = assert.rejects(stuck, { reason: 'unavailable' })
    const killed = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`
    await until(async () => (await client.query(killed)).rowCount !== 0)
    await refused
    await client.query('rollback')
    await telemetry.add(lane.name, row('e2'))
    await telemetry.stop()
  })

  test('a lane that nobody declared is a mistake of ours', async () => {
    const telemetry = openTelemetry(pools, [lane])
    await assert.rejects(telemetry.add('other', {}), /no telemetry lane/)
    assert.throws(() => openTelemetry(pools, [lane, lane]), /two telemetry lanes/)
  })
})
