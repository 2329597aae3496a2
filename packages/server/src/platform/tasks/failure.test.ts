import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx, Statement } from '#kit/call/context.ts'
import { Type } from '#kit/values/schema.ts'
import { statement } from '#kit/call/statement.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { factory, light } from '#test/world/factory.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { executor } from '#platform/db/pools.ts'
import { expireLeases } from './queue.ts'
import { openWorker } from './worker.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

function sql(name: string, text: string): Statement {
  return statement(`test.${name}`, 'ops', text)
}

const shortStatements = sql('shortStatements', "select set_config('statement_timeout', '20', true)")
const shortLocks = sql('shortLocks', "select set_config('lock_timeout', '20', true)")
const shortIdle = sql('shortIdle', "select set_config('idle_in_transaction_session_timeout', '20', true)")
const sleep = sql('sleep', 'select pg_sleep(60)')
const lockJobs = sql('lockJobs', 'lock table ops_lease in access exclusive mode')
const endConnection = sql('endConnection', 'select pg_terminate_backend(pg_backend_pid())')
const one = sql('one', 'select 1 as one')

type Job = { status: string; attempts: number; outages: number; last_error: string }

/** Jobs of the reaction to `lit`, in the order of their steps. */
async function jobs(w: World): Promise<Job[]> {
  const text = `select status, attempts, outages, last_error from ops_job
    where name = 'factory.eye.see' order by subject_version`
  return (await w.app.pools.work.query<Job>(text)).rows
}

async function timeOutStatement(ctx: Ctx): Promise<void> {
  await ctx.db.rows(shortStatements, [])
  await ctx.db.rows(sleep, [])
}

async function timeOutLock(ctx: Ctx, w: World): Promise<void> {
  const other = await w.app.pools.lane.connect()
  await other.query('begin')
  await other.query('lock table ops_lease in access exclusive mode')
  try {
    await ctx.db.rows(shortLocks, [])
    await ctx.db.rows(lockJobs, [])
  } finally {
    await other.query('rollback')
    other.release()
  }
}

async function timeOutIdle(ctx: Ctx, w: World): Promise<void> {
  await ctx.db.rows(shortIdle, [])
  const text = "select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()"
  await until(async () => (await w.app.pools.lane.query(text)).rowCount === 0)
  await ctx.db.rows(one, [])
}

for (const [name, fail] of Object.entries({ statement: timeOutStatement, lock: timeOutLock, idle: timeOutIdle })) {
  test(`a run that ends with a time-out costs an attempt: ${name}`, async () => {
    const f = factory()
    await using w = await world({ products: f.products, log: quiet })
    f.onLit = (ctx) => fail(ctx, w)
    await light(w, [1])
    await w.settle()
    const [job] = await jobs(w)
    assert.deepEqual([job?.status, job?.attempts, job?.outages], ['queued', 1, 0], job?.last_error ?? '')
  })
}

test('a reaction that always times out is dead after ten attempts, and the next of its subject runs', async () => {
  const f = factory()
  f.onLit = async (ctx, step) => (step === 1 ? timeOutStatement(ctx) : undefined)
  await using w = await world({ products: f.products, log: quiet })
  await light(w, [1, 2])
  for (let attempt = 0; attempt < 10; attempt++) {
    await w.settle()
    w.clock.advance(800_000)
  }
  await w.settle()
  const found = await jobs(w)
  assert.deepEqual(
    found.map(({ status, attempts }) => [status, attempts]),
    [
      ['dead', 10],
      ['done', 1],
    ],
  )
  assert.deepEqual(f.ran, [...Array.from({ length: 10 }, () => 1), 2])
})

test('a lost connection costs no attempt, and the job is dead after 100 outages', async () => {
  const f = factory()
  f.onLit = async (ctx, step) => void (step === 1 && (await ctx.db.rows(endConnection, [])))
  await using w = await world({ products: f.products, log: quiet })
  await light(w, [1, 2])
  await w.settle()
  const [first] = await jobs(w)
  assert.deepEqual([first?.status, first?.attempts, first?.outages], ['queued', 0, 1])
  await w.app.pools.work.query('update ops_job set outages = 99 where outages = 1')
  w.clock.advance(800_000)
  await w.settle()
  assert.deepEqual(
    (await jobs(w)).map(({ status }) => status),
    ['dead', 'done'],
  )
})

test('the end of a job is written when the database takes writes again', async () => {
  const f = factory()
  await using w = await world({ products: f.products, log: quiet })
  const { lane } = w.app.pools
  await lane.query("alter table ops_job add constraint test_unfinished check (status <> 'done')")
  await light(w, [1])
  const rollbacks = async () => {
    const { rows } = await lane.query(
      'select xact_rollback as n from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0].n)
  }
  const before = await rollbacks()
  const settled = w.settle()
  await until(rollbacks, (count) => count > before)
  await lane.query('alter table ops_job drop constraint test_unfinished')
  await settled
  assert.deepEqual(
    (await jobs(w)).map(({ status, attempts }) => [status, attempts]),
    [['done', 1]],
  )
  assert.deepEqual(f.ran, [1])
})

const hang = outboundTask('factory.errand.hang', 'Hangs.', Type.Object({}), () => new Promise(() => {}))

/** A job that hangs, and workers of processes that run it. */
async function hanging(outages = 0) {
  const f = factory()
  const products = f.products.map((each) => (each.name === 'factory' ? { ...each, tasks: [hang] } : each))
  const w = await world({ products, log: quiet })
  await w.app.pools.lane.query(
    `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, payload,
       cause, depth, is_silent, told_at, status, run_at, attempts, outages)
     values (gen_random_uuid(), $1, 'errand', 'task', $2, gen_random_uuid(), '', '', 0, '{}', '', 0, false, $3,
       'queued', $3, 0, $4)`,
    [w.account.account.id, hang.name, w.clock.now().toISOString(), outages],
  )
  const runnables = { reactions: new Map(), tasks: new Map([[hang.name, hang]]) }
  const parts = { pace: 'errand' as const, kernel: w.app.kernel, ops: w.app.pools, runnables, onRan() {} }
  const job = async () =>
    (await w.app.pools.lane.query<Job>('select status, attempts, outages, last_error from ops_job')).rows[0]
  return { w, job, worker: () => openWorker(parts), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

test('a stop releases running jobs at once, without an attempt', async () => {
  await using h = await hanging()
  const [first, second] = [h.worker(), h.worker()]
  assert.equal((await first.run()).didWork, true)
  await first.stop()
  assert.deepEqual([(await h.job())?.status, (await h.job())?.attempts], ['queued', 0])
  assert.equal((await second.run()).didWork, true)
  await second.stop()
})

test('a job whose process ends by a defect each time is dead after thirty of them, and loses no attempt', async () => {
  await using h = await hanging(28)
  for (const expected of ['queued 0 29', 'dead 0 30']) {
    const worker = h.worker()
    assert.equal((await worker.run()).didWork, true)
    await worker.stop({ isDefect: true })
    await expireLeases(executor(h.w.app.pools.work, true), { now: h.w.clock.now(), failing: [] })
    const job = await h.job()
    assert.equal(`${job?.status} ${job?.attempts} ${job?.outages}`, expected)
    h.w.clock.advance(1_000_000)
  }
})
