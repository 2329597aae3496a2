import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Schedule } from '#kit/nouns/task.ts'
import { factory, light } from '#test/world/factory.ts'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'
import { executor } from '#platform/db/pools.ts'
import { retryDelayMs } from '#kit/values/backOff.ts'
import { crashesMax, jobBackOff } from './jobBackOff.ts'
import { batching, slots } from './concurrency.ts'
import { pruneQueues } from './prune.ts'
import { claim, expireLeases, finish, promote, type Claim } from './queue.ts'
import { nextRunAt, openClockwork } from './schedules.ts'

test('jobs of a dead process back off, each by a different time', async () => {
  await using w = await world({ products: factory().products })
  const { work } = w.app.pools
  await work.query(
    `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, payload,
       cause, depth, is_silent, told_at, run_at, status, attempts, outages, lease_token,
       lease_until)
     select gen_random_uuid(), n, 'quick', 'task', 'factory.bell.ring', gen_random_uuid(), '', '', 0, '{"step":1}', '',
       0, false, $1, $1, 'running', 1, 3, gen_random_uuid(), now() - interval '1 second' from generate_series(1, 50) n`,
    [w.clock.now().toISOString()],
  )
  await expireLeases(executor(work, true), { now: w.clock.now(), failing: [] })
  const text = "select extract(epoch from run_at - $1)::float * 1000 as ms from ops_job where status = 'queued'"
  const waits = (await work.query<{ ms: number }>(text, [w.clock.now().toISOString()])).rows.map((row) => row.ms)
  assert.equal(waits.length, 50)
  assert.ok(new Set(waits).size > 25, 'the times differ')
  assert.deepEqual(
    waits.filter((ms) => ms < 3_999 || ms > 12_001),
    [],
  )
})

function claimAt(now: Date): Claim {
  return { pace: 'quick', names: ['factory.eye.see'], now, most: 5, each: 5, after: -1, without: [] }
}

test('pauses between attempts double to ten minutes, a quarter more or less', () => {
  const least = [1, 2, 3, 10, 11, 50].map((attempt) => retryDelayMs(jobBackOff, attempt, { random: () => 0 }))
  const most = [1, 2, 3, 10, 11, 50].map((attempt) => retryDelayMs(jobBackOff, attempt, { random: () => 1 }))
  assert.deepEqual(least, [750, 1_500, 3_000, 384_000, 450_000, 450_000])
  assert.deepEqual(most, [1_250, 2_500, 5_000, 640_000, 750_000, 750_000])
})

test('a schedule keeps to its grid and catches up once', () => {
  assert.equal(nextRunAt(1_000, 1_000, 100), 1_100)
  assert.equal(nextRunAt(1_000, 1_099, 100), 1_100)
  assert.equal(nextRunAt(1_000, 1_950, 100), 2_000)
  assert.equal(nextRunAt(1_000, 900, 100), 1_100)
})

test('a schedule runs in one process at a time, on its grid, and continues after a failure', async () => {
  const ran: string[] = []
  let isBroken = false
  const schedules: Schedule[] = [
    {
      name: 'factory.clock.strike',
      description: 'Strikes.',
      everySeconds: 60,
      async run(ctx) {
        ran.push(ctx.now().toISOString().slice(11, 16))
        await sleep(20)
        if (isBroken) throw new Error('a spring broke')
      },
    },
  ]
  const f = factory(schedules)
  await using w = await world({ products: f.products, log: { debug() {}, info() {}, warn() {}, error() {} } })
  const other = openClockwork({ kernel: w.app.kernel, ops: w.app.pools, schedules, onRan: () => {} })
  const both = async () => {
    await Promise.all([w.settle(), other.run().then(other.idle)])
  }
  await both()
  w.clock.advance(59_000)
  await both()
  assert.deepEqual(ran, ['09:00'])
  w.clock.advance(5 * 60_000)
  isBroken = true
  await both()
  w.clock.advance(60_000)
  isBroken = false
  await both()
  assert.deepEqual(ran, ['09:00', '09:05', '09:06'])
})

