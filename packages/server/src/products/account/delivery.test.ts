import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, light } from '#test/world/factory.ts'
import { receiver } from '#test/world/receiver.ts'
import { arrayOf, world } from '#test/world/world.ts'

test('deliveries are listed page by page, filtered, and shown to their account alone', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  const made = await w.call('account.webhookEndpoint.create', { url: at.url, facts: ['factory.lamp.lit'] })
  at.answer = ({ body }) => (Object(body['data']).step === 2 ? 500 : 200)
  const factIds = await light(w, [1, 2, 3])
  await w.settle()
  const all = async (input: Record<string, unknown>) => {
    const page = await w.call('account.delivery.all', input)
    return page.items.map((each) => factIds.indexOf(String(each.factId)) + 1)
  }
  assert.deepEqual(await all({}), [3, 2, 1])
  assert.deepEqual(await all({ sort: 'createdAt' }), [1, 2, 3])
  assert.deepEqual(await all({ status: 'failed' }), [2])
  assert.deepEqual(await all({ factId: factIds[0], webhookEndpointId: made.id }), [1])
  const first = await w.call('account.delivery.all', { limit: 2, withTotal: 'true' })
  const { nextCursor, total } = Object(first.pagination)
  assert.equal(total, 3)
  assert.deepEqual(await all({ limit: 2, cursor: nextCursor }), [1])
  const [failed] = (await w.call('account.delivery.all', { status: 'failed' })).items
  const other = await w.another()
  const theirs = { key: other.secretKey }
  assert.deepEqual((await w.call('account.delivery.all', { webhookEndpointId: made.id }, theirs)).items, [])
  await w.refused('account.delivery.get', { deliveryId: String(failed?.id) }, { code: 'not_found', ...theirs })
  await w.refused('account.delivery.resend', { deliveryId: String(failed?.id) }, { code: 'not_found', ...theirs })
})

test('a resent delivery is sent at once, with an audit row and all retries before it', async () => {
  const f = factory()
  await using w = await world({ products: f.products })
  await using at = await receiver()
  await w.call('account.webhookEndpoint.create', { url: at.url, facts: ['factory.lamp.lit'] })
  await light(w, [1])
  await w.settle()
  const [delivered] = (await w.call('account.delivery.all', {})).items
  assert.equal(delivered?.status, 'delivered')
  at.answer = () => 500
  const resent = await w.call('account.delivery.resend', { deliveryId: delivered?.id })
  assert.equal(resent.status, 'pending')
  await w.settle()
  const found = await w.call('account.delivery.get', { deliveryId: delivered?.id })
  assert.deepEqual([found.status, found.attemptCount, arrayOf(found.attempts).length], ['failed', 2, 2])
  assert.deepEqual(JSON.parse(String(found.requestBody)), at.received[0]?.body)
  w.clock.advance(6_000)
  at.answer = () => 200
  await w.settle()
  assert.equal(at.received.length, 3)
  const log = await w.call('account.audit.all', { target: delivered?.id })
  assert.deepEqual(
    log.items.map((each) => each.action),
    ['account.delivery.resent'],
  )
})
