import type { DatabaseAddress } from '#platform/db/databaseAddress.ts'
import { openPools, type Pools } from '#platform/db/pools.ts'
import {
  openMachineryPorts,
  openMachinery,
  type Machinery,
  type MachineryOptions,
  type MachineryPorts,
} from '#platform/facts/machinery.ts'
import type { Guard } from '#platform/net/guard.ts'
import { openPost } from '#platform/webhooks/post.ts'
import type { AppOptions } from './appOptions.ts'

/** Facts, jobs and webhooks of one process. Ports open before the kernel, the machinery after it. */
export type Backstage = {
  ports: MachineryPorts
  /** Connections to queues and leases. */
  ops: Pools
  open(parts: Pick<MachineryOptions, 'kernel' | 'products' | 'schedules' | 'endpoints'>): Machinery
  /** Closes the connections. Called after the machinery has stopped. */
  close(): Promise<void>
}

/** Connections of the machinery: a burst of jobs takes none from requests. */
const opsPoolSizeMax = 4

/** Opens the pools of the ops database. Requests to webhook endpoints pass the outbound guard. */
export function openBackstage(options: AppOptions, pools: Pools, guard: Guard): Backstage {
  const address: DatabaseAddress = options.opsAddress ?? options.address
  // A pooler of transactions drops the LISTEN of a session.
  const hintAddress = address === options.address ? (options.directAddress ?? address) : address
  const isOwn = options.pools === undefined
  const ops = isOwn ? openPools({ ...options, address, sizeMax: opsPoolSizeMax }) : pools
  const ports = openMachineryPorts(ops, options.now)
  return {
    ports,
    ops,
    open: (parts) =>
      openMachinery({
        ...parts,
        ops,
        ports,
        hintAddress: options.isWorking ? hintAddress : undefined,
        post: openPost(guard),
      }),
    async close() {
      if (isOwn) await ops.close()
    },
  }
}
