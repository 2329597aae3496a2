import { openMachinery, openMachineryPorts } from '#platform/facts/machinery.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openPost } from '#platform/webhooks/post.ts'
import { openWebhookEndpoints } from '#products/account/webhookTargets.ts'
import type { Factory } from './factory.ts'
import type { World } from './world.ts'

/** Running machinery: a hint starts the next pass early. */
export type StartedMachinery = { hint(): void; stop(): Promise<void> } & AsyncDisposable

/** Starts the machinery of one more process on the databases of a world. `await using` closes its connections. */
export function startMachinery(w: World, f: Factory): StartedMachinery {
  const guard = openGuard({ allowPrivate: true })
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
  return {
    hint: () => machinery.hint(),
    stop: () => machinery.stop(),
    [Symbol.asyncDispose]: () => guard.close(),
  }
}
