import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testCluster } from '#test/world/cluster.ts'
import { factory, later, light, looped, type Factory } from '#test/world/factory.ts'
import { world, type World } from '#test/world/world.ts'
import { openPools } from '#platform/db/pools.ts'
import { until } from '#test/world/until.ts'
import { openMachineryPorts, openMachinery } from './machinery.ts'

const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

async function seenSteps(w: World) {
  return (await w.emitted('factory.lamp.seen')).map((each) => each.payload['step'])
}

/** Advances the clock in steps for a number of seconds, and runs everything due at each step. */
async function live(w: World, seconds: number, stepSeconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    w.clock.advance(stepSeconds * 1_000)
    await w.settle()
  }
}

test('a fact runs its reaction once, and facts of the reaction run theirs', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1, 2, 3])
  await w.settle()
  assert.deepEqual(f.ran, [1, 2, 3])
  assert.deepEqual(await seenSteps(w), [1, 2, 3])
  await w.settle()
  assert.equal((await seenSteps(w)).length, 3)
})

test('settle() waits for work started elsewhere and its follow-ups', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  f.onLit = () => {
    begun.resolve()
    return release.promise
  }
  await light(w, [1])
  const first = w.settle()
  await begun.promise
  const second = w.settle()
  // The second call has found no work of its own after this pause.
  await sleep(100)
  release.resolve()
  await second
  const { rows } = await w.app.pools.work.query('select name from account_outbox where published_at is null')
  assert.deepEqual(rows, [])
  await first
})

test('a task runs once, at its time and not before', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await later(w, new Date(w.clock.now().getTime() + 60_000), 7)
  await w.settle()
  w.clock.advance(59_999)
  await w.settle()
  assert.deepEqual(f.ran, [])
  w.clock.advance(1)
  await w.settle()
  assert.deepEqual(f.ran, [7])
  await w.app.pools.work.query("update ops_job set status = 'queued', payload = '{\"step\":7}'")
  await w.settle()
  assert.deepEqual(await seenSteps(w), [7])
})

test('a job that runs again after the commit of its effect has no second effect', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1])
  await w.settle()
  const { rowCount } = await w.app.pools.work.query(
    "update ops_job set status = 'queued', payload = '{\"step\":1}' where name = 'factory.eye.see'",
  )
  assert.equal(rowCount, 1)
  await w.settle()
  assert.deepEqual(await seenSteps(w), [1])
})

test('a failed reaction is rolled back, and later facts of its subject wait for its retry', async () => {
  const f = factory()
  await using w = await world({ products: f.products, log: silentLog })
  let failures = 2
  f.onLit = (_ctx, step) => {
    if (step === 1 && failures-- > 0) throw new Error('not yet')
  }
  await light(w, [1, 2, 3, 10, 11], { subject: (step) => (step < 10 ? 'lamp' : 'other') })
  await w.settle()
  assert.deepEqual(f.ran.toSorted(), [1, 10, 11])
  assert.deepEqual(await seenSteps(w), [10, 11])
  await live(w, 8, 1)
  assert.deepEqual(await seenSteps(w), [10, 11, 1, 2, 3])
})

test('a failing reaction is dead after ten attempts, the next one runs, the dead one can be rerun', async () => {
  const f = factory()
  await using w = await world({ products: f.products, log: silentLog })
  let isBroken = true
  f.onLit = (_ctx, step) => {
    if (step === 1 && isBroken) throw new Error('poison')
  }
  await light(w, [1, 2])
  await w.settle()
  await live(w, 1_600, 40)
  assert.equal(f.ran.filter((step) => step === 1).length, 10)
  assert.deepEqual(await seenSteps(w), [2])
  const dead = async () => (await w.call('account.job.all')).items
  const jobs = await dead()
  assert.deepEqual(
    jobs.map((job) => [job.name, job.lastError, job.attemptCount]),
    [['factory.eye.see', 'poison', 10]],
  )
  isBroken = false
  await w.call('account.job.runAgain', { jobId: String(jobs[0]?.id) })
  await w.settle()
  assert.deepEqual(await seenSteps(w), [2, 1])
  assert.deepEqual(await dead(), [])
})

test('a chain of facts that causes itself fails with an error', async () => {
  const f = factory()
  const errors: string[] = []
  const log = {
    ...silentLog,
    error: (_message: string, more?: Record<string, unknown>) => errors.push(String(more?.['error'])),
  }
  await using w = await world({ products: f.products, log })
  const ctx = w.app.operatorCtx(w.account.account, 'factory')
  await ctx.atomic(async (inner) => inner.emit(looped, { step: 0 }, { id: 'lamp', status: '', version: 1 }))
  await w.settle()
  await live(w, 1_600, 100)
  assert.equal((await w.emitted('factory.lamp.looped')).length, 8)
  assert.match(errors.join(), /caused one another: a loop/)
})

test('facts caused by a silent call are silent', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1], { isSilent: true })
  await light(w, [2])
  await w.settle()
  const seen = await w.emitted('factory.lamp.seen')
  assert.deepEqual(
    seen.map((each) => [each.payload['step'], each.isPublic]),
    [
      [1, false],
      [2, true],
    ],
  )
  const page = await w.call('account.fact.all', { name: 'factory.lamp.seen' })
  assert.equal(Object(page.items).length, 1)
})

test('two processes share the work over another ops database and wake each other', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using database = await (await testCluster()).createDatabase()
  const start = async () => {
    const ops = openPools({ address: database.address, sizeMax: 4, isPreparing: true, log: silentLog })
    const machinery = openMachinery({
      kernel: w.app.kernel,
      ops,
      ports: openMachineryPorts(ops, w.clock.now),
      hintAddress: database.address,
      products: f.products,
      schedules: [],
      endpoints: noEndpoints,
      post: noPost,
    })
    machinery.start()
    return { machinery, ops }
  }
  const first = await start()
  await until(() => first.machinery.figures().isRelay)
  const second = await start()
  for (let pass = 0; pass < 5; pass++) {
    await light(w, [pass], { subject: (step) => `lamp ${step}` })
    second.machinery.hint()
    // Effects of a reaction are visible after its commit, shortly after its run.
    await until(async () => (await seenSteps(w)).length === pass + 1)
  }
  assert.deepEqual(await seenSteps(w), [0, 1, 2, 3, 4])
  assert.equal(second.machinery.figures().isRelay, false)
  await first.machinery.stop()
  await light(w, [9])
  await until(() => f.ran.includes(9))
  assert.equal(second.machinery.figures().isRelay, true)
  await second.machinery.stop()
  await Promise.all([first.ops.close(), second.ops.close()])
})

test('facts of one subject run in order, however many there are', async () => {
  const f: Factory = factory()
  await using w = await world({ products: f.products })
  const steps = Array.from({ length: 300 }, (_, index) => index + 1)
  await light(w, steps, { subject: (step) => (step <= 50 ? 'one' : `lamp ${step % 10}`) })
  await w.settle()
  const order = new Map<string, number[]>()
  for (const step of f.ran) {
    const subject = step <= 50 ? 'one' : `lamp ${step % 10}`
    order.set(subject, [...(order.get(subject) ?? []), step])
  }
  assert.equal(f.ran.length, 300)
  for (const ran of order.values())
    assert.deepEqual(
      ran,
      ran.toSorted((a, b) => a - b),
    )
})

const noEndpoints = {
  listEnabled: async () => [],
  findTarget: async () => undefined,
  disableGone: async () => {},
}
const noPost = async () => ({
  status: 200,
  error: undefined,
  retryAfterMs: undefined,
  durationMs: 0,
  excerpt: undefined,
})
