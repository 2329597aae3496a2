import { randomUUID } from 'node:crypto'
import type { Log } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { executor, transaction, type Pools } from '#platform/db/pools.ts'
import { insertJobs, promote } from '#platform/tasks/queue.ts'
import type { WebhookEndpoints } from '#platform/webhooks/webhookEndpointsPort.ts'
import { insertDeliveries } from '#platform/webhooks/deliveryRows.ts'
import { markDue } from '#platform/webhooks/endpointQueue.ts'
import { deliveriesOf, isForEndpoints, jobsOf, withinDeliveries, type Consumers, type Unpublished } from './fanOut.ts'
import { dropLease, FencedError, advanceLease, takeLease, type Lease } from './lease.ts'
import { openLoop, type Loop, type Pass } from './passLoop.ts'
import { openTwinShares } from './twinShares.ts'

export type RelayParts = {
  /** Database of the accounts and their outboxes. */
  pools: Pools
  /** Database of the queues. */
  ops: Pools
  consumers: Consumers
  endpoints: WebhookEndpoints
  now(): Date
  log: Log
  /** Called after a commit with new jobs, deliveries or public facts. */
  onPublished(what: { jobs: number; deliveries: number; accountIds: readonly number[] }): void
  leaseMs?: number
}

/**
 * Relay of the outbox: rows of accounts become jobs and webhook deliveries, in order.
 *
 * Lease. One process relays at a time. Its lease expires after 6 s and is renewed every 2 s; the others stand by and
 * try to acquire it once a second. The token of the lease is checked in the transaction that writes jobs and
 * deliveries, so a process that lost its lease writes nothing (FencedError).
 *
 * Retry. Outbox and queues may lie in two databases, so publishing is two commits: first the queues, then the outbox
 * rows as published. A process that dies between the two leaves rows unpublished, and the next pass reads them again.
 * A pass that fails is repeated by the loop after a pause.
 *
 * Duplicates are harmless: a job is unique by fact and name, a delivery by fact and endpoint, and a second insert of
 * either does nothing.
 *
 * Shares. Accounts take turns, with 100 rows and 500 deliveries of one account in a pass.
 */
export type Relay = Loop & {
  /** Whether this process holds the lease of the relay. */
  holdsLease(): boolean
  /** Rows published so far, and milliseconds between emission and publication of the last batch's oldest row. */
  figures(): { published: number; lagMs: number }
}

/** Rows of one pass, and of one account in it. */
const batchMax = 500
const perAccountMax = 100
const deliveriesPerAccountMax = 500
const idlePauseMs = 250
const standbyPauseMs = 1_000
const leaseMsDefault = 6_000

/** Makes the relay; it runs when started. */
export function openRelay(parts: RelayParts): Relay {
  const owner = randomUUID()
  const leaseMs = parts.leaseMs ?? leaseMsDefault
  const figures = { published: 0, lagMs: 0 }
  let lease: Lease | undefined
  let renewedAt = 0
  const shares = openTwinShares(perAccountMax)
  let servedLast = -1

  const renew = async () => {
    const at = performance.now()
    if (lease !== undefined && at - renewedAt < leaseMs / 3) return
    lease = await takeLease(executor(parts.ops.work, parts.ops.isPreparing), { name: 'relay', owner, leaseMs })
    renewedAt = at
  }
  const pass = async (): Promise<Pass> => {
    await renew()
    if (lease === undefined) return { didWork: false, pauseMs: standbyPauseMs }
    if (servedLast === -1) shares.beginRotation()
    const read = await readUnpublished(parts.pools, servedLast)
    servedLast = read.servedLast
    if (read.rows.length === 0) return { didWork: read.hasMore, pauseMs: read.hasMore ? 0 : idlePauseMs }
    let rows: readonly Unpublished[]
    try {
      const published = await publish(parts, lease, shares.within(read.rows))
      rows = published.rows
      await markPublished(parts.pools, rows, published.at)
    } catch (error) {
      if (error instanceof FencedError) lease = undefined
      throw error
    }
    figures.published += rows.length
    figures.lagMs = parts.now().getTime() - Math.min(...rows.map((row) => Date.parse(row.told_at)))
    const accountIds = [...new Set(rows.filter(isForEndpoints).map((row) => row.account_id))]
    if (accountIds.length > 0) parts.onPublished({ jobs: 0, deliveries: 0, accountIds })
    return { didWork: true, pauseMs: read.hasMore || rows.length < read.rows.length ? 0 : idlePauseMs }
  }
  const loop = openLoop({ name: 'relay', log: parts.log, pass })
  return {
    ...loop,
    holdsLease: () => lease !== undefined,
    figures: () => ({ ...figures }),
    async stop() {
      await loop.stop()
      if (lease !== undefined) await dropLease(executor(parts.ops.work, parts.ops.isPreparing), lease).catch(() => {})
    },
  }
}

