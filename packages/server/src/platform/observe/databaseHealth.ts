import { statement } from '#kit/call/statement.ts'
import { listMigrations } from '#platform/db/migrations.ts'
import { executor, transaction, type Pools } from '#platform/db/pools.ts'
import type { HealthCheck } from './health.ts'

/** Checks that the database responds, accepts writes, has every migration of this code, and has a running relay. */
export function databaseChecks(pools: Pools, ops: Pools): Record<string, HealthCheck> {
  const db = executor(pools.work, pools.isPreparing)
  return {
    database: async () => {
      await db.rows(ping, [])
      return undefined
    },
    writes: writesCheck(pools),
    migrations: migrationsCheck(pools),
    relay: async () => {
      const [lease] = await executor(ops.work, ops.isPreparing).rows(relayLease, [leaseGraceSeconds])
      return lease === undefined || lease.is_fresh ? undefined : 'no process holds the lease'
    },
  }
}

/** Tolerance of an expired lease: the next process needs a moment to acquire it. */
const leaseGraceSeconds = 30

/** A current database stays current: later migrations are expansions that this code supports. */
function migrationsCheck(pools: Pools): HealthCheck {
  const db = executor(pools.work, pools.isPreparing)
  const known = listMigrations()
  known.catch(() => {})
  let isCurrent = false
  return async () => {
    if (isCurrent) return undefined
    const applied = new Set((await db.rows(appliedMigrations, [])).map((row) => row.name))
    const missing = (await known).filter((name) => !applied.has(name))
    isCurrent = missing.length === 0
    return isCurrent ? undefined : `${missing.length} are missing`
  }
}

const writesRememberedMs = 5_000

/**
 * Writes a row and, since an update may find room in a full file system, a sort's worth of fresh disk; at most every
 * 5 s. Rejects on a full disk and on a database that is read-only.
 */
export function writesCheck(pools: Pools): HealthCheck {
  let known: { at: number; of: Promise<undefined> } | undefined
  const write = () =>
    transaction(pools, async (db) => {
      await db.rows(smallSorts, [])
      await db.rows(spill, [])
      await db.rows(rewrite, [])
      return undefined
    })
  return () => {
    if (known === undefined || performance.now() - known.at > writesRememberedMs) {
      known = { at: performance.now(), of: write() }
    }
    return known.of
  }
}

const smallSorts = statement('ops_health.small_sorts', 'ops', "select set_config('work_mem', '64kB', true)")

/** Spills about 1 MB to a temporary file: no row, no log of the database, nothing to clean. */
const spill = statement(
  'ops_health.spill',
  'ops',
  `select count(*) as lines from (
     select repeat(md5(n::text), 8) as line from generate_series(1, 4000) n order by 1 offset 1
   ) sorted`,
)

const rewrite = statement(
  'ops_health.rewrite',
  'ops',
  `update ops_migration set applied_at = applied_at
   where name = (select min(name) from ops_migration)`,
)

const ping = statement('ops_health.ping', 'ops', 'select 1 as answer')
const appliedMigrations = statement('ops_migration.names', 'ops', 'select name from ops_migration')
const relayLease = statement(
  'ops_lease.relay',
  'ops',
  `select until_at > now() - make_interval(secs => $1) as is_fresh from ops_lease where name = 'relay'`,
)
