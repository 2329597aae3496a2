import { statement } from '#kit/statement.ts'
import { readMigrations } from '#platform/db/migrations.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import type { HealthCheck } from './health.ts'

/** The checks of the database: it answers, it has every migration of this code, somebody relays its outbox. */
export function databaseChecks(pools: Pools, ops: Pools): Record<string, HealthCheck> {
  const db = executor(pools.work, pools.isPreparing)
  return {
    database: async () => {
      await db.rows(ping, [])
      return undefined
    },
    migrations: migrationsCheck(pools),
    relay: async () => {
      const [lease] = await executor(ops.work, ops.isPreparing).rows<{ is_fresh: boolean }>(relayLease, [
        leaseGraceSeconds,
      ])
      return lease === undefined || lease.is_fresh ? undefined : 'nobody holds the lease'
    },
  }
}

/** A lease may be late by this much: the next process needs a moment to notice and take it over. */
const leaseGraceSeconds = 30

/** Once current stays current: later migrations are expansions that this code can live with. */
function migrationsCheck(pools: Pools): HealthCheck {
  const db = executor(pools.work, pools.isPreparing)
  const known = readMigrations()
  known.catch(() => {})
  let isCurrent = false
  return async () => {
    if (isCurrent) return undefined
    const applied = new Set((await db.rows<{ name: string }>(appliedMigrations, [])).map((row) => row.name))
    const missing = (await known).filter(({ name }) => !applied.has(name))
    isCurrent = missing.length === 0
    return isCurrent ? undefined : `${missing.length} are missing`
  }
}

const ping = statement('ops_health.ping', 'ops', 'select 1 as answer')
const appliedMigrations = statement('ops_migration.names', 'ops', 'select name from ops_migration')
const relayLease = statement(
  'ops_lease.relay',
  'ops',
  `select until_at > now() - make_interval(secs => $1) as is_fresh from ops_lease where name = 'relay'`,
)
