import type { Socket } from 'node:net'
import pg from 'pg'
import type { Db, Log, Statement } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { DatabaseAddress } from './databaseAddress.ts'
import { boundStatements } from './boundStatements.ts'
import { FairSlots, type Party, type Slot } from './fairSlots.ts'
import { databaseProblem, isOutage, readProblem } from './problems.ts'

export type PoolOptions = {
  address: DatabaseAddress
  /** Connections of the transaction lane. */
  sizeMax: number
  /** Statement time-out of reading operations in milliseconds; 2,000 when left out. */
  readTimeoutMs?: number | undefined
  /** Whether statements are named and prepared; off behind a PgBouncer older than 1.21. */
  isPreparing: boolean
  /** Prepared statements per connection; 300 when left out. */
  preparedMax?: number
  /** Checks every statement before it is sent, and throws to refuse it: for tests. */
  checkStatement?: StatementCheck | undefined
  /** Longest silence of a connection during a query in milliseconds; 20,000 when left out. */
  silenceMaxMs?: number
  log: Log
}

export type StatementCheck = (statement: Statement, values: readonly unknown[]) => void

/**
 * The connections of one process.
 *
 * - `work`, the transaction lane: transactions and the platform's own statements. Time-outs: statement 15 s, lock 5 s,
 *   idle in transaction 30 s.
 * - `reads`: statements of reading operations, with a short time-out (2 s).
 * - `lane`, the read lane: batches of point reads, with generic plans.
 *
 * A call acquires a slot of its share (`fairSlots`) before a connection of `work` or `reads`, so that no account and no
 * network prefix holds all of them. A call with an open transaction takes no second slot: it would wait for itself.
 * A statement is never retried here: after a lost connection its outcome is unknown. Repeats are safe because writes
 * check versions, creates have references, and requests have Idempotency-Keys.
 */
export type Pools = {
  work: pg.Pool
  reads: pg.Pool
  lane: pg.Pool
  shares: { work: FairSlots; reads: FairSlots }
  /** Statement time-out of reading operations in milliseconds. */
  readTimeoutMs: number
  isPreparing: boolean
  close(): Promise<void>
}

/** The seat of a call: the party whose share it uses, and the number of its open transactions. */
export type Seat = { party: Party; transactions: number }

/** Longest wait of a request for a connection; after that the response is 503. */
const connectTimeoutMs = 5_000
const statementTimeoutMs = 15_000
const readTimeoutMs = 2_000
const lockTimeoutMs = 5_000
/** Bound for a database that does not respond at all. */
const silenceMaxMs = 20_000
const laneSizeMax = 2
/** Least number of connections of `reads`: an account may hold half of them, a public key half of that. */
const readsSizeMin = 4
/** Bound of statements that wait for a connection; a further one is refused at once. */
const waitingMax = 1_000

/** Part of the transaction lane that one account may hold: writes are short, and an account alone must be fast. */
const workPart = 2 / 3

const types = { getTypeParser: typeParser }
const checks = new WeakMap<pg.Pool | pg.PoolClient, StatementCheck>()

/**
 * Settings of each connection. Plans are not parallel: the start of their workers takes 80 ms, longer than a page, and
 * the cores belong to other requests.
 */
export const sessionOptions = '-c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0'

/** Opens the pools. Connections open at first use and stay open: a closed one loses its prepared statements. */
export function openPools(options: PoolOptions): Pools {
  const base = {
    ...options.address,
    types,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    application_name: 'fairground',
  }
  const work = new pg.Pool({ ...base, max: options.sizeMax, options: sessionOptions })
  const readsMax = readsSizeMax(options.sizeMax)
  const timeoutMs = options.readTimeoutMs ?? readTimeoutMs
  // The lock time-out comes before the statement time-out: waiting for a lock is no cost of the statement.
  const readTimeouts = { statement_timeout: timeoutMs, lock_timeout: Math.min(lockTimeoutMs, Math.ceil(timeoutMs / 2)) }
  const reads = new pg.Pool({ ...base, ...readTimeouts, max: readsMax, options: sessionOptions })
  const lane = new pg.Pool({
    ...base,
    max: laneSizeMax,
    options: `${sessionOptions} -c plan_cache_mode=force_generic_plan`,
  })
  let isClosing = false
  const broke = (error: Error) => {
    if (!isClosing) options.log.warn('an idle connection broke', { error: error.message })
  }
  for (const pool of [work, reads, lane]) {
    pool.on('error', broke)
    // A connection that breaks in use fails its query; an unhandled event would end the process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      breakWhenSilent(client, options.silenceMaxMs ?? silenceMaxMs)
      boundStatements(client, options.preparedMax)
    })
    const { checkStatement } = options
    if (checkStatement === undefined) continue
    checks.set(pool, checkStatement)
    pool.on('connect', (client) => checks.set(client, checkStatement))
  }
  const waits = { waitingMax, waitMaxMs: connectTimeoutMs }
  return {
    work,
    reads,
    lane,
    isPreparing: options.isPreparing,
    readTimeoutMs: timeoutMs,
    shares: {
      // One connection is left for the platform's own statements and for calls that hold one already.
      work: new FairSlots({ ...waits, part: workPart, slotsMax: Math.max(1, options.sizeMax - 1) }),
      reads: new FairSlots({ ...waits, slotsMax: readsMax }),
    },
    async close() {
      isClosing = true
      await Promise.all([work.end(), reads.end(), lane.end()])
    },
  }
}

/** Number of connections of `reads` beside `sizeMax` of `work`. */
function readsSizeMax(sizeMax: number): number {
  return Math.max(readsSizeMin, Math.ceil(sizeMax / 2))
}

