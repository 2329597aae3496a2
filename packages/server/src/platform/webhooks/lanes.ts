import type { Db } from '#kit/context.ts'
import { statement } from '#kit/statement.ts'

/** A delivery as the relay makes it. */
export type NewDelivery = {
  account_id: number
  id: string
  endpoint_id: string
  fact_id: string
  fact_name: string
  subject: string
  subject_version: number
  told_at: string
  next_attempt_at: string
}

/** Inserts deliveries, each once per fact and endpoint. */
export async function insertDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  await db.rows(insertStatement, [JSON.stringify(deliveries)])
}

/** Has the lanes of these deliveries looked at when they are due; a lane at work is told that there is more. */
export async function wakeLanes(
  db: Db,
  due: readonly Pick<NewDelivery, 'account_id' | 'endpoint_id' | 'next_attempt_at'>[],
) {
  const lanes = new Map(due.toReversed().map((each) => [`${each.account_id} ${each.endpoint_id}`, each]))
  const sorted = [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  await db.rows(wakeStatement, [
    sorted.map((each) => each.account_id),
    sorted.map((each) => each.endpoint_id),
    sorted.map((each) => each.next_attempt_at),
  ])
}

/** The turn of one endpoint, leased by this process. */
export type Lane = { account_id: number; endpoint_id: string; wakes: number; failures: number; lease_token: string }

/** A lane is given back well before this. */
const leaseMs = 90_000

/** Leases lanes that are due, the longest due first; `isCalm`: none whose last attempts failed. */
export function claimLanes(db: Db, want: { now: Date; most: number; isCalm: boolean }): Promise<Lane[]> {
  return db.rows<Lane>(claimStatement, [want.now.toISOString(), want.most, want.isCalm, leaseMs])
}

/** Gives a lane back. It is due again with its next delivery, at once if one was added meanwhile. */
export async function releaseLane(db: Db, lane: Lane, now: Date): Promise<void> {
  const rows = await db.rows<{ next_at: string | null }>(nextStatement, [lane.account_id, lane.endpoint_id])
  const values = [lane.account_id, lane.endpoint_id, lane.lease_token, lane.wakes, rows[0]?.next_at ?? null]
  await db.rows(releaseStatement, [...values, now.toISOString(), lane.failures])
}

/** A delivery that is due. `round` counts the attempts since it was made or last sent again by hand. */
export type DueDelivery = {
  id: string
  fact_id: string
  fact_name: string
  subject: string
  subject_version: number
  told_at: string
  attempts: number
  round: number
}

/** What is due at one endpoint: as it became due, and what became due together in the order of the facts. */
export function listDue(db: Db, lane: Lane, want: { now: Date; most: number }): Promise<DueDelivery[]> {
  return db.rows<DueDelivery>(dueStatement, [lane.account_id, lane.endpoint_id, want.now.toISOString(), want.most])
}

/** How an attempt ended. `nextAt`: when the next one is due; null when there is none. */
export type AttemptEnd = {
  status: 'delivered' | 'failed' | 'exhausted'
  httpStatus: number | null
  error: string | null
  durationMs: number
  excerpt: string | null
  nextAt: string | null
}

/** Writes down an attempt. What was delivered before stays delivered. */
export async function recordAttempt(db: Db, lane: Lane, what: { due: DueDelivery; end: AttemptEnd; now: Date }) {
  const { due, end, now } = what
  await db.rows(recordStatement, [
    ...[lane.account_id, due.id, due.attempts + 1, due.round + 1, end.status, end.nextAt, end.httpStatus],
    ...[end.error?.slice(0, 500) ?? null, end.durationMs, end.excerpt, now.toISOString()],
  ])
}

/** Ends, unsent, up to 1,000 deliveries of an endpoint that takes no more. Answers how many. */
export async function abandonLane(db: Db, lane: Lane, why: { error: string; now: Date }): Promise<number> {
  const values = [lane.account_id, lane.endpoint_id, why.error, why.now.toISOString()]
  return (await db.rows(abandonStatement, values)).length
}

const insertStatement = statement(
  'ops_delivery.insert',
  'ops',
  `insert into ops_delivery (account_id, id, endpoint_id, fact_id, fact_name, subject, subject_version, told_at, status,
     attempts, round, next_attempt_at, created_at, updated_at)
   select account_id, id, endpoint_id, fact_id, fact_name, subject, subject_version, told_at, 'pending',
     0, 0, next_attempt_at, next_attempt_at, next_attempt_at
   from json_to_recordset($1::json) as p (account_id bigint, id uuid, endpoint_id uuid, fact_id uuid, fact_name text,
     subject text, subject_version integer, told_at timestamptz, next_attempt_at timestamptz)
   on conflict (account_id, fact_id, endpoint_id) do nothing`,
)

const wakeStatement = statement(
  'ops_delivery_lane.wake',
  'ops',
  `insert into ops_delivery_lane as l (account_id, endpoint_id, next_at, wakes, failures)
   select account_id, endpoint_id, next_at, 1, 0
   from unnest($1::bigint[], $2::uuid[], $3::timestamptz[]) as k (account_id, endpoint_id, next_at)
   on conflict (account_id, endpoint_id) do update set wakes = l.wakes + 1,
     next_at = least(coalesce(l.next_at, excluded.next_at), excluded.next_at)`,
)

const claimStatement = statement(
  'ops_delivery_lane.claim',
  'ops',
  `update ops_delivery_lane l set lease_token = gen_random_uuid(),
     lease_until = clock_timestamp() + $4 * interval '1 millisecond'
   from (select account_id, endpoint_id from ops_delivery_lane where next_at <= $1
     and (lease_until is null or lease_until < clock_timestamp()) and (failures = 0 or not $3)
     order by next_at limit $2 for update skip locked) d
   where l.account_id = d.account_id and l.endpoint_id = d.endpoint_id
   returning l.account_id, l.endpoint_id, l.wakes, l.failures, l.lease_token`,
)

const nextStatement = statement(
  'ops_delivery.next',
  'ops',
  `select min(next_attempt_at) as next_at from ops_delivery
   where account_id = $1 and endpoint_id = $2 and status in ('pending', 'failed')`,
)

const releaseStatement = statement(
  'ops_delivery_lane.release',
  'ops',
  `update ops_delivery_lane set lease_token = null, lease_until = null, failures = $7,
     next_at = case when wakes = $4 then $5::timestamptz else $6 end
   where account_id = $1 and endpoint_id = $2 and lease_token = $3`,
)

const dueStatement = statement(
  'ops_delivery.due',
  'ops',
  `select id, fact_id, fact_name, subject, subject_version, told_at, attempts, round from ops_delivery
   where account_id = $1 and endpoint_id = $2 and status in ('pending', 'failed') and next_attempt_at <= $3
   order by next_attempt_at, subject_version, told_at, fact_id limit $4`,
)

const recordStatement = statement(
  'ops_delivery.record',
  'ops',
  `with kept as (
     update ops_delivery set attempts = $3, round = $4, status = $5, next_attempt_at = $6, last_status = $7,
       last_error = $8, last_duration_ms = $9, response_excerpt = $10, updated_at = $11
     where account_id = $1 and id = $2 and status <> 'delivered' returning account_id, id)
   insert into ops_delivery_attempt (account_id, delivery_id, number, at, status, error, duration_ms)
   select account_id, id, $3, $11, $7, $8, $9 from kept on conflict (account_id, delivery_id, number) do nothing`,
)

const abandonStatement = statement(
  'ops_delivery.abandon',
  'ops',
  `update ops_delivery set status = 'exhausted', next_attempt_at = null, last_error = $3, updated_at = $4
   where account_id = $1 and id in (select id from ops_delivery
     where account_id = $1 and endpoint_id = $2 and status in ('pending', 'failed') limit 1000) returning id`,
)
