import type { Db, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { EndpointQueue } from './endpointQueue.ts'

/** A delivery as the relay inserts it. */
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

/** A due delivery. `retry_step` counts the attempts since it was made or resent by hand. */
export type DueDelivery = RowOf<typeof dueStatement>

/** The due deliveries of one endpoint: the longest due first, those due together in the order of their facts. */
export function listDue(db: Db, queue: EndpointQueue, want: { now: Date; countMax: number }): Promise<DueDelivery[]> {
  return db.rows(dueStatement, [queue.account_id, queue.endpoint_id, want.now.toISOString(), want.countMax])
}

/** End of an attempt. `nextAt`: time of the next attempt; null for the last one. */
export type AttemptEnd = {
  status: 'delivered' | 'failed' | 'exhausted'
  httpStatus: number | null
  error: string | null
  durationMs: number
  excerpt: string | null
  nextAt: string | null
}

/** Records an attempt. A delivered delivery stays delivered. */
export async function recordAttempt(
  db: Db,
  queue: EndpointQueue,
  { due, end, now }: { due: DueDelivery; end: AttemptEnd; now: Date },
): Promise<void> {
  await db.rows(recordStatement, [
    queue.account_id,
    due.id,
    due.attempts + 1,
    due.retry_step + 1,
    end.status,
    end.nextAt,
    end.httpStatus,
    end.error?.slice(0, 500) ?? null,
    end.durationMs,
    end.excerpt,
    now.toISOString(),
  ])
}

/**
 * Makes deliveries that failed without a response due again, in the order of their creation: those due before a moment,
 * up to 1,000.
 */
export async function bringForward(db: Db, queue: EndpointQueue, dueBefore: Date | undefined): Promise<void> {
  await db.rows(bringStatement, [queue.account_id, queue.endpoint_id, dueBefore?.toISOString() ?? 'infinity'])
}

/** Exhausts deliveries of an endpoint unsent: all pending ones, or those due before a moment. Up to 1,000 a call. */
export async function exhaustUnsent(
  db: Db,
  queue: EndpointQueue,
  why: { error: string; now: Date; dueBefore?: Date },
): Promise<number> {
  const dueBefore = why.dueBefore?.toISOString() ?? 'infinity'
  const values = [queue.account_id, queue.endpoint_id, why.error, why.now.toISOString(), dueBefore]
  return (await db.rows(exhaustStatement, values)).length
}

const insertStatement = statement(
  'ops_delivery.insert',
  'ops',
  `insert into ops_delivery (account_id, id, endpoint_id, fact_id, fact_name, subject, subject_version, told_at, status,
     attempts, retry_step, next_attempt_at, created_at, updated_at)
   select account_id, id, endpoint_id, fact_id, fact_name, subject, subject_version, told_at, 'pending',
     0, 0, next_attempt_at, next_attempt_at, next_attempt_at
   from json_to_recordset($1::json) as p (account_id bigint, id uuid, endpoint_id uuid, fact_id uuid, fact_name text,
     subject text, subject_version integer, told_at timestamptz, next_attempt_at timestamptz)
   on conflict (account_id, fact_id, endpoint_id) do nothing`,
)

const dueStatement = statement(
  'ops_delivery.due',
  'ops',
  `select id, fact_id, fact_name, subject, subject_version, told_at, attempts, retry_step, last_status from ops_delivery
   where account_id = $1 and endpoint_id = $2 and status in ('pending', 'failed') and next_attempt_at <= $3
   order by next_attempt_at, subject_version, told_at, fact_id limit $4`,
)

const recordStatement = statement(
  'ops_delivery.record',
  'ops',
  `with kept as (
     update ops_delivery set attempts = $3, retry_step = $4, status = $5, next_attempt_at = $6, last_status = $7,
       last_error = $8, last_duration_ms = $9, response_excerpt = $10, updated_at = $11
     where account_id = $1 and id = $2 and status <> 'delivered' returning account_id, id)
   insert into ops_delivery_attempt (account_id, delivery_id, number, at, status, error, duration_ms)
   select account_id, id, $3, $11, $7, $8, $9 from kept on conflict (account_id, delivery_id, number) do nothing`,
)

const bringStatement = statement(
  'ops_delivery.bring_forward',
  'ops',
  `update ops_delivery set next_attempt_at = created_at
   where account_id = $1 and id in (select id from ops_delivery
     where account_id = $1 and endpoint_id = $2 and status = 'failed' and last_status is null
       and next_attempt_at < $3::timestamptz order by next_attempt_at limit 1000)`,
)

const exhaustStatement = statement(
  'ops_delivery.exhaust',
  'ops',
  `update ops_delivery set status = 'exhausted', next_attempt_at = null, last_error = $3, updated_at = $4
   where account_id = $1 and id in (select id from ops_delivery
     where account_id = $1 and endpoint_id = $2 and status in ('pending', 'failed')
       and next_attempt_at < $5::timestamptz order by next_attempt_at limit 1000) returning id`,
)
