import type { Db } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'

/** A job as the relay makes it. `is_first`: the first of its order_key within the batch. */
export type NewJob = {
  id: string
  account_id: number
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
export type ClaimedJob = Omit<NewJob, 'run_at' | 'is_first'> & { lease_token: string; attempts: number }

/** How often a job is tried before it is dead. */
export const attemptsMax = 10

/** How long a claim holds without a sign of life. */
const leaseMs = 60_000

/**
 * Inserts jobs, each once per fact and name. A reaction waits while an earlier one of its subject is unfinished.
 * Answers the order keys of those that wait: hand them to `promote` after the commit.
 */
export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<string[]> {
  const rows = await db.rows<{ order_key: string; status: string }>(insertStatement, [JSON.stringify(jobs)])
  return [...new Set(rows.filter((row) => row.status === 'waiting').map((row) => row.order_key))]
}

/**
 * Lets the next job of each key run, if none of it is unfinished before it. Run it after the commit of what made or
 * finished jobs: whichever of the two commits later sees the other. Answers how many may run.
 */
export async function promote(db: Db, orderKeys: readonly string[]): Promise<number> {
  return (await db.rows(promoteStatement, [orderKeys])).length
}

/** Leases up to `most` jobs that are due, the longest due first. */
export function claim(db: Db, want: { names: readonly string[]; now: Date; most: number }): Promise<ClaimedJob[]> {
  return db.rows<ClaimedJob>(claimStatement, [want.names, want.now.toISOString(), want.most, leaseMs])
}

type Leased = Pick<ClaimedJob, 'id' | 'lease_token'>

/** Marks jobs as done. Their payload goes, for it is in the outbox. A lease that is no longer ours changes nothing. */
export async function finish(db: Db, jobs: readonly Leased[], now: Date): Promise<void> {
  await db.rows(finishStatement, [...leasesOf(jobs), now.toISOString()])
}

/** What becomes of a job that failed: again at a time, or dead when `at` is undefined. */
export type Failure = { job: Leased; error: string; at: Date | undefined; countsAttempt: boolean }

const errorLengthMax = 2_000

/** Gives a failed job back, or buries it. */
export async function fail(db: Db, { job, error, at, countsAttempt }: Failure, now: Date): Promise<void> {
  const status = at === undefined ? 'dead' : 'queued'
  const text = error.slice(0, errorLengthMax)
  const finishedAt = at === undefined ? now.toISOString() : null
  const values = [job.id, job.lease_token, status, text, at?.toISOString() ?? null, countsAttempt ? 0 : 1, finishedAt]
  await db.rows(failStatement, values)
}

/** Renews the leases of jobs that are still running here. */
export async function keepLeases(db: Db, jobs: readonly Leased[]): Promise<void> {
  await db.rows(keepStatement, [...leasesOf(jobs), leaseMs])
}

/** Gives back what dead processes held, and wakes waiting jobs that were forgotten. Answers how many it moved. */
export async function sweep(db: Db, now: Date): Promise<number> {
  const expired = await db.rows(expireStatement, [attemptsMax, now.toISOString()])
  const keys = await db.rows<{ order_key: string }>(waitingStatement, [])
  return (
    expired.length +
    (keys.length === 0
      ? 0
      : await promote(
          db,
          keys.map((row) => row.order_key),
        ))
  )
}

/** A job that failed for good. */
export type DeadJob = {
  id: string
  accountId: number
  name: string
  factId: string
  error: string
  attempts: number
  at: string
}

/** Dead jobs, the newest first, at most 500: of one account, or of all. */
export async function listDeadJobs(db: Db, query: { accountId?: number; limit: number }): Promise<DeadJob[]> {
  return db.rows<DeadJob>(deadStatement, [query.accountId ?? null, Math.min(query.limit, 500)])
}

/** Runs a dead job again, with all its attempts before it. False when there is no such dead job. */
export async function rerunJob(db: Db, id: string, now: Date): Promise<boolean> {
  return (await db.rows(rerunStatement, [id, now.toISOString()])).length > 0
}

function leasesOf(jobs: readonly Leased[]): [string[], string[]] {
  return [jobs.map((job) => job.id), jobs.map((job) => job.lease_token)]
}

const unfinished = `('waiting', 'queued', 'running')`

const insertStatement = statement(
  'ops_job.insert',
  'ops',
  `insert into ops_job (id, account_id, kind, name, fact_id, fact_name, subject, subject_version, payload, cause, depth,
     is_silent, told_at, run_at, order_key, attempts, status)
   select id, account_id, kind, name, fact_id, fact_name, subject, subject_version, payload, cause, depth,
     is_silent, told_at, run_at, order_key, 0,
     case when order_key is null or (is_first and not exists (
       select from ops_job e where e.order_key = p.order_key and e.status in ${unfinished}))
       then 'queued' else 'waiting' end
   from json_to_recordset($1::json) as p (id uuid, account_id bigint, kind text, name text, fact_id uuid,
     fact_name text, subject text, subject_version integer, payload text, cause text, depth integer, is_silent boolean,
     told_at timestamptz, run_at timestamptz, order_key text, is_first boolean)
   on conflict (account_id, fact_id, name) do nothing
   returning order_key, status`,
)

const promoteStatement = statement(
  'ops_job.promote',
  'ops',
  `update ops_job set status = 'queued' where status = 'waiting' and id in (
     select h.id from unnest($1::text[]) as k (order_key) cross join lateral (
       select e.id, e.status from ops_job e where e.order_key = k.order_key and e.status in ${unfinished}
       order by e.subject_version, e.told_at, e.fact_id limit 1) h
     where h.status = 'waiting' and not exists (
       select from ops_job r where r.order_key = k.order_key and r.status in ('queued', 'running')))
   returning id`,
)

const claimStatement = statement(
  'ops_job.claim',
  'ops',
  `update ops_job j set status = 'running', attempts = j.attempts + 1, lease_token = gen_random_uuid(),
     lease_until = clock_timestamp() + $4 * interval '1 millisecond'
   from (select id from ops_job where status = 'queued' and run_at <= $2 and name = any($1::text[])
     order by run_at, id limit $3 for update skip locked) d
   where j.id = d.id
   returning j.id, j.account_id, j.kind, j.name, j.fact_id, j.fact_name, j.subject, j.subject_version, j.payload,
     j.cause, j.depth, j.is_silent, j.told_at, j.order_key, j.lease_token, j.attempts`,
)

const finishStatement = statement(
  'ops_job.finish',
  'ops',
  `update ops_job j set status = 'done', finished_at = $3, payload = '', lease_token = null, lease_until = null,
     last_error = null
   from unnest($1::uuid[], $2::uuid[]) as k (id, lease_token) where j.id = k.id and j.lease_token = k.lease_token`,
)

const failStatement = statement(
  'ops_job.fail',
  'ops',
  `update ops_job set status = $3, last_error = $4, run_at = coalesce($5::timestamptz, run_at),
     attempts = attempts - $6::integer, finished_at = $7, lease_token = null, lease_until = null
   where id = $1 and lease_token = $2`,
)

const keepStatement = statement(
  'ops_job.keep',
  'ops',
  `update ops_job j set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
   from unnest($1::uuid[], $2::uuid[]) as k (id, lease_token) where j.id = k.id and j.lease_token = k.lease_token`,
)

const expireStatement = statement(
  'ops_job.expire',
  'ops',
  `update ops_job j set status = case when j.attempts < $1 then 'queued' else 'dead' end,
     last_error = case when j.attempts < $1 then j.last_error else 'the process that ran it died each time' end,
     finished_at = case when j.attempts < $1 then null else $2::timestamptz end, lease_token = null, lease_until = null
   from (select id from ops_job where status = 'running' and lease_until < clock_timestamp()
     order by lease_until limit 500 for update skip locked) d
   where j.id = d.id returning j.id`,
)

const waitingStatement = statement(
  'ops_job.waiting',
  'ops',
  `select distinct order_key from (select order_key from ops_job where status = 'waiting' order by id limit 1000) w`,
)

const deadStatement = statement(
  'ops_job.dead',
  'ops',
  `select id, account_id as "accountId", name, fact_id as "factId", coalesce(last_error, '') as error, attempts,
     finished_at as at
   from ops_job where status = 'dead' and ($1::bigint is null or account_id = $1) order by id desc limit $2`,
)

const rerunStatement = statement(
  'ops_job.rerun',
  'ops',
  `update ops_job set status = 'queued', attempts = 0, run_at = $2, finished_at = null where id = $1 and status = 'dead'
   returning id`,
)
