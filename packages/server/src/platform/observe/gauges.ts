import type pg from 'pg'
import type { Db } from '#kit/call/context.ts'
import type { Gauge } from '#kit/nouns/gauge.ts'
import { statement } from '#kit/call/statement.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import type { Metrics, Readings } from './metrics.ts'
import type { RequestLog } from './requestEntries.ts'

/** Adds metrics of the pools: connections in use, open connections, and waiting statements. */
export function watchPools(metrics: Metrics, { work, reads, lane, shares }: Pools): void {
  const named: Record<string, pg.Pool> = { work, reads, lane }
  const show = (name: string, help: string, read: (pool: pg.Pool, name: string) => number) =>
    metrics.gauge(name, help, () => ({
      label: 'pool',
      values: Object.fromEntries(Object.entries(named).map(([name, pool]) => [name, read(pool, name)])),
    }))
  const inShares = (name: string) =>
    name === 'lane' ? 0 : shares[name === 'work' ? 'work' : 'reads'].figures().waiting
  show('pool_in_use', 'Database connections at work.', (pool) => pool.totalCount - pool.idleCount)
  show('pool_connections', 'Open database connections.', (pool) => pool.totalCount)
  show('pool_waiting', 'Callers that wait for a connection.', (pool, name) => pool.waitingCount + inShares(name))
}

/** Adds metrics of the request log and of the process log: written and dropped lines. */
export function watchLogs(metrics: Metrics, requestLog: RequestLog, droppedLines: () => number): void {
  const counts = () => requestLog.counts()
  metrics.counter('request_log_written_total', 'Requests written to the request log.', () => counts().written)
  metrics.counter('request_log_shed_total', 'Requests left out of the request log under load.', () => counts().shed)
  metrics.gauge('request_log_waiting', 'Requests that wait to be written.', () => counts().waiting)
  metrics.counter(
    'log_dropped_lines_total',
    'Log lines that were dropped because their reader was too slow.',
    droppedLines,
  )
}

/** Pending work of all accounts, counted up to a limit. */
export type Backlog = {
  outbox: number
  /** Seconds that the oldest unpublished fact or task has waited. */
  outboxAgeSeconds: number
  /** Jobs by status: queued, waiting, running, dead. */
  jobs: Record<string, number>
  /** Deliveries by status: pending (failed included), exhausted. */
  deliveries: Record<string, number>
}

const countMax = 10_000
const backlogRememberedMs = 5_000

/** Adds metrics of the backlog, read from the database at a scrape, at most every 5 s. */
export function watchBacklog(metrics: Metrics, pools: Pools, ops: Pools): void {
  let known: { at: number; of: Promise<Backlog> } | undefined
  const read = () => {
    if (known === undefined || performance.now() - known.at > backlogRememberedMs) {
      known = { at: performance.now(), of: readBacklog(dbOf(pools), dbOf(ops)) }
    }
    return known.of
  }
  const show = (name: string, help: string, pick: (backlog: Backlog) => Readings) =>
    metrics.gauge(name, help, async () => pick(await read()))
  const byStatus = (values: Record<string, number>) => ({ label: 'status', values })
  show('outbox_waiting', 'Facts and tasks that are not published yet.', (backlog) => backlog.outbox)
  show('outbox_age_seconds', 'Age of the oldest of them.', (backlog) => backlog.outboxAgeSeconds)
  show('jobs', 'Jobs, by status.', (backlog) => byStatus(backlog.jobs))
  show('deliveries', 'Webhook deliveries not through, by status.', (backlog) => byStatus(backlog.deliveries))
}

/** Adds the numbers of products, read at a scrape, at most every 5 s. */
export function watchProducts(metrics: Metrics, pools: Pools, gauges: readonly Gauge[]): void {
  for (const { name, description, read } of gauges) {
    let known: { at: number; of: Promise<number> } | undefined
    metrics.gauge(name, description, () => {
      if (known === undefined || performance.now() - known.at > backlogRememberedMs) {
        known = { at: performance.now(), of: read(dbOf(pools)) }
      }
      return known.of
    })
  }
}

function dbOf(pools: Pools): Db {
  return executor(pools.work, pools.isPreparing)
}

/** Reads the backlog; every number is counted to 10,000 at most, through an index. */
export async function readBacklog(db: Db, ops: Db): Promise<Backlog> {
  const [[outbox], jobs, deliveries] = await Promise.all([
    db.rows(outboxBacklog, [countMax]),
    ops.rows(jobBacklog, [countMax]),
    ops.rows(deliveryBacklog, [countMax]),
  ])
  const byStatus = (rows: { status: string; count: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.status, row.count]))
  return {
    outbox: outbox?.count ?? 0,
    outboxAgeSeconds: Math.max(0, outbox?.age ?? 0),
    jobs: byStatus(jobs),
    deliveries: byStatus(deliveries),
  }
}

const outboxBacklog = statement(
  'account_outbox.backlog',
  'offline',
  `select count(*) as count, extract(epoch from clock_timestamp() - min(told_at))::double precision as age
   from (select told_at from account_outbox where published_at is null
     order by account_id, told_at, id limit $1) waiting`,
)

const jobBacklog = statement(
  'ops_job.backlog',
  'ops',
  `select 'queued' as status, (select count(*) from (select 1 from ops_job where status = 'queued' limit $1) q) as count
   union all
   select 'waiting', (select count(*) from (select 1 from ops_job where status = 'waiting' limit $1) w)
   union all
   select 'running', (select count(*) from (select 1 from ops_job where status = 'running' limit $1) r)
   union all
   select 'dead', (select count(*) from (select 1 from ops_job where status = 'dead' limit $1) d)`,
)

const deliveryBacklog = statement(
  'ops_delivery.backlog',
  'ops',
  `select 'pending' as status,
     (select count(*) from (select 1 from ops_delivery where status in ('pending', 'failed') limit $1) p) as count
   union all
   select 'exhausted', (select count(*) from (
     select 1 from ops_delivery where status = 'exhausted' and created_at > now() - interval '7 days' limit $1) e)`,
)
