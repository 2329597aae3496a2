import { statement } from '#kit/call/statement.ts'

// The SQL of the queue. `queue.ts` calls it and documents each statement.

const unfinished = `('waiting', 'queued', 'running')`

/**
 * Parameters: jobs as JSON, each with the place of its payload, the moment from which on a job is planned instead of
 * queued, the payloads.
 */
export const insertStatement = statement(
  'ops_job.insert',
  'ops',
  `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, payload, cause,
     depth, is_silent, told_at, run_at, order_key, attempts, status)
   select id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, ($3::text[])[p.payload],
     cause, depth, is_silent, told_at, run_at, order_key, 0,
     case when order_key is null and run_at > $2 then 'planned'
       when order_key is null or (is_first and not exists (
         select from ops_job e where e.order_key = p.order_key and e.status in ${unfinished})) then 'queued'
       else 'waiting' end
   from json_to_recordset($1::json) as p (id uuid, account_id bigint, pace text, kind text, name text, fact_id uuid,
     fact_name text, subject text, subject_version integer, payload integer, cause text, depth integer,
     is_silent boolean, told_at timestamptz, run_at timestamptz, order_key text, is_first boolean)
   on conflict (account_id, fact_id, name) do nothing
   returning order_key, status`,
)

/** Parameters: order keys. */
export const promoteStatement = statement(
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

/**
 * Walks the index of queued jobs, one probe a step: to the next job of the account while it is due and the account may
 * get more, else to the first job of the next account. One probe each keeps the plan the same for any distribution.
 * Parameters: pace, names, now, most, account after which it begins, most of each account, accounts that get none,
 * ms of the lease.
 */
export const claimStatement = statement(
  'ops_job.claim',
  'ops',
  `with recursive walk (account_id, run_at, id, taken) as (
     (select account_id, run_at, id, 1 from ops_job
      where status = 'queued' and pace = $1 and name = any($2::text[]) and account_id > $5
      order by account_id, run_at, id limit 1)
     union all
     select n.account_id, n.run_at, n.id, case when n.account_id = w.account_id then w.taken + 1 else 1 end
     from walk w cross join lateral (
       select account_id, run_at, id from ops_job
       where status = 'queued' and pace = $1 and name = any($2::text[]) and (account_id, run_at, id) > (w.account_id,
         case when w.run_at <= $3 and w.taken < $6 and w.account_id <> all($7::bigint[]) then w.run_at
           else 'infinity'::timestamptz end, w.id)
       order by account_id, run_at, id limit 1) n)
   update ops_job j set status = 'running', attempts = j.attempts + 1, lease_token = gen_random_uuid(),
     lease_until = clock_timestamp() + $8 * interval '1 millisecond'
   from (select q.id from (
       select id from walk where run_at <= $3 and account_id <> all($7::bigint[]) limit $4) w
     join ops_job q using (id) where q.status = 'queued' for update of q skip locked) d
   where j.id = d.id
   returning j.id, j.account_id, j.pace, j.kind, j.name, j.fact_id, j.fact_name, j.subject, j.subject_version,
     j.payload, j.cause, j.depth, j.is_silent, j.told_at, j.order_key, j.lease_token, j.attempts, j.outages`,
)

/** Parameters: ids, lease tokens, now. */
export const finishStatement = statement(
  'ops_job.finish',
  'ops',
  `update ops_job j set status = 'done', finished_at = $3, payload = '', lease_token = null, lease_until = null,
     last_error = null
   from unnest($1::uuid[], $2::uuid[]) as k (id, lease_token) where j.id = k.id and j.lease_token = k.lease_token`,
)

/** Queues the failure task of dead jobs, with their payload. */
const queueFailures = (dead: string, names: string, now: string) =>
  `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject, subject_version, payload, cause,
     depth, is_silent, told_at, run_at, attempts, status)
   select gen_random_uuid(), account_id, 'quick', 'task', name || '.failed', gen_random_uuid(), '', '', 0, payload,
     cause, depth, is_silent, told_at, ${now}::timestamptz, 0, 'queued'
   from ${dead} where status = 'dead' and kind = 'task' and name = any(${names}::text[])`

/**
 * Parameters: id, lease token, status, error, next run, outages to count in place of attempts, now, names of tasks that
 * have a failure task.
 */
export const failStatement = statement(
  'ops_job.fail',
  'ops',
  `with ended as (
     update ops_job set status = $3, last_error = $4, run_at = coalesce($5::timestamptz, run_at),
       attempts = attempts - $6::integer, outages = outages + $6::integer,
       finished_at = case when $3 = 'dead' then $7::timestamptz end, lease_token = null, lease_until = null
     where id = $1 and lease_token = $2 returning *)
   ${queueFailures('ended', '$8', '$7')}`,
)

/** Parameters: ids, lease tokens. */
export const releaseStatement = statement(
  'ops_job.release',
  'ops',
  `update ops_job j set status = 'queued', attempts = j.attempts - 1, lease_token = null, lease_until = null
   from unnest($1::uuid[], $2::uuid[]) as k (id, lease_token) where j.id = k.id and j.lease_token = k.lease_token`,
)

/** Parameters: ids, lease tokens, ms of the lease. */
export const keepStatement = statement(
  'ops_job.keep',
  'ops',
  `update ops_job j set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
   from unnest($1::uuid[], $2::uuid[]) as k (id, lease_token) where j.id = k.id and j.lease_token = k.lease_token`,
)

/**
 * Parameters: outages that a job has, now, ms of back-off by outage: from half to one and a half of them, names of
 * tasks that have a failure task.
 */
export const expireStatement = statement(
  'ops_job.expire',
  'ops',
  `with ended as (
     update ops_job j set status = case when j.outages + 1 < $1 then 'queued' else 'dead' end,
       attempts = j.attempts - 1, outages = j.outages + 1,
       last_error = case when j.outages + 1 < $1 then j.last_error else 'the process that ran it died each time' end,
       run_at = case when j.outages + 1 >= $1 then j.run_at else $2::timestamptz
         + (0.5 + random()) * ($3::integer[])[least(j.outages + 1, cardinality($3))] * interval '1 millisecond' end,
       finished_at = case when j.outages + 1 < $1 then null else $2::timestamptz end, lease_token = null,
       lease_until = null
     from (select id from ops_job where status = 'running' and lease_until < clock_timestamp()
       order by lease_until limit 500 for update skip locked) d
     where j.id = d.id returning j.*),
   emitted as (${queueFailures('ended', '$4', '$2')})
   select order_key, status from ended`,
)

/** Parameters: the moment until which jobs are queued, most. */
export const queuePlannedStatement = statement(
  'ops_job.queuePlanned',
  'ops',
  `update ops_job j set status = 'queued'
   from (select id from ops_job where status = 'planned' and run_at <= $1 order by run_at limit $2
     for update skip locked) d
   where j.id = d.id returning j.id`,
)

/** Parameters: id after which it begins, most. */
export const waitingStatement = statement(
  'ops_job.waiting',
  'ops',
  `select id, order_key from ops_job where status = 'waiting' and id > $1 order by id limit $2`,
)

/** Parameters: names, their paces. Reads all that is unfinished: it runs once, when a process starts. */
export const adoptStatement = statement(
  'ops_job.adopt',
  'ops',
  `update ops_job j set pace = w.pace from (
     select q.id, k.pace from unnest($1::text[], $2::text[]) as k (name, pace) join (
       select id, name, pace from ops_job where status = 'queued'
       union all select id, name, pace from ops_job where status = 'planned'
       union all select id, name, pace from ops_job where status = 'waiting'
       union all select id, name, pace from ops_job where status = 'running') q
     on q.name = k.name and q.pace <> k.pace) w
   where j.id = w.id`,
)
