import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, light, type Factory } from '#test/world/factory.ts'
import { world, type World } from '#test/world/world.ts'
import { executor } from '#platform/db/pools.ts'
import { webhookEndpoint } from '#products/account/webhookEndpoint.ts'
import { copyRecord } from '#test/world/copiedRecords.ts'
import { openWebhookEndpoints } from '#products/account/webhookTargets.ts'
import { FencedError, advanceLease, takeLease, type Lease } from './lease.ts'
import { markPublished, openRelay, publish, readUnpublished, type RelayParts } from './factRelay.ts'

function partsOf(w: World, f: Factory): RelayParts {
  return {
    pools: w.app.pools,
    ops: w.app.pools,
    now: w.clock.now,
    log: w.app.kernel.log,
    consumers: { reactions: Map.groupBy(f.product.reactions, (each) => each.on.name), paces: new Map() },
    endpoints: { listEnabled: async () => [], findTarget: async () => undefined, disableGone: async () => {} },
    onPublished: () => {},
  }
}

async function leaseOf(w: World, owner: string, leaseMs: number): Promise<Lease | undefined> {
  return takeLease(executor(w.app.pools.work, true), { name: 'relay', owner, leaseMs })
}

function sure(lease: Lease | undefined): Lease {
  assert.ok(lease)
  return lease
}

async function unpublished(w: World) {
  return (await readUnpublished(w.app.pools, -1)).rows
}

async function jobs(w: World): Promise<number> {
  const { rows } = await w.app.pools.work.query(
    "select count(*)::integer as count from ops_job where fact_name = 'factory.lamp.lit'",
  )
  return rows[0].count
}

test('the effect happens once when a relay dies between publishing and marking', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1, 2])
  const dead = sure(await leaseOf(w, 'a process that dies', 1))
  await publish(partsOf(w, f), dead, await unpublished(w))
  assert.ok((await unpublished(w)).length >= 2)
  await w.settle()
  assert.deepEqual(f.ran, [1, 2])
  assert.equal((await w.emitted('factory.lamp.seen')).length, 2)
  assert.equal(await jobs(w), 2)
  assert.deepEqual(await unpublished(w), [])
})

test('a relay that publishes again after a reaction has run causes no second run', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1])
  await w.settle()
  await w.app.pools.work.query("update account_outbox set published_at = null where name = 'factory.lamp.lit'")
  await w.app.pools.work.query('delete from ops_job')
  await w.settle()
  assert.equal(await jobs(w), 1)
  assert.equal((await w.emitted('factory.lamp.seen')).length, 1)
})

test('the older of two relays that believe they hold the lease is fenced off and writes nothing', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const older = sure(await leaseOf(w, 'frozen', 1))
  await new Promise((resolve) => setTimeout(resolve, 5))
  const newer = sure(await leaseOf(w, 'awake', 60_000))
  assert.equal(newer.token, older.token + 1)
  await light(w, [1])
  const rows = await unpublished(w)
  await assert.rejects(publish(partsOf(w, f), older, rows), FencedError)
  assert.equal(await jobs(w), 0)
  const { at } = await publish(partsOf(w, f), newer, rows)
  await markPublished(w.app.pools, rows, at)
  assert.equal(await jobs(w), 1)
  assert.equal(await leaseOf(w, 'frozen', 1), undefined)
})

test('a relay that was fenced off stands by, and acquires the lease after it expires', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  // Long lease: the relay must not renew it during the next lines.
  const relay = openRelay({ ...partsOf(w, f), leaseMs: 3_600_000 })
  await light(w, [1])
  await relay.run()
  assert.equal(relay.holdsLease(), true)
  await w.app.pools.work.query(
    "update ops_lease set owner = 'another', token = token + 1, until_at = now() + interval '1 hour'",
  )
  await light(w, [2])
  await assert.rejects(relay.run(), FencedError)
  assert.equal(relay.holdsLease(), false)
  assert.deepEqual(await relay.run(), { didWork: false, pauseMs: 1_000 })
  assert.equal(await jobs(w), 1)
  await w.app.pools.work.query("update ops_lease set until_at = now() - interval '1 second'")
  await relay.run()
  assert.equal(await jobs(w), 2)
  await relay.stop()
})

test('moments of publication rise, also when the clock stands still or runs backwards', async () => {
  await using w = await world()
  const lease = sure(await leaseOf(w, 'one', 60_000))
  const db = executor(w.app.pools.work, true)
  const first = await advanceLease(db, lease, new Date('2026-01-01T00:00:00.000Z'))
  const second = await advanceLease(db, lease, new Date('2026-01-01T00:00:00.000Z'))
  const third = await advanceLease(db, lease, new Date('2025-01-01T00:00:00.000Z'))
  assert.deepEqual(
    [first, second, third],
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'],
  )
})

test('a pass bounds the deliveries of one account, and publishes the facts of another', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const endpoint = { url: 'https://example.com/hooks', facts: ['factory.lamp.lit'] }
  const { id } = await w.call('account.webhookEndpoint.create', endpoint)
  await copyRecord(w, { resource: webhookEndpoint, id, column: 'url' }, 49)
  await w.settle()
  const { account } = await w.another()
  await light(w, [1], { account })
  await light(
    w,
    Array.from({ length: 40 }, (_, index) => index),
  )
  await w.app.pools.work.query("update ops_lease set until_at = now() - interval '1 second'")
  const relay = openRelay({ ...partsOf(w, f), endpoints: openWebhookEndpoints(w.app.kernel) })
  const count = async (table: string) => {
    const { rows } = await w.app.pools.work.query(`select count(*)::integer as count from ${table}`)
    return rows[0].count
  }
  await relay.run()
  assert.equal(await count('ops_delivery'), 500)
  const left = (await unpublished(w)).filter((row) => row.name === 'factory.lamp.lit')
  assert.deepEqual([left.length, left.some((row) => row.account_id === account.id)], [30, false])
  for (let pass = 0; pass < 6; pass++) await relay.run()
  assert.equal(await count('ops_delivery'), 2_000)
  await relay.stop()
})

test('an account and its test account halve the rows of one account in a pass', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const steps = Array.from({ length: 150 }, (_, index) => index)
  const { account: live, twin: tests } = w.account
  const { account: other } = await w.another()
  await w.app.pools.work.query('update account_outbox set published_at = now()')
  for (const account of [live, tests, other]) await light(w, steps, { account })
  const relay = openRelay(partsOf(w, f))
  await relay.run()
  const text = `select account_id, count(*)::integer as count from account_outbox
    where published_at is not null and name = 'factory.lamp.lit' group by 1`
  const { rows } = await w.app.pools.work.query(text)
  const published = new Map(rows.map((row) => [row.account_id, row.count]))
  assert.deepEqual([published.get(live.id), published.get(tests.id), published.get(other.id)], [50, 50, 100])
  for (let pass = 0; pass < 5; pass++) await relay.run()
  assert.deepEqual((await unpublished(w)).length, 0)
  await relay.stop()
})
