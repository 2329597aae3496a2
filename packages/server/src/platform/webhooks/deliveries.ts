import type { RowOf } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { Deliveries, Delivery, DeliveryQuery } from './deliveriesPort.ts'
import { statement } from '#kit/call/statement.ts'
import { factId } from '#platform/call/call.ts'
import { ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { markDue } from './endpointQueue.ts'

type Row = RowOf<typeof findStatement>

/** Opens the deliveries in the ops database. A resend calls `onDue`. */
export function openDeliveries(ops: Pools, now: () => Date, onDue: () => void): Deliveries {
  const db = executor(ops.work, ops.isPreparing)
  return {
    async list(accountId, query, cursors) {
      const page = await readListPage<Row>({ db, cursors }, listOf(accountId, query), query)
      return { ...page, items: page.items.map((row) => deliveryOf(accountId, row)) }
    },
    async find(accountId, uuid) {
      const [row] = await db.rows(findStatement, [accountId, uuid])
      if (row === undefined) return undefined
      const attempts = await db.rows(attemptsStatement, [accountId, uuid])
      return { delivery: deliveryOf(accountId, row), attempts }
    },
    async countExhausted(accountId, max) {
      return (await db.rows(exhaustedStatement, [accountId, max]))[0]?.count ?? 0
    },
    silentEndpoints: (accountId) => db.rows(silentStatement, [accountId]),
    async resend(accountId, uuid) {
      const at = now().toISOString()
      const [row] = await db.rows(resendStatement, [accountId, uuid, at])
      if (row === undefined) return false
      const due = { account_id: accountId, endpoint_id: row.endpoint_id, next_attempt_at: at }
      await markDue(db, [due], { overridesBackOff: true })
      onDue()
      return true
    },
  }
}

function listOf(accountId: number, { status, endpointUuid, factUuid, isFalling }: DeliveryQuery): RowList {
  return {
    table: 'ops_delivery',
    columns: 't.*',
    scope: 'ops',
    owned: [ofAccount(accountId)],
    where: sentConditions({
      't.status = $1': status,
      't.endpoint_id = $1': endpointUuid,
      't.fact_id = $1': factUuid,
    }),
    ...orderBy(['id'], isFalling),
    order: isFalling ? '-createdAt' : 'createdAt',
    isPlannedAnew: true,
  }
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

const exhaustedStatement = statement(
  'ops_delivery.countExhausted',
  'ops',
  `select count(*)::integer as count from (
     select 1 from ops_delivery where account_id = $1 and status = 'exhausted' limit $2) d`,
)

const silentStatement = statement(
  'ops_endpoint_queue.silent',
  'ops',
  `select endpoint_id as "endpointUuid", failures from ops_endpoint_queue
   where account_id = $1 and failures > 0 order by failures desc limit 10`,
)
