import type { Db, Log, Statement } from '#kit/call/context.ts'
import { nextTurn } from '#kit/call/nextTurn.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { TelemetryLane } from '#kit/nouns/telemetryLane.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { ConstraintError, databaseProblem } from '#platform/db/problems.ts'
import { arrayLiteral } from './arrayLiteral.ts'

/** One stream of small rows, committed in groups. */
export type Lane = { add(row: Row): Promise<void>; stats(): LaneStats; stop(): Promise<void> }

/** `refused`: beyond the bound. `failed`: what the database would not take. */
export type LaneStats = {
  waiting: number
  added: number
  batches: number
  refused: number
  failed: number
}

type Row = Record<string, unknown>
type Waiting = { row: Row; key: string; isAnswered: boolean; done(): void; fail(error: unknown): void }

const batchSizeMax = 1_000
/** Rows that wait at once; beyond that the caller is told to come again. */
const waitingMax = 50_000
/** Statements that one batch with bad rows may cost; what is undecided then is told to come again. */
const bisectStatementsMax = 200

/** Opens a lane: one batch on its way, no timer. A row alone leaves with the turn of the event loop it came in. */
export function openLane(pools: Pools, of: TelemetryLane, log?: Log): Lane {
  const insert = insertStatement(of)
  const stats: LaneStats = { waiting: 0, added: 0, batches: 0, refused: 0, failed: 0 }
  let queue: Waiting[] = []
  let running: Promise<void> | undefined
  let isStopping = false

  const drain = async () => {
    await nextTurn()
    while (queue.length > 0) {
      const batch = queue.length <= batchSizeMax ? queue : queue.slice(0, batchSizeMax)
      queue = queue.length <= batchSizeMax ? [] : queue.slice(batchSizeMax)
      await commit(pools, { of, insert, stats, log }, batch)
      stats.waiting -= batch.length
    }
    running = undefined
  }
  return {
    add(row) {
      if (isStopping || stats.waiting >= waitingMax) {
        stats.refused += 1
        return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
      }
      stats.waiting += 1
      return new Promise((done, fail) => {
        queue.push({ row, key: keyOf(of, row), isAnswered: false, done, fail })
        running ??= drain()
      })
    },
    stats: () => ({ ...stats }),
    async stop() {
      isStopping = true
      await running
    },
  }
}

type Parts = { of: TelemetryLane; insert: Statement; stats: LaneStats; log: Log | undefined }

/** Never throws: every row of the batch is answered. */
async function commit(pools: Pools, parts: Parts, batch: Waiting[]): Promise<void> {
  try {
    const client = await pools.work.connect()
    let isBroken = false
    try {
      await insertAll(executor(client, pools.isPreparing), parts, batch.sort(byKey))
    } catch (error) {
      isBroken = true
      throw error
    } finally {
      client.release(isBroken)
    }
  } catch (error) {
    refuse(
      parts,
      batch.filter((each) => !each.isAnswered),
      databaseProblem(error),
    )
  }
}

/** Two processes take their locks in the same order. */
function byKey(a: Waiting, b: Waiting): number {
  if (a.key < b.key) return -1
  return a.key === b.key ? 0 : 1
}

/** One statement for all; when the database refuses a row, halves, until it stands alone with its repeats. */
async function insertAll(db: Db, parts: Parts, batch: Waiting[]): Promise<void> {
  const open = [batch]
  for (let spent = 0; open.length > 0; spent++) {
    const part = open.pop() ?? []
    if (spent >= bisectStatementsMax) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    try {
      await db.rows(parts.insert, parametersOf(parts.of, part))
      parts.stats.batches += 1
      parts.stats.added += part.length
      for (const each of part) {
        each.isAnswered = true
        each.done()
      }
    } catch (error) {
      if (!isOfData(error)) throw error
      if (part[0]?.key === part.at(-1)?.key) refuse(parts, part, error)
      else open.push(part.slice(part.length >> 1), part.slice(0, part.length >> 1))
    }
  }
}

function refuse({ of, stats, log }: Parts, rows: Waiting[], error: unknown): void {
  stats.failed += rows.length
  log?.warn('telemetry rows were refused', { lane: of.name, rows: rows.length, error: String(error) })
  for (const each of rows) {
    each.isAnswered = true
    each.fail(error)
  }
}

/** A value that does not fit or breaks a constraint: classes 22 and 23 of SQLSTATE. All else is the batch's fate. */
function isOfData(error: unknown): boolean {
  if (error instanceof ConstraintError) return true
  if (error instanceof Problem || !(error instanceof Error)) return false
  // cast: node-postgres puts SQLSTATE on its errors.
  const { code } = error as Error & { code?: string }
  return code !== undefined && (code.startsWith('22') || code.startsWith('23'))
}

function parametersOf(of: TelemetryLane, batch: Waiting[]): string[] {
  return Object.keys(of.columns).map((column) => arrayLiteral(batch.map(({ row }) => row[column])))
}

function keyOf(of: TelemetryLane, row: Row): string {
  return of.key.map((column) => String(row[column])).join('\u0000')
}

function insertStatement(of: TelemetryLane): Statement {
  const names = Object.keys(of.columns).join(', ')
  const arrays = Object.values(of.columns).map((type, index) => `$${index + 1}::${type}[]`)
  const text = `insert into ${of.table} (${names}) select ${names} from unnest(${arrays.join(', ')}) as r (${names})`
  return statement(`telemetry.${of.table}`, 'account', `${text} on conflict do nothing`)
}
