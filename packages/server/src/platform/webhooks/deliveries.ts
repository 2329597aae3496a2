import { encodeId } from '#kit/values/ids.ts'
import type { Deliveries, Delivery, DeliveryAttempt, DeliveryQuery, DeliveryStatus } from '#kit/call/ports.ts'
import type { Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { factId } from '#platform/call/call.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { markDue } from './endpointQueue.ts'

type Row = {
  id: string
  endpoint_id: string
  fact_id: string
  fact_name: string
  subject: string
  subject_version: number
  status: DeliveryStatus
  attempts: number
  next_attempt_at: string | null
  last_status: number | null
  last_error: string | null
  last_duration_ms: number | null
  response_excerpt: string | null
  created_at: string
  updated_at: string
}

/** Opens the deliveries in the ops database. A resend calls `onDue`. */
export function openDeliveries(ops: Pools, now: () => Date, onDue: () => void): Deliveries {
  const db = executor(ops.work, ops.isPreparing)
  return {
    async list(accountId, query) {
      const rows = await db.rows<Row & { total?: number }>(...pageOf(accountId, query))
      const total = query.countMax === undefined ? undefined : await count(accountId, query)
      return { items: rows.map((row) => deliveryOf(accountId, row)), total }
    },
    async find(accountId, uuid) {
      const [row] = await db.rows<Row>(findStatement, [accountId, uuid])
      if (row === undefined) return undefined
      const attempts = await db.rows<DeliveryAttempt>(attemptsStatement, [accountId, uuid])
      return { delivery: deliveryOf(accountId, row), attempts }
    },
    async resend(accountId, uuid) {
      const at = now().toISOString()
      const [row] = await db.rows<{ endpoint_id: string }>(resendStatement, [accountId, uuid, at])
      if (row === undefined) return false
      const due = { account_id: accountId, endpoint_id: row.endpoint_id, next_attempt_at: at }
      await markDue(db, [due], { overridesBackOff: true })
      onDue()
      return true
    },
  }

  async function count(accountId: number, query: DeliveryQuery): Promise<number> {
    const values: unknown[] = [accountId]
    const where = conditions({ ...query, after: undefined }, values)
    const inner = `select 1 from ops_delivery where ${where} limit ${Number(query.countMax)}`
    const text = `select count(*) as total from (${inner}) c`
    const rows = await db.rows<{ total: number }>({ name: '', scope: 'ops', text }, values)
    return rows[0]?.total ?? 0
  }
}

function pageOf(accountId: number, query: DeliveryQuery): [Statement, unknown[]] {
  const values: unknown[] = [accountId]
  const where = conditions(query, values)
  values.push(query.limit, query.offset)
  const order = `id${query.isFalling ? ' desc' : ''}`
  const page = `limit $${values.length - 1} offset $${values.length}`
  return [
    { name: '', scope: 'ops', text: `select * from ops_delivery where ${where} order by ${order} ${page}` },
    values,
  ]
}

function conditions(query: DeliveryQuery, values: unknown[]): string {
  const where = ['account_id = $1']
  const add = (sql: string, value: string | undefined) => {
    if (value === undefined) return
    values.push(value)
    where.push(`${sql} $${values.length}`)
  }
  add('status =', query.status)
  add('endpoint_id =', query.endpointUuid)
  add('fact_id =', query.factUuid)
  add(query.isFalling ? 'id <' : 'id >', query.after)
  return where.join(' and ')
}

function deliveryOf(accountId: number, row: Row): Delivery {
  return {
    id: encodeId('dlv', accountId, row.id),
    status: row.status,
    webhookEndpointId: encodeId('whe', accountId, row.endpoint_id),
    factId: factId(accountId, row.fact_id),
    factName: row.fact_name,
    subject: row.subject,
    subjectVersion: row.subject_version,
    attemptCount: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    lastDurationMs: row.last_duration_ms,
    responseExcerpt: row.response_excerpt,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const findStatement = statement(
  'ops_delivery.find',
  'ops',
  'select * from ops_delivery where account_id = $1 and id = $2',
)

const attemptsStatement = statement(
  'ops_delivery_attempt.list',
  'ops',
  `select number, at, status, error, duration_ms as "durationMs" from ops_delivery_attempt
   where account_id = $1 and delivery_id = $2 order by number desc limit 20`,
)

const resendStatement = statement(
  'ops_delivery.resend',
  'ops',
  `update ops_delivery set status = 'pending', retry_step = 0,
     next_attempt_at = $3, updated_at = $3 where account_id = $1 and id = $2 returning endpoint_id`,
)