test('jobs of a dead process run in the next one, and are dead after the thirtieth process', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const db = executor(w.app.pools.work, true)
  /** A time after the longest back-off. */
  const laterOn = () => (w.clock.advance(1_000_000), w.clock.now())
  await light(w, [1, 2])
  const jobs = () =>
    w.app.pools.work.query('select status, attempts, outages, last_error from ops_job order by subject_version')
  let release = () => {}
  f.onLit = () => new Promise<void>((resolve) => (release = resolve))
  const settled = w.settle()
  await until(() => f.ran.length > 0)
  assert.deepEqual(
    (await jobs()).rows.map((row) => row.status),
    ['running', 'waiting'],
  )
  for (let crash = 1; crash < crashesMax; crash++) {
    await w.app.pools.work.query(
      "update ops_job set lease_until = now() - interval '1 second' where status = 'running'",
    )
    await expireLeases(db, { now: w.clock.now(), failing: [] })
    const [job] = await claim(db, claimAt(laterOn()))
    assert.deepEqual([job?.attempts, job?.outages], [1, crash])
  }
  await w.app.pools.work.query("update ops_job set lease_until = now() - interval '1 second' where status = 'running'")
  await expireLeases(db, { now: w.clock.now(), failing: [] })
  const { rows } = await jobs()
  assert.deepEqual(
    rows.map((row) => [row.status, row.attempts, row.outages]),
    [
      ['dead', 0, crashesMax],
      ['queued', 0, 0],
    ],
  )
  assert.match(rows[0].last_error, /died/)
  f.onLit = () => {}
  release()
  await settled
  assert.equal((await w.emitted('factory.lamp.seen')).length, 2)
})

test('a lost lease changes nothing', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const db = executor(w.app.pools.work, true)
  await light(w, [1, 2])
  await w.settle()
  await w.app.pools.work.query("update ops_job set status = 'queued'")
  const [job] = await claim(db, claimAt(w.clock.now()))
  assert.ok(job)
  await finish(db, [{ id: job.id, lease_token: crypto.randomUUID() }], w.clock.now())
  const { rows } = await w.app.pools.work.query('select status from ops_job where id = $1', [job.id])
  assert.equal(rows[0].status, 'running')
  assert.equal(await promote(db, [job.order_key ?? '']), 0)
})

test('old jobs, facts and inbox rows are removed, unpublished ones stay', async () => {
  const f = factory()
  // Ids of one process never go back, and its server makes some by the machine's clock.
  await using w = await world({ products: f.products, startsAt: new Date().toISOString() })
  await light(w, [1])
  await w.settle()
  const count = async (table: string) =>
    Number((await w.app.pools.work.query(`select count(*) as n from ${table}`)).rows[0].n)
  const ctx = w.app.operatorCtx(w.account.account, 'factory')
  w.clock.advance(25 * 3_600_000)
  await pruneQueues(w.app.pools).run(ctx)
  assert.deepEqual([await count('ops_job'), await count('account_inbox')], [0, 1])
  await w.app.pools.work.query("update account_outbox set published_at = null where name = 'factory.lamp.lit'")
  assert.ok((await count('account_outbox')) > 2)
  // Facts are old by their ids, which another test of this process may have made by a later clock.
  w.clock.advance(300 * 24 * 3_600_000)
  await pruneQueues(w.app.pools).run(ctx)
  assert.deepEqual([await count('account_outbox'), await count('account_inbox')], [1, 0])
  assert.equal((await w.emitted('factory.lamp.lit')).length, 1)
})

test('entries that arrive during a write join the next one, each with its own result', async () => {
  const writes: number[][] = []
  const put = batching<number>(3, async (items) => {
    writes.push(items)
    await sleep(5)
    if (items.includes(5)) throw new Error('five')
  })
  const ends = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((each) => put(each)))
  assert.deepEqual(writes, [[1, 2, 3], [4, 5, 6], [7]])
  assert.deepEqual(
    ends.map((end) => end.status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
  )
})

test('slots are bounded, and a failure frees its slot', async () => {
  const inSlot = slots(2)
  let atOnce = 0
  let most = 0
  const work = async (fails: boolean) => {
    most = Math.max(most, ++atOnce)
    await sleep(2)
    atOnce -= 1
    if (fails) throw new Error('no')
  }
  await Promise.allSettled([true, false, true, false, false].map((fails) => inSlot(() => work(fails))))
  assert.equal(most, 2)
  assert.equal(atOnce, 0)
})
