import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { factory, light } from '#test/world/factory.ts'
import { world, type Json, type World } from '#test/world/world.ts'

const name = 'factory.lamp.lit'

async function stepsOf(w: World, input: Json): Promise<unknown[]> {
  const page = await w.call('account.fact.all', { name, ...input })
  return page.items.map((each) => Object(each.payload).step)
}

test('public facts are listed newest first, or oldest first, page by page to the end', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1, 2, 3])
  await w.settle()
  await light(w, [4, 5], { subject: () => 'other' })
  await light(w, [6], { isSilent: true })
  await w.settle()
  assert.deepEqual(await stepsOf(w, {}), [5, 4, 3, 2, 1])
  assert.deepEqual(await stepsOf(w, { sort: 'toldAt' }), [1, 2, 3, 4, 5])
  assert.deepEqual(await stepsOf(w, { subject: 'other' }), [5, 4])
  assert.deepEqual(await stepsOf(w, { limit: 2, offset: 1 }), [4, 3])
  const seen: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const page = await w.call('account.fact.all', { name, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...page.items.map((each) => Object(each.payload).step))
    const { hasMore, nextCursor } = page.pagination
    assert.equal(nextCursor !== null, hasMore)
    if (!hasMore) break
    cursor = nextCursor ?? undefined
  }
  assert.deepEqual(seen, [5, 4, 3, 2, 1])
  const counted = await w.call('account.fact.all', { name, limit: 2, withTotal: 'true' })
  assert.deepEqual([Object(counted.pagination).total, Object(counted.pagination).totalIsCapped], [5, false])
})

test('facts after the last id include a fact that was committed late', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await light(w, [1])
  await w.settle()
  const first = await w.call('account.fact.all', { name, sort: 'toldAt' })
  const last = first.items.at(-1)?.id
  assert.deepEqual(await stepsOf(w, { after: last }), [])
  await light(w, [2])
  await w.app.pools.work.query(
    "update account_outbox set told_at = told_at - interval '1 minute' where payload = '{\"step\":2}'",
  )
  assert.deepEqual(await stepsOf(w, { after: last }), [])
  await w.settle()
  assert.deepEqual(await stepsOf(w, { after: last }), [2])
})

test('a long poll responds as soon as a fact is published, and without items at its end', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const startedAt = performance.now()
  const waiting = stepsOf(w, { waitSeconds: 25 })
  await sleep(50)
  await light(w, [1])
  await w.settle()
  assert.deepEqual(await waiting, [1])
  // The long poll reads again after five seconds without a signal.
  assert.ok(performance.now() - startedAt < 4_000)
  const last = (await w.call('account.fact.all', { name })).items[0]?.id
  assert.deepEqual(await stepsOf(w, { after: last, waitSeconds: 1 }), [])
})

test('one fact is shown to its account alone', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  const [factId = ''] = await light(w, [1])
  const pending = await w.call('account.fact.get', { factId })
  assert.deepEqual([pending.status, pending.payload], ['pending', { step: 1 }])
  await w.settle()
  assert.equal((await w.call('account.fact.get', { factId })).status, 'published')
  const other = await w.another()
  await w.refused('account.fact.get', { factId: factId ?? '' }, { code: 'not_found', key: other.secretKey })
  await w.refused(
    'account.fact.all',
    { after: factId ?? '' },
    { code: 'invalid_request', mention: '/after', key: other.secretKey },
  )
  const [silent] = await light(w, [2], { isSilent: true })
  await w.refused('account.fact.get', { factId: silent ?? '' }, 'not_found')
  await w.refused(
    'account.fact.all',
    { waitSeconds: 1, sort: '-toldAt' },
    { code: 'invalid_request', mention: '/sort' },
  )
})
