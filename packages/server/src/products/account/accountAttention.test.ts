import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, light } from '#test/world/factory.ts'
import { receiver } from '#test/world/receiver.ts'
import { world } from '#test/world/world.ts'

test('the overview lists dead jobs, deliveries given up and endpoints that are silent or disabled', async () => {
  const f = factory()
  f.onLit = () => {
    throw new Error('poison')
  }
  await using w = await world({ products: f.products })
  await using at = await receiver()
  at.answer = () => 500
  await w.call('account.webhookEndpoint.create', { url: at.url, facts: ['factory.lamp.lit'] })
  const off = await w.call('account.webhookEndpoint.create', { url: `${at.url}off`, facts: ['factory.lamp.seen'] })
  await w.call('account.webhookEndpoint.update', { webhookEndpointId: off.id, action: 'disable' })
  await light(w, [1])
  for (let day = 0; day < 14; day++) {
    await w.settle()
    w.clock.advance(25 * 3_600_000)
  }
  const { attention } = await w.call('account.overview.get')
  assert.deepEqual(
    attention.map(({ kind, severity, count, recordId }) => [kind, severity, count, recordId]),
    [
      ['account.job', 'bad', 1, null],
      ['account.delivery', 'bad', 1, null],
      ['account.webhookEndpoint', 'warn', 1, off.id],
    ],
  )
  const reader = await w.signIn('reader')
  assert.deepEqual((await reader.call('account.overview.get')).attention, [])
})