/**
 * Closes a connection that is silent while a query runs; the caller gets 503. The driver's own timer for each query
 * costs a tenth of a point read: its objects outlive the young generation.
 */
function breakWhenSilent(client: pg.PoolClient, afterMs: number): void {
  // cast: the driver's types leave out its socket and its state.
  const inside = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }
  const { stream } = inside.connection
  stream.setTimeout(afterMs)
  stream.on('timeout', () => {
    if (!inside.readyForQuery) stream.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' }))
  })
}

/** Runs the platform's own statements, named. Throws Problem and ConstraintError. */
export function executor(on: pg.Pool | pg.PoolClient, isPreparing: boolean): Db {
  return new Executor(on, isPreparing)
}

/** Runs statements of a call by the call's share; those of a reading operation on `reads`. */
export function callExecutor(pools: Pools, seat: Seat, isRead: boolean): Db {
  return isRead
    ? new Executor(pools.reads, pools.isPreparing, { seat, slots: pools.shares.reads, timeoutMs: pools.readTimeoutMs })
    : new Executor(pools.work, pools.isPreparing, { seat, slots: pools.shares.work })
}

/** Slots that statements take. `timeoutMs`: of a reading operation alone. */
type Sharing = { seat: Seat; slots: FairSlots; timeoutMs?: number }

/** A class: every request has one. */
class Executor implements Db {
  readonly #on: pg.Pool | pg.PoolClient
  readonly #isPreparing: boolean
  readonly #sharing: Sharing | undefined

  constructor(on: pg.Pool | pg.PoolClient, isPreparing: boolean, sharing?: Sharing) {
    this.#on = on
    this.#isPreparing = isPreparing
    this.#sharing = sharing
  }

  async rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    const on = this.#on
    const sharing = this.#sharing
    checks.get(on)?.(statement, values)
    // cast: the driver's type of `values` is mutable, it does not change them.
    const config = { text: statement.text, values: values as unknown[] }
    let slot: Slot | undefined
    let sentMs = 0
    try {
      if (sharing !== undefined) slot = await taken(sharing.slots, sharing.seat)
      else if ('waitingCount' in on && on.waitingCount >= waitingMax)
        throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
      sentMs = performance.now()
      const result = await on.query(this.#isPreparing ? { ...config, name: statement.name } : config)
      // cast: `npm run gen` derives the row type from the schema, or the builder of the statement states it.
      return result.rows as Row[]
    } catch (error) {
      const timeoutMs = sharing?.timeoutMs
      if (timeoutMs === undefined) throw databaseProblem(error)
      throw readProblem(error, { elapsedMs: performance.now() - sentMs, timeoutMs })
    } finally {
      if (slot !== undefined) sharing?.slots.release(slot)
    }
  }
}

/** A slot of the call's party; none while the call holds a transaction: it would wait for itself. */
function taken(slots: FairSlots, { party, transactions }: Seat): Slot | Promise<Slot> | undefined {
  return transactions > 0 ? undefined : slots.take(party)
}

/** Runs work in one transaction: a return commits, a throw rolls back. Without a seat it takes no slot. */
export async function transaction<T>(
  pools: Pools,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
  seat?: Seat,
): Promise<T> {
  if (seat === undefined) return inTransaction(pools, work)
  const slots = pools.shares.work
  const slot = await taken(slots, seat)
  seat.transactions += 1
  try {
    return await inTransaction(pools, work)
  } finally {
    seat.transactions -= 1
    if (slot !== undefined) slots.release(slot)
  }
}

async function inTransaction<T>(pools: Pools, work: (db: Db, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pools.work.connect().catch((error: unknown) => {
    throw databaseProblem(error)
  })
  let broken: Error | undefined
  let lost: Error | undefined
  const onLost = (error: Error) => (lost ??= error)
  client.on('error', onLost)
  try {
    await client.query('begin')
    const result = await work(executor(client, pools.isPreparing), client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    const found = databaseProblem(error)
    // A statement on a lost connection does not name the cause of the loss, such as an idle transaction.
    throw lost !== undefined && isOutage(found) ? databaseProblem(lost) : found
  } finally {
    client.off('error', onLost)
    client.release(broken)
  }
}

/** Converts 2026-11-21 09:22:00.123+00 to 2026-11-21T09:22:00.123Z, with milliseconds; years 1000 to 9999. */
export function isoOf(text: string): string {
  if (text.length === fullLength && text.charAt(19) === '.') return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const fraction = text.charAt(19) === '.' ? text.slice(20, text.lastIndexOf('+')).slice(0, 3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

/** Length of a moment with milliseconds; PostgreSQL drops trailing zeros, in one moment of ten. */
const fullLength = '2026-11-21 09:22:00.123+00'.length

const int8Oid = 20
const dateOid = 1082
const timestamptzOid = 1184
const numericOid = 1700
const textsOid = 1009

/** Parses integers as exact numbers, moments and days as text. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8Oid || oid === numericOid) return exactNumber
  if (oid === timestamptzOid) return isoOf
  if (oid === dateOid) return String
  if (oid === textsOid) return textsOf
  return parserOf(oid, format)
}

/** A number of the database. Throws for one beyond 53 bits, which would lose digits: such a sum is selected as text. */
function exactNumber(text: string): number {
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} does not fit a number`)
  return value
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  // cast: the driver's parsers of text values take a string.
  return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown
}

const quotedTextsOf = parserOf(textsOid)

/** A list of one dimension with unquoted texts. */
const plainTexts = /^\{[^"\\{]*\}$/

/** Parses a list of texts: plain words, as most are, by a split, the rest by the driver, character by character. */
function textsOf(text: string): unknown {
  if (text === '{}') return []
  return plainTexts.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : quotedTextsOf(text)
}
