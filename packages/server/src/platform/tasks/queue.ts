import { storable } from '#kit/values/foreignText.ts'
import type { Db, RowOf } from '#kit/call/context.ts'
import type { Pace } from '#kit/nouns/task.ts'
import { crashesMax, jobBackOff } from './jobBackOff.ts'
import * as sql from './jobStatements.ts'

// A job is `planned` until shortly before it is due, `waiting` for an earlier job of its order key, else `queued`. A
// claim is a lease with a token; a lost lease changes nothing. Each claim costs an attempt, except after an outage or a
// stop.

/** A job as the relay inserts it. `is_first`: the first of its order_key within the batch. */
export type NewJob = {
  id: string
  account_id: number
  pace: Pace
  kind: 'reaction' | 'task'
  name: string
  fact_id: string
  fact_name: string
  subject: string
  subject_version: number
  payload: string
  cause: string
  depth: number
  is_silent: boolean
  told_at: string
  run_at: string
  order_key: string | null
  is_first: boolean
}

/** A job that this process has leased. */
export type ClaimedJob = RowOf<typeof sql.claimStatement>

/** Lease of a claim without a renewal. */
const leaseMs = 60_000
/** Jobs due within this time are queued, so that the claim need not skip planned ones. */
const queuedAheadMs = 10_000
const plannedMax = 2_000
const waitingMax = 1_000

/**
 * Inserts jobs, each once per fact and name. A reaction waits while an earlier one of its subject is unfinished.
 * Returns the order keys of waiting jobs: pass them to `promote` after the commit.
 */
export async function insertJobs(db: Db, jobs: readonly NewJob[], now: Date): Promise<string[]> {
  // Jobs of one fact share its payload, which travels once.
  const payloads: string[] = []
  const places = new Map<string, number>()
  const placed = jobs.map((job) => {
    const place = places.get(job.fact_id) ?? payloads.push(job.payload)
    places.set(job.fact_id, place)
    return { ...job, payload: place }
  })
  const values = [JSON.stringify(placed), aheadOf(now), payloads]
  const rows = await db.rows(sql.insertStatement, values)
  return [...new Set(rows.filter((row) => row.status === 'waiting').flatMap((row) => row.order_key ?? []))]
}

/**
 * Queues the next job of each key, unless an earlier one of the key is unfinished. Run it after the commit that made or
 * finished jobs: of two such commits the later one sees the other. Returns the number of queued jobs.
 */
export async function promote(db: Db, orderKeys: readonly string[]): Promise<number> {
  return orderKeys.length === 0 ? 0 : (await db.rows(sql.promoteStatement, [orderKeys])).length
}

/** A claim: at most `most` jobs, and `each` of one account. Accounts are served in order, those behind `after`. */
export type Claim = {
  pace: Pace
  names: readonly string[]
  now: Date
  most: number
  each: number
  /** The last account of the previous claim; -1 begins with the first one. */
  after: number
  /** Accounts with a full share. */
  without: readonly number[]
}

/** Leases due jobs of accounts in rotation; of one account the longest due first. */
export function claim(db: Db, want: Claim): Promise<ClaimedJob[]> {
  const { pace, names, now, most, each, after, without } = want
  return db.rows(sql.claimStatement, [pace, names, now.toISOString(), most, after, each, without, leaseMs])
}

type Leased = Pick<ClaimedJob, 'id' | 'lease_token'>

/** Marks jobs as done and drops their payload, which the outbox keeps. A lost lease changes nothing. */
export async function finish(db: Db, jobs: readonly Leased[], now: Date): Promise<void> {
  await db.rows(sql.finishStatement, [...leasesOf(jobs), now.toISOString()])
}

/** The end of a failed run: the job runs again at a time, or is dead when `at` is undefined. */
export type Failure = { job: Leased; error: string; at: Date | undefined; isOutage: boolean }

const errorLengthMax = 2_000

/** The moment, and the names of tasks whose death queues a failure task. */
export type Ending = { now: Date; failing: readonly string[] }

/** Queues a failed job again, or marks it as dead and queues its failure task. */
export async function fail(db: Db, { job, error, at, isOutage }: Failure, { now, failing }: Ending): Promise<void> {
  const status = at === undefined ? 'dead' : 'queued'
  const text = storable(error, errorLengthMax)
  const values = [job.id, job.lease_token, status, text, at?.toISOString() ?? null, isOutage ? 1 : 0]
  await db.rows(sql.failStatement, [...values, now.toISOString(), failing])
}

/** Queues unfinished jobs again at once, for the next process, without an attempt. */
export async function release(db: Db, jobs: readonly Leased[]): Promise<void> {
  if (jobs.length > 0) await db.rows(sql.releaseStatement, leasesOf(jobs))
}

/** Renews the leases of jobs that are still running here. */
export async function keepLeases(db: Db, jobs: readonly Leased[]): Promise<void> {
  await db.rows(sql.keepStatement, [...leasesOf(jobs), leaseMs])
}

/** Ends the leases of jobs now, for a process that ends by a defect: `expireLeases` counts it. */
export async function abandonLeases(db: Db, jobs: readonly Leased[]): Promise<void> {
  if (jobs.length > 0) await db.rows(sql.keepStatement, [...leasesOf(jobs), -1])
}

/** Queues planned jobs that are due within seconds. Returns their number. */
export async function queuePlanned(db: Db, now: Date): Promise<number> {
  return (await db.rows(sql.queuePlannedStatement, [aheadOf(now), plannedMax])).length
}

/**
 * Queues jobs of dead processes again without an attempt, or marks them as dead after `crashesMax` of them. Returns the
 * number of moved jobs. Each job has its own back-off, so a job that ends its process does not run beside the same
 * other jobs each time.
 */
export async function expireLeases(db: Db, { now, failing }: Ending): Promise<number> {
  const values = [crashesMax, now.toISOString(), jobBackOff.delaysMs, failing]
  const rows = await db.rows(sql.expireStatement, values)
  const dead = rows.filter((row) => row.status === 'dead').flatMap((row) => row.order_key ?? [])
  return rows.length + (await promote(db, dead))
}

/**
 * Promotes waiting jobs whose process died between a commit and its `promote`: one page, after the id `after`. Returns
 * the number of queued jobs and the start of the next page; undefined after the last one.
 */
export async function sweepWaiting(db: Db, after: string): Promise<{ moved: number; next: string | undefined }> {
  const rows = await db.rows(sql.waitingStatement, [after, waitingMax])
  const moved = await promote(db, [...new Set(rows.flatMap((row) => row.order_key ?? []))])
  return { moved, next: rows.length < waitingMax ? undefined : rows.at(-1)?.id }
}

/** Gives unfinished jobs the current pace of their task: an earlier release may have queued them under another. */
export async function adopt(db: Db, paces: ReadonlyMap<string, Pace>): Promise<void> {
  await db.rows(sql.adoptStatement, [[...paces.keys()], [...paces.values()]])
}

function leasesOf(jobs: readonly Leased[]): [string[], string[]] {
  return [jobs.map((job) => job.id), jobs.map((job) => job.lease_token)]
}

function aheadOf(now: Date): string {
  return new Date(now.getTime() + queuedAheadMs).toISOString()
}
