import type { Account, Ctx } from '#kit/context.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openEngine, type LiveEngine } from '#platform/video/live/engine.ts'
import { openNodes, type Nodes } from '#platform/video/live/nodes.ts'
import { openStreamHost } from '#products/livestream/stream/host.ts'
import type { AppOptions } from './appOptions.ts'

/** What live video needs of the platform: calls on behalf of accounts, and a word when facts wait. */
export type LiveReach = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  onTold(): void
}

/** Live video of one process. */
export type LiveVideoPart = { engine: LiveEngine; nodes: Nodes; stop(): Promise<void> }

/** Puts live video together: the engine and the product that knows its streams. */
export function openLiveVideo(options: AppOptions, pools: Pools, reach: LiveReach): LiveVideoPart {
  const { log, now } = options
  const db = executor(pools.work, pools.isPreparing)
  const nodes = openNodes({ id: options.nodeId, db, key: options.subkey('nodes'), log, now })
  const engine = openEngine({
    nodes,
    host: openStreamHost(reach),
    openSession: () => {
      throw new Error('not yet')
    },
    ingest: () => ({ rtmpUrl: null, rtmpsUrl: null }),
    log,
  })
  return {
    engine,
    nodes,
    async stop() {
      nodes.stop()
      await engine.stop()
    },
  }
}