/** Published rows, and the time of their publication. */
export type Published = { at: string; rows: readonly Unpublished[] }

/** Rows to publish, and the last account of the pass: -1 after the last account. `hasMore`: some rows may be left. */
export type UnpublishedRows = { rows: Unpublished[]; servedLast: number; hasMore: boolean }

/**
 * Reads rows of accounts in rotation, after the account `after`: the oldest of each, at most 100 of one account and 500
 * in all, so that an account with a large backlog delays no other one. Each statement continues in the index.
 */
export async function readUnpublished(pools: Pools, after: number): Promise<UnpublishedRows> {
  const db = executor(pools.work, pools.isPreparing)
  const rows: Unpublished[] = []
  let servedLast = after
  let hasMore = after !== -1
  do {
    const page = await db.rows(unpublishedStatement, [servedLast])
    rows.push(...page)
    const isFull = page.length === perAccountMax
    hasMore ||= isFull
    servedLast = isFull ? (page.at(-1)?.account_id ?? -1) : -1
  } while (servedLast !== -1 && rows.length < batchMax)
  return { rows, servedLast, hasMore }
}

/**
 * Writes the jobs and deliveries of these rows, each once however often it is called: of each account only rows with up
 * to 500 deliveries in sum, since a fact may have 50 endpoints. Resolves with those rows and the moment of publication,
 * later than that of any batch before. Throws FencedError when another process has become the relay.
 */
export async function publish(parts: RelayParts, lease: Lease, read: readonly Unpublished[]): Promise<Published> {
  const accounts = [...new Set(read.filter(isForEndpoints).map((row) => row.account_id))]
  const endpoints = accounts.length === 0 ? [] : await parts.endpoints.listEnabled(accounts)
  const rows = withinDeliveries(read, endpoints, deliveriesPerAccountMax)
  const jobs = jobsOf(rows, parts.consumers, parts.now())
  const deliveries = deliveriesOf(rows, endpoints, parts.now())
  const waiting: string[] = []
  const at = await transaction(parts.ops, async (db) => {
    const positionAt = await advanceLease(db, lease, parts.now())
    if (jobs.length > 0) waiting.push(...(await insertJobs(db, jobs, parts.now())))
    if (deliveries.length > 0) {
      await insertDeliveries(db, deliveries)
      await markDue(db, deliveries)
    }
    return positionAt
  })
  if (waiting.length > 0) await promote(executor(parts.ops.work, parts.ops.isPreparing), waiting)
  parts.onPublished({ jobs: jobs.length, deliveries: deliveries.length, accountIds: [] })
  return { at, rows }
}

/** Marks rows as published; rows with a moment of publication keep it. */
export async function markPublished(pools: Pools, rows: readonly Unpublished[], at: string): Promise<void> {
  const accounts = rows.map((row) => row.account_id)
  const ids = rows.map((row) => row.id)
  await executor(pools.work, pools.isPreparing).rows(markStatement, [accounts, ids, at])
}

const unpublishedStatement = statement(
  'account_outbox.unpublished',
  'offline',
  `select o.account_id, a.twin_id, o.id, o.kind, o.name, o.subject, o.subject_version, o.payload, o.cause, o.depth,
     o.is_public, o.is_silent, o.told_at, o.run_at
   from account_outbox o left join account_account a on a.account_id = o.account_id
   where o.published_at is null and o.account_id > $1
   order by o.account_id, o.told_at, o.id limit ${perAccountMax}`,
)

const markStatement = statement(
  'account_outbox.published',
  'offline',
  `update account_outbox o set published_at = $3 from unnest($1::bigint[], $2::uuid[]) as k (account_id, id)
   where o.account_id = k.account_id and o.id = k.id and o.published_at is null`,
)
