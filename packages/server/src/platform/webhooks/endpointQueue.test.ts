import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { factory, light } from '#test/world/factory.ts'
import { receiver } from '#test/world/receiver.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { AccountShares } from '#platform/db/accountShares.ts'
import { executor } from '#platform/db/pools.ts'
import { openMachinery, openMachineryPorts } from '#platform/facts/machinery.ts'
import { openGuard } from '#platform/net/guard.ts'
import { webhookEndpoint } from '#products/account/webhookEndpoint.ts'
import { copyRecord } from '#test/world/copiedRecords.ts'
import { openWebhookEndpoints } from '#products/account/webhookTargets.ts'
import { claimQueues, markDue, releaseQueue, type EndpointQueue, type QueueClass } from './endpointQueue.ts'
import { openPost } from './post.ts'

const lamps = { facts: ['factory.lamp.lit'] }
const seconds = 1_000

/** The queues of a world, driven without a sender. */
function queuesOf(w: World) {
  const db = executor(w.app.pools.work, w.app.pools.isPreparing)
  return {
    db,
    async make(account_id: number, count: number, failures = 0) {
      for (let index = 0; index < count; index++) {
        const due = { account_id, endpoint_id: randomUUID(), next_attempt_at: w.clock.now().toISOString() }
        w.clock.advance(1)
        await markDue(db, [due])
      }
      const text = 'update ops_endpoint_queue set failures = $2 where account_id = $1 and lease_token is null'
      await w.app.pools.work.query(text, [account_id, failures])
    },
    claim: (
      of: QueueClass,
      more: { countMax?: number; reserved?: number; running?: ReadonlyMap<number, number> } = {},
    ) =>
      claimQueues(db, w.app.kernel.accounts, {
        of,
        now: w.clock.now(),
        countMax: 16,
        reserved: 0,
        perAccountMax: 4,
        ...more,
        running: sharesOf(more.running ?? new Map()),
      }),
    release: (queue: EndpointQueue) =>
      releaseQueue(db, queue, { failures: 0, backOffUntil: undefined, now: w.clock.now() }),
  }
}

function sharesOf(counts: ReadonlyMap<number, number>): AccountShares {
  const shares = new AccountShares()
  for (const [id, count] of counts) shares.add({ id, mode: 'live', twinId: id }, count)
  return shares
}

function countBy(queues: readonly EndpointQueue[]): Record<string, number> {
  const groups = Object.groupBy(queues, (each) => String(each.account_id))
  return Object.fromEntries(Object.entries(groups).map(([account, each = []]) => [account, each.length]))
}

const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b)

test('a claim shares its queues by account, also when those of one account have waited for longer', async () => {
  await using w = await world()
  const { make, claim } = queuesOf(w)
  await make(1, 50)
  await make(2, 50)
  await make(3, 1)
  assert.deepEqual(countBy(await claim('responding')), { 1: 4, 2: 4, 3: 1 })
  const running = new Map([
    [1, 4],
    [2, 3],
  ])
  assert.deepEqual(countBy(await claim('responding', { running })), { 2: 1 })
  assert.deepEqual(countBy(await claim('responding', { countMax: 2 })), { 1: 1, 2: 1 })
})

test('a claim keeps slots for idle accounts, behind any number of due queues of others', async () => {
  await using w = await world()
  const { make, claim } = queuesOf(w)
  for (const accountId of [1, 2, 3, 4, 5, 6]) await make(accountId, 44)
  await make(7, 2)
  const first = countBy(await claim('responding', { reserved: 4 }))
  assert.deepEqual(first, { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2 })
  const running = new Map(Object.entries(first).map(([account, count]) => [Number(account), count]))
  assert.deepEqual(countBy(await claim('responding', { countMax: 4, reserved: 4, running })), { 7: 1 })
})

test('a claim counts queues of a test account in the share of its live account, at most half of it', async () => {
  await using w = await world()
  const { make, claim } = queuesOf(w)
  const { account: live, twin: tests } = w.account
  await make(tests.id, 8)
  await make(live.id, 8)
  await make(1, 8)
  assert.deepEqual(countBy(await claim('responding')), { [tests.id]: 2, [live.id]: 2, 1: 4 })
})

test('a claim takes endpoints that respond apart from silent ones, and of those the least silent first', async () => {
  await using w = await world()
  const { make, claim } = queuesOf(w)
  await make(1, 22, 12)
  await make(2, 1, 1)
  await make(3, 1)
  assert.deepEqual(countBy(await claim('responding')), { 3: 1 })
  const [first, ...rest] = await claim('silent')
  assert.equal(first?.account_id, 2)
  assert.deepEqual(countBy(rest), { 1: 4 })
})

