import { executor, type Pools } from '#platform/db/pools.ts'
import type { HealthCheck, ServerHealth, SettingValue } from '#platform/observe/serverHealthPort.ts'
import { listAccounts } from '#products/account/account.ts'

/** Sources of the health of a server. `operators`: accounts that see it, the oldest live one, or every one in tests. */
export type HealthSources = {
  examine(): Promise<HealthCheck[]>
  lookAtDisk(): Promise<HealthCheck[]>
  settings: readonly SettingValue[]
  operators: 'oldest' | 'every'
}

/** Age of a result that is returned again: many consoles cost one examination. */
const freshMs = 10_000
const diskFreshMs = 60_000

/** Sources of a server without a configuration, as in measurements. */
const noSources: HealthSources = {
  examine: async () => [await (await import('./doctor/examination.ts')).lookAtPinnedNode()],
  lookAtDisk: async () => [],
  settings: [],
  operators: 'oldest',
}

/** Health of this server, examined at most every ten seconds, its disk every minute. */
export function openServerHealth(pools: Pools, sources = noSources): ServerHealth {
  const { settings, operators } = sources
  let oldest: Promise<string | undefined> | undefined
  return {
    settings,
    examine: shared(sources.examine, freshMs),
    lookAtDisk: shared(sources.lookAtDisk, diskFreshMs),
    async isOperator(account) {
      if (operators === 'every') return account.mode === 'live'
      oldest ??= findOldest(pools)
      const found = await oldest.catch(() => undefined)
      if (found === undefined) oldest = undefined
      return account.publicId === found
    },
  }
}

/** Public id of the live account that was founded first. */
async function findOldest(pools: Pools): Promise<string | undefined> {
  const accounts = await listAccounts(executor(pools.work, pools.isPreparing))
  return accounts.find(({ mode }) => mode === 'live')?.id
}

/** Runs work once for all callers, and again when its result is older than `ms`. A failure is not kept. */
function shared<T>(work: () => Promise<T>, ms: number): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    if (last !== undefined && performance.now() - last.at < ms) return last.result
    const result = work()
    const own = { at: performance.now(), result }
    last = own
    result.catch(() => {
      if (last === own) last = undefined
    })
    return result
  }
}
