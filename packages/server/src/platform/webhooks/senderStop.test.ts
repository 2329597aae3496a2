import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, light } from '#test/world/factory.ts'
import { receiver } from '#test/world/receiver.ts'
import { startMachinery } from '#test/world/startedMachinery.ts'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'

for (const responds of [true, false]) {
  const condition = responds ? 'the attempt in flight ends' : 'the attempt in flight hangs'
  test(`a stop leaves the queue of an endpoint to the next process at once, when ${condition}`, async () => {
    const f = factory()
    await using w = await world({ products: f.products })
    await using slow = await receiver()
    await w.call('account.webhookEndpoint.create', { url: slow.url, facts: ['factory.lamp.lit'] })
    const pending = Promise.withResolvers<number>()
    slow.answer = () => pending.promise
    await light(w, [1, 2, 3])
    await using first = startMachinery(w, f)
    await until(() => slow.received.length === 1)
    const stopped = first.stop()
    if (responds) pending.resolve(204)
    await stopped
    assert.deepEqual(slow.steps(), [1])
    slow.answer = () => 204
    await using second = startMachinery(w, f)
    await until(() => slow.steps().includes(3))
    assert.deepEqual(slow.steps(), responds ? [1, 2, 3] : [1, 1, 2, 3])
    pending.resolve(204)
    await second.stop()
  })
}