test('a queue is leased once, is due again behind others, and at once for one added during it', async () => {
  await using w = await world()
  const { db, make, claim, release } = queuesOf(w)
  await make(1, 3)
  const both = (await Promise.all([claim('responding'), claim('responding')])).flat()
  assert.equal(new Set(both.map((each) => each.endpoint_id)).size, 3)
  assert.equal(both.length, 3)
  const [first, second] = both
  assert.ok(first && second)
  await release(first)
  assert.deepEqual(await claim('responding'), [])
  await markDue(db, [{ ...second, next_attempt_at: w.clock.now().toISOString() }])
  assert.deepEqual(await claim('responding'), [])
  await release(second)
  assert.deepEqual(
    (await claim('responding')).map((each) => each.endpoint_id),
    [second.endpoint_id],
  )
})

test('257 facts missed in an outage of 15 s arrive with the next attempt, in order', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await w.call('account.webhookEndpoint.create', { url: at.url, ...lamps })
  const steps = Array.from({ length: 257 }, (_, index) => index + 1)
  at.answer = () => 0
  await light(w, steps, { subject: (step) => `lamp ${step % 8}` })
  await w.settle()
  w.clock.advance(5.5 * seconds)
  await w.settle()
  const missed = at.received.length
  assert.ok(missed <= 8, `${missed} attempts at an endpoint that does not respond`)
  w.clock.advance(9.5 * seconds)
  at.answer = () => 204
  await w.settle()
  assert.equal(at.received.length, missed)
  w.clock.advance(25 * seconds)
  await w.settle()
  const arrived = at.steps().slice(missed).map(Number)
  assert.deepEqual(ascending(arrived), steps)
  for (const own of Object.values(Object.groupBy(arrived, (step) => step % 8))) {
    assert.deepEqual(own, ascending(own ?? []))
  }
})

test('an endpoint that responds again gets deliveries of its silence, but none that it rejected', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await w.call('account.webhookEndpoint.create', { url: at.url, ...lamps })
  at.answer = () => 503
  at.headers = { 'retry-after': '86400' }
  await light(w, [1])
  await w.settle()
  at.answer = () => 0
  await light(w, [2])
  for (const wait of [0, 6, 40, 140, 700]) {
    w.clock.advance(wait * seconds)
    await w.settle()
  }
  const before = at.received.length
  at.answer = () => 204
  w.clock.advance(140 * seconds)
  await w.settle()
  assert.equal(at.received.length, before, 'the next attempts are half an hour away')
  await light(w, [3])
  await w.settle()
  assert.deepEqual(at.steps().slice(before), [3, 2])
})

test('deliveries of an endpoint that stays silent are exhausted after the time of all attempts', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await w.call('account.webhookEndpoint.create', { url: at.url, ...lamps })
  at.answer = () => 0
  await light(w, [1, 2, 3])
  await w.settle()
  w.clock.advance(100 * 3_600 * seconds)
  await w.settle()
  const { items } = await w.call('account.delivery.all', { status: 'exhausted' })
  const errors = new Set(arrayOf(items).map((each) => each['lastError']))
  assert.deepEqual([...errors], ['the endpoint did not answer for three days'])
})

test('two accounts with 35 silent endpoints each delay no other account', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using silent = await receiver()
  await using healthy = await receiver()
  const others = [await w.another(), await w.another()]
  for (const { secretKey: key } of others) {
    const { id } = await w.call('account.webhookEndpoint.create', { url: silent.url, ...lamps }, { key })
    await copyRecord(w, { resource: webhookEndpoint, id, column: 'url' }, 34)
  }
  await w.call('account.webhookEndpoint.create', { url: healthy.url, ...lamps })
  const pending = Promise.withResolvers<number>()
  silent.answer = () => pending.promise
  const guard = openGuard({ allowPrivate: true, connectionsMax: 1_024 })
  const machinery = openMachinery({
    kernel: w.app.kernel,
    ops: w.app.pools,
    ports: openMachineryPorts(w.app.pools, w.clock.now),
    products: f.products,
    schedules: [],
    endpoints: openWebhookEndpoints(w.app.kernel),
    post: openPost(guard),
    hintAddress: undefined,
  })
  machinery.start()
  for (const { account } of others) await light(w, [1], { account })
  machinery.hint()
  await until(() => silent.received.length >= 64)
  await light(w, [1])
  machinery.hint()
  await until(() => healthy.received.length === 1)
  assert.equal(silent.received.length, 64, 'an account has a quarter of the slots')
  pending.resolve(204)
  await until(() => silent.received.length === 70)
  await machinery.stop()
  await guard.close()
})
