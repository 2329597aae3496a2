import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, later, light } from '#test/world/factory.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { executor } from '#platform/db/pools.ts'
import { readUnpublished } from '#platform/facts/factRelay.ts'
import { claimStatement } from './jobStatements.ts'
import { claim, queuePlanned, type Claim } from './queue.ts'

const hot = 7
const other = 8_000_000_000

/** Queues due jobs of an account, each one a millisecond after the one before. */
async function queue(w: World, accountId: number, count: number): Promise<void> {
  await w.app.pools.work.query(
    `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, payload,
       cause, depth, is_silent, told_at, status, run_at, attempts)
     select gen_random_uuid(), $1, 'quick', 'task', 'factory.bell.ring', gen_random_uuid(), '', '', 0, '{"step":1}', '',
       0, false, $3::timestamptz, 'queued', $3::timestamptz - (10000 - n % 10000) * interval '1 millisecond', 0
     from generate_series(1, $2::integer) n`,
    [accountId, count, w.clock.now().toISOString()],
  )
}

function claimOf(w: World, more: Partial<Claim> = {}): Claim {
  const base = { pace: 'quick', names: ['factory.bell.ring'], most: 20, each: 10, after: -1, without: [] } as const
  return { ...base, now: w.clock.now(), ...more }
}

function accountsOf(jobs: readonly { account_id: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { account_id: id } of jobs) counts[id] = (counts[id] ?? 0) + 1
  return counts
}

test('a claim takes jobs of every account, also when one has many that are due for longer', async () => {
  await using w = await world({ products: factory().products })
  await queue(w, hot, 500)
  await queue(w, other, 1)
  const db = executor(w.app.pools.work, true)
  const first = await claim(db, claimOf(w))
  assert.deepEqual(accountsOf(first), { [hot]: 10, [other]: 1 })
  const next = await claim(db, claimOf(w, { without: [hot] }))
  assert.deepEqual(accountsOf(next), {})
  const behind = await claim(db, claimOf(w, { after: hot }))
  assert.deepEqual(accountsOf(behind), {})
})

test('a claim continues after the last account of the one before', async () => {
  await using w = await world({ products: factory().products })
  for (const accountId of [1, 2, 3, 4]) await queue(w, accountId, 50)
  const db = executor(w.app.pools.work, true)
  assert.deepEqual(accountsOf(await claim(db, claimOf(w))), { 1: 10, 2: 10 })
  assert.deepEqual(accountsOf(await claim(db, claimOf(w, { after: 2 }))), { 3: 10, 4: 10 })
})

type Plan = Record<string, unknown> & { 'Node Type': string; Plans?: Plan[] }

test('a claim reads as many pages with 20,000 due jobs as with 1,000', async () => {
  await using w = await world({ products: factory().products })
  const { work } = w.app.pools
  const pagesRead = async (accountsOfJobs: number) => {
    const values = ['quick', ['factory.bell.ring'], w.clock.now().toISOString(), 300, -1, 100, [], 60_000]
    const client = await work.connect()
    await client.query('begin')
    const text = `explain (analyze, buffers, format json) ${claimStatement.text}`
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({ text, values })
    await client.query('rollback')
    client.release()
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    assert.ok(plan)
    const scans = flat(plan).filter((node) => node['Relation Name'] === 'ops_job')
    assert.deepEqual(
      scans.filter((node) => node['Node Type'] === 'Seq Scan' || node['Node Type'] === 'Sort'),
      [],
    )
    const found = flat(plan).find((node) => node['Node Type'] === 'LockRows')
    assert.equal(found?.['Actual Rows'], 100 + accountsOfJobs - 1)
    return Number(found['Shared Hit Blocks']) + Number(found['Shared Read Blocks'])
  }
  await queue(w, hot, 1_000)
  await queue(w, other, 1)
  const few = await pagesRead(2)
  await queue(w, hot, 20_000)
  await work.query('analyze ops_job')
  const many = await pagesRead(2)
  assert.ok(many < few * 3, `${many} pages of many jobs, ${few} of few`)
})

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

test('hung quick jobs of one account leave slots to those of another', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const released = Promise.withResolvers<void>()
  const counts = { hanging: 0, others: 0 }
  f.onLit = async (ctx) => {
    if (ctx.account.id !== w.account.account.id) return void (counts.others += 1)
    counts.hanging += 1
    await released.promise
  }
  // Enough jobs that those with a time-out on their connection hold the slots for longer than the test waits.
  const steps = Array.from({ length: 60 }, (_, index) => index)
  await light(w, steps, { subject: (step) => `lamp ${step}` })
  const settled = w.settle()
  try {
    await until(() => counts.hanging > 0)
    const { account } = await w.another()
    await light(w, [1], { account })
    const others = w.settle()
    await until(() => counts.others === 1)
    released.resolve()
    await others
  } finally {
    released.resolve()
    await settled
  }
})

test('the relay reads rows of every account, also when one has many older ones', async () => {
  await using w = await world({ products: factory().products })
  const steps = Array.from({ length: 700 }, (_, index) => index)
  await light(w, steps)
  const { account } = await w.another()
  await light(w, [1], { account })
  const { rows, hasMore } = await readUnpublished(w.app.pools, -1)
  const lit = rows.filter((row) => row.name === 'factory.lamp.lit')
  assert.equal(accountsOf(lit)[account.id], 1)
  assert.ok((accountsOf(lit)[w.account.account.id] ?? 0) <= 100)
  assert.equal(hasMore, true)
})

test('a task of the far future is planned, and queued when it is nearly due', async () => {
  await using w = await world({ products: factory().products })
  const db = executor(w.app.pools.work, true)
  const statusOf = async () => {
    const { rows } = await w.app.pools.work.query("select status from ops_job where name = 'factory.bell.ring'")
    return rows.map((row) => row.status)
  }
  await later(w, new Date(w.clock.now().getTime() + 3_600_000), 1)
  await w.settle()
  assert.deepEqual(await statusOf(), ['planned'])
  w.clock.advance(3_599_000)
  assert.equal(await queuePlanned(db, w.clock.now()), 1)
  assert.deepEqual(await statusOf(), ['queued'])
  w.clock.advance(1_000)
  await w.settle()
  assert.deepEqual(await statusOf(), ['done'])
})

test('a job that an earlier release queued under another pace is run', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const at = new Date(w.clock.now().getTime() + 60_000)
  await later(w, at, 5)
  const beside = await w.beside()
  await w.settle()
  await w.app.pools.work.query("update ops_job set pace = 'long'")
  w.clock.advance(60_000)
  await beside.settle()
  assert.deepEqual(f.ran, [5])
})

test('a job that an earlier release left running is run by the worker of its pace', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await queue(w, w.account.account.id, 1)
  await w.app.pools.work.query(
    `update ops_job set status = 'running', pace = 'long', attempts = 1, lease_token = gen_random_uuid(),
       lease_until = now() + interval '1 hour'`,
  )
  const beside = await w.beside()
  await beside.settle()
  await w.app.pools.work.query("update ops_job set lease_until = now() - interval '1 second'")
  await beside.settle()
  w.clock.advance(10_000)
  await beside.settle()
  assert.deepEqual(f.ran, [1])
})
