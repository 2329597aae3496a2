import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveWorld, noEncoder } from '#test/video/liveWorld.ts'
import { until } from '#test/world/until.ts'

test('a live stream that loses its encoder needs attention, until it ends', { skip: noEncoder }, async () => {
  await using w = await liveWorld()
  const { id, key } = await w.stream({ reconnectWindowSeconds: 120 })
  const publisher = w.publish(key)
  await until(async () => (await w.call('livestream.stream.get', { streamId: id })).status === 'live')
  await publisher.kill()
  const [finding] = await until(
    async () => (await w.call('account.overview.get')).attention,
    (found) => found.length > 0,
  )
  assert.deepEqual([finding?.kind, finding?.recordId], ['livestream.stream', id])
  await w.call('livestream.stream.update', { streamId: id, action: 'end' })
  assert.deepEqual((await w.call('account.overview.get')).attention, [])
})
