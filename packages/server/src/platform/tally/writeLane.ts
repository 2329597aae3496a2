import { LRUCache } from 'lru-cache'
import type { Db, Log, Statement } from '#kit/call/context.ts'
import { nextTurn } from '#kit/call/nextTurn.ts'
import { Problem, problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import type { Tally, TallyRow } from '#kit/nouns/tally.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { ConstraintError, databaseProblem } from '#platform/db/problems.ts'
import { arrayLiteral } from '#platform/db/arrayLiteral.ts'
import { createPartition, type PartitionedTable } from './partitions.ts'

/**
 * Group commit for one tally. Rows that arrive while a batch is being committed wait in a queue and travel together as
 * the next batch: one statement, one commit, however many callers wait. A quiet server commits a row at once, since
 * there is no timer. A call resolves after the commit that holds its row, so an acknowledged row is durable.
 *
 * Duplicates are harmless: the tally's key is the primary key, and `on conflict do nothing` keeps the first row.
 * Two processes insert in the order of that key, so they cannot deadlock. A row that the database refuses fails alone:
 * the batch is halved until the row stands by itself. Everything is bounded: rows in the queue, rows in a statement,
 * statements of one batch.
 */
export type WriteLane = {
  add(accountId: number, row: TallyRow): Promise<void>
  stats(): WriteLaneStats
  stop(): Promise<void>
}

/** Counts of rows, and of statements in `batches`. `refused`: the queue was full. `failed`: the database refused. */
export type WriteLaneStats = { waiting: number; added: number; batches: number; refused: number; failed: number }

type Entry = {
  accountId: number
  row: TallyRow
  isSettled: boolean
  resolve(): void
  reject(error: unknown): void
}

const batchSizeMax = 1_000
/** Rows in the queue; a further one is refused with 503. */
const waitingMax = 50_000
/** Statements that one batch with bad rows may cost; undecided rows are then refused with 503. */
const bisectStatementsMax = 200
/** Bound of the cache of created partitions. */
const knownPartitionsMax = 8

/** Opens the write lane of a tally: at most one batch is in flight. */
export function openWriteLane(pools: Pools, tally: Tally, log?: Log): WriteLane {
  const stats: WriteLaneStats = { waiting: 0, added: 0, batches: 0, refused: 0, failed: 0 }
  const parts: Parts = {
    tally,
    insert: insertStatement(tally),
    known: new LRUCache({ max: knownPartitionsMax }),
    stats,
    log,
  }
  let queue: Entry[] = []
  let running: Promise<void> | undefined
  let isStopping = false

  const drain = async () => {
    await nextTurn()
    while (queue.length > 0) {
      const batch = queue.length <= batchSizeMax ? queue : queue.slice(0, batchSizeMax)
      queue = queue.length <= batchSizeMax ? [] : queue.slice(batchSizeMax)
      await commit(pools, parts, batch)
      stats.waiting -= batch.length
    }
    running = undefined
  }
  return {
    add(accountId, row) {
      if (isStopping || stats.waiting >= waitingMax) {
        stats.refused += 1
        return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
      }
      stats.waiting += 1
      return new Promise((resolve, reject) => {
        queue.push({ accountId, row, isSettled: false, resolve, reject })
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

type Parts = {
  tally: Tally
  insert: Statement
  /** Partitions that this process has seen, by the first characters of their moments. */
  known: LRUCache<string, true>
  stats: WriteLaneStats
  log: Log | undefined
}

/** Never throws: every row of the batch is resolved or rejected. */
async function commit(pools: Pools, parts: Parts, batch: Entry[]): Promise<void> {
  try {
    const client = await pools.work.connect()
    let isBroken = false
    try {
      const db = executor(client, pools.isPreparing)
      await createPartitions(db, parts, batch)
      await insertAll(db, parts, batch.sort(byKey(parts.tally)))
    } catch (error) {
      isBroken = true
      throw error
    } finally {
      client.release(isBroken)
    }
  } catch (error) {
    refuse(
      parts,
      batch.filter((each) => !each.isSettled),
      databaseProblem(error),
    )
  }
}

/** Creates the partitions of a batch: the schedule creates them ahead only where it runs. */
async function createPartitions(db: Db, { tally, known }: Parts, batch: readonly Entry[]): Promise<void> {
  const { table, partition, moment } = tally
  if (partition === undefined) return
  const of: PartitionedTable = { table, partition }
  let last: unknown
  for (const { row } of batch) {
    const at = row[moment]
    if (at === last) continue
    last = at
    const period = String(at).slice(0, partition === 'day' ? 10 : 7)
    if (known.has(period) || Number.isNaN(Date.parse(period))) continue
    await createPartition(db, of, new Date(period))
    known.set(period, true)
  }
}

/** Lock order: two processes insert the same keys in the same order. */
function byKey({ key }: Tally): (a: Entry, b: Entry) => number {
  return (a, b) => {
    for (const column of key) {
      const [left, right] = [a.row[column] ?? '', b.row[column] ?? '']
      if (left !== right) return left < right ? -1 : 1
    }
    return a.accountId - b.accountId
  }
}

/**
 * Inserts a batch by one statement; when the database refuses a row, by halves, down to that row and its repeats. A
 * partition that is missing was dropped, as by a process whose clock is fast: it is created again, once per batch.
 */
async function insertAll(db: Db, parts: Parts, batch: Entry[]): Promise<void> {
  const open = [batch]
  let isCreatedAgain = false
  for (let spent = 0; open.length > 0; spent++) {
    const part = open.pop() ?? []
    if (spent >= bisectStatementsMax) throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
    try {
      await db.rows(parts.insert, parametersOf(parts.tally, part))
      parts.stats.batches += 1
      parts.stats.added += part.length
      for (const each of part) {
        each.isSettled = true
        each.resolve()
      }
    } catch (error) {
      if (!isRowError(error)) throw error
      if (isPartitionMissing(error) && !isCreatedAgain) {
        isCreatedAgain = true
        parts.known.clear()
        await createPartitions(db, parts, part)
        open.push(part)
      } else if (areRepeats(parts.tally, part)) refuse(parts, part, error)
      else open.push(part.slice(part.length >> 1), part.slice(0, part.length >> 1))
    }
  }
}

/** A sorted batch is one row and its repeats when its ends are. */
function areRepeats(tally: Tally, part: readonly Entry[]): boolean {
  const [first, last] = [part[0], part.at(-1)]
  return first === undefined || last === undefined || first === last || byKey(tally)(first, last) === 0
}

function refuse({ tally, stats, log }: Parts, rows: Entry[], error: unknown): void {
  stats.failed += rows.length
  log?.warn('rows of a tally were refused', { tally: tally.id, rows: rows.length, error: String(error) })
  for (const each of rows) {
    each.isSettled = true
    each.reject(error)
  }
}

/** Whether one row is at fault, by classes 22 and 23 of SQLSTATE: it does not fit or breaks a constraint. */
function isRowError(error: unknown): boolean {
  if (error instanceof ConstraintError) return true
  if (error instanceof Problem || !(error instanceof Error)) return false
  // cast: node-postgres puts SQLSTATE on its errors.
  const { code } = error as Error & { code?: string }
  return code !== undefined && (code.startsWith('22') || code.startsWith('23'))
}

/** Whether no partition has room for a row: a check of the table without a name. */
function isPartitionMissing(error: unknown): boolean {
  return error instanceof ConstraintError && error.sqlState === '23514' && error.constraint === ''
}

/** One array literal per column, that of the accounts first. */
function parametersOf({ columns }: Tally, batch: readonly Entry[]): string[] {
  const accounts = arrayLiteral(batch.map(({ accountId }) => accountId))
  return [accounts, ...Object.keys(columns).map((column) => arrayLiteral(batch.map(({ row }) => row[column])))]
}

/**
 * ```sql
 * insert into places_view (account_id, place_id, person_key, day)
 * select account_id, place_id, person_key, day
 * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::timestamptz[]) as r (account_id, place_id, person_key, day)
 * on conflict do nothing
 * ```
 */
function insertStatement({ table, columns }: Tally): Statement {
  const names = ['account_id', ...Object.keys(columns)].join(', ')
  const types = ['bigint', ...Object.values(columns).map((type) => type.replace(' null', ''))]
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  return statement(
    `${table}.count`,
    'account',
    `insert into ${table} (${names}) select ${names} from unnest(${arrays}) as r (${names}) on conflict do nothing`,
  )
}
