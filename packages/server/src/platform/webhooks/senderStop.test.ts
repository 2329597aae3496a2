import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, light, type Factory } from '#test/factory.ts'
import { receiver } from '#test/receiver.ts'
import { until } from '#test/until.ts'
import { world, type World } from '#test/world.ts'
import { openMachinery, openMachineryPorts } from '#platform/facts/machinery.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openWebhookEndpoints } from '#products/account/webhookTargets.ts'
import { openPost } from './post.ts'

/** The machinery of one process, started. */
function started(w: World, f: Factory) {
  const guard = openGuard({ allowPrivate: true })
  const machinery = openMachinery({
    ...{ kernel: w.app.kernel, ops: w.app.pools, ports: openMachineryPorts(w.app.pools, w.clock.now) },
    ...{ products: f.products, schedules: [], endpoints: openWebhookEndpoints(w.app.kernel), post: openPost(guard) },
    hintAddress: undefined,
  })
  machinery.start()
  return { stop: () => machinery.stop(), [Symbol.asyncDispose]: () => guard.close() }
}

for (const answers of [true, false]) {
  const condition = answers ? 'the attempt in flight ends' : 'the attempt in flight hangs'
  test(`a stop leaves the queue of an endpoint to the next process at once, when ${condition}`, async () => {
    const f = factory()
    await using w = await world({ products: f.products })
    await using slow = await receiver()
    await w.call('account.webhookEndpoint.create', { url: slow.url, facts: ['factory.lamp.lit'] })
    const held = Promise.withResolvers<number>()
    slow.answer = () => held.promise
    await light(w, [1, 2, 3])
    await using first = started(w, f)
    await until(() => slow.received.length === 1)
    const stopped = first.stop()
    if (answers) held.resolve(204)
    await stopped
    assert.deepEqual(slow.steps(), [1])
    slow.answer = () => 204
    await using second = started(w, f)
    await until(() => slow.steps().includes(3))
    assert.deepEqual(slow.steps(), answers ? [1, 2, 3] : [1, 1, 2, 3])
    held.resolve(204)
    await second.stop()
  })
}
