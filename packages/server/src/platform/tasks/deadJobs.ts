import type { RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId, idBodyPattern } from '#kit/values/ids.ts'
import { factId } from '#platform/call/call.ts'
import { countRows, ofAccount, orderBy, readListPage, sentConditions, type RowList } from '#platform/db/listPage.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { maskText } from '#platform/observe/masking.ts'
import type { DeadJob, DeadJobQuery, DeadJobs } from './deadJobsPort.ts'

type Row = RowOf<typeof findStatement>

const dead = { sql: "t.status = 'dead'", values: [] }
const idInPayload = new RegExp(`"([a-z]{3}_${idBodyPattern})"`)

/** Opens the dead jobs in the ops database. A job that runs again calls `onQueued`. */
export function openDeadJobs(ops: Pools, now: () => Date, onQueued: () => void): DeadJobs {
  const db = executor(ops.work, ops.isPreparing)
  return {
    async list(accountId, query, cursors) {
      const page = await readListPage<Row>({ db, cursors }, listOf(accountId, query), query)
      return { ...page, items: page.items.map((row) => jobOf(accountId, row)) }
    },
    async find(accountId, uuid) {
      const [row] = await db.rows(findStatement, [accountId, uuid])
      return row === undefined ? undefined : jobOf(accountId, row)
    },
    count: (accountId, max) => countRows(db, listOf(accountId, { name: undefined, isFalling: true }), max),
    async runAgain(accountId, uuid) {
      const rows = await db.rows(runAgainStatement, [accountId, uuid, now().toISOString()])
      if (rows.length > 0) onQueued()
      return rows.length > 0
    },
  }
}

function listOf(accountId: number, { name, isFalling }: DeadJobQuery): RowList {
  return {
    table: 'ops_job',
    columns,
    scope: 'ops',
    owned: [ofAccount(accountId), dead],
    where: sentConditions({ 't.name = $1': name }),
    ...orderBy(['id'], isFalling),
    order: isFalling ? '-createdAt' : 'createdAt',
    isPlannedAnew: true,
  }
}

function jobOf(accountId: number, row: Row): DeadJob {
  const isReaction = row.kind === 'reaction'
  const named = row.subject === '' ? idInPayload.exec(row.payload)?.[1] : row.subject
  return {
    id: encodeId('job', accountId, row.id),
    status: row.status === 'planned' || row.status === 'waiting' ? 'queued' : row.status,
    kind: row.kind,
    name: row.name,
    factId: isReaction ? factId(accountId, row.fact_id) : null,
    factName: isReaction ? row.fact_name : null,
    subject: named ?? null,
    cause: row.cause,
    attemptCount: row.attempts,
    lastError: row.last_error === null ? null : maskText(row.last_error),
    createdAt: row.told_at,
    endedAt: row.finished_at,
  }
}

const columns =
  't.id, t.status, t.kind, t.name, t.fact_id, t.fact_name, t.subject, t.payload, t.cause, t.attempts, t.last_error, ' +
  't.told_at, t.finished_at'

const findStatement = statement(
  'ops_job.find',
  'ops',
  `select t.id, t.status, t.kind, t.name, t.fact_id, t.fact_name, t.subject, t.payload, t.cause, t.attempts,
     t.last_error, t.told_at, t.finished_at
   from ops_job t where t.account_id = $1 and t.id = $2`,
)

const runAgainStatement = statement(
  'ops_job.runAgain',
  'ops',
  `update ops_job set status = 'queued', attempts = 0, outages = 0, run_at = $3, finished_at = null
   where account_id = $1 and id = $2 and status = 'dead' returning id`,
)
