import type { Socket } from 'node:net'
import pg from 'pg'
import type { Db, Log, Statement } from '#kit/context.ts'
import { problem, reasons } from '#kit/problem.ts'
import type { DatabaseAddress } from './address.ts'
import { checkStatement, isWatched, watch } from './guard.ts'
import { databaseProblem } from './problems.ts'

export type PoolOptions = {
  address: DatabaseAddress
  /** Connections of the transaction lane. */
  sizeMax: number
  /** Named statements; off behind a PgBouncer older than 1.21. */
  isPreparing: boolean
  /** Checks every statement for its account: development and tests. */
  isChecking?: boolean
  /** Most milliseconds of silence while an answer is owed; 20,000 when left out. */
  silenceMaxMs?: number
  log: Log
}

/** The connections of one process: a transaction lane, a read lane with generic plans, and what they cost to close. */
export type Pools = {
  work: pg.Pool
  lane: pg.Pool
  isPreparing: boolean
  close(): Promise<void>
}

/** Most milliseconds a request waits for a free connection before it is told to come again. */
const connectTimeoutMs = 5_000
const statementTimeoutMs = 15_000
const lockTimeoutMs = 5_000
/** For a database that does not even answer that it timed out. */
const silenceMaxMs = 20_000
const laneSizeMax = 2
/** Statements that wait for a connection; beyond that callers are told at once to come again. */
const waitingMax = 1_000

const types = { getTypeParser: typeParser }

/** Opens the pools. Connections are made on first use and kept, since a closed one forgets its prepared statements. */
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
  const zone = '-c timezone=UTC -c datestyle=ISO'
  const work = new pg.Pool({ ...base, max: options.sizeMax, options: zone })
  const lane = new pg.Pool({ ...base, max: laneSizeMax, options: `${zone} -c plan_cache_mode=force_generic_plan` })
  let isClosing = false
  const broke = (error: Error) => {
    if (!isClosing) options.log.warn('an idle connection broke', { error: error.message })
  }
  for (const pool of [work, lane]) {
    pool.on('error', broke)
    // A connection that breaks while it is in use fails its query; its event alone would end the process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      breakWhenSilent(client, options.silenceMaxMs ?? silenceMaxMs)
    })
    if (options.isChecking) watch(pool)
  }
  return {
    work,
    lane,
    isPreparing: options.isPreparing,
    async close() {
      isClosing = true
      await Promise.all([work.end(), lane.end()])
    },
  }
}

/**
 * Breaks a connection on which nothing moves while an answer is owed; who asked is told to come again. The driver's own
 * timer for each query costs a tenth of a point read: its objects outlive the young generation.
 */
function breakWhenSilent(client: pg.PoolClient, afterMs: number): void {
  // cast: the driver's types leave out what it waits for and through which socket.
  const inside = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }
  const { stream } = inside.connection
  stream.setTimeout(afterMs)
  stream.on('timeout', () => {
    if (!inside.readyForQuery) stream.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' }))
  })
}

/** One thin executor: runs a named statement. Throws Problem for what the caller can mend. */
export function executor(on: pg.Pool | pg.PoolClient, isPreparing: boolean): Db {
  return new Executor(on, isPreparing)
}

/** A class, because every request has one. */
class Executor implements Db {
  readonly #on: pg.Pool | pg.PoolClient
  readonly #isPreparing: boolean

  constructor(on: pg.Pool | pg.PoolClient, isPreparing: boolean) {
    this.#on = on
    this.#isPreparing = isPreparing
  }

  async rows<T>(statement: Statement, values: readonly unknown[]): Promise<T[]> {
    const on = this.#on
    if (isWatched(on)) checkStatement(statement, values)
    // cast: the driver's type of `values` is mutable, it does not change them.
    const config = { text: statement.text, values: values as unknown[] }
    try {
      if ('waitingCount' in on && on.waitingCount >= waitingMax)
        throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
      const result = await on.query(this.#isPreparing ? { ...config, name: statement.name } : config)
      // cast: the statement's author states the row type beside the statement.
      return result.rows as T[]
    } catch (error) {
      throw databaseProblem(error)
    }
  }
}

/** Runs work in one transaction: committed when it returns, undone when it throws. */
export async function transaction<T>(pools: Pools, work: (db: Db, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pools.work.connect().catch((error: unknown) => {
    throw databaseProblem(error)
  })
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(executor(client, pools.isPreparing), client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw databaseProblem(error)
  } finally {
    client.release(broken)
  }
}

/** 2026-11-21 09:22:00.123+00 to 2026-11-21T09:22:00.123Z, in the years 1000 to 9999; milliseconds are always there. */
export function isoOf(text: string): string {
  if (text.length === fullLength && text.charAt(19) === '.') return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const fraction = text.charAt(19) === '.' ? text.slice(20, text.lastIndexOf('+')).slice(0, 3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

/** Of a moment with three digits of its second, as nine in ten have; zeros at the end are left away. */
const fullLength = '2026-11-21 09:22:00.123+00'.length

const int8Oid = 20
const dateOid = 1082
const timestamptzOid = 1184
const numericOid = 1700
const textsOid = 1009

/** Big integers as numbers (all of ours fit 53 bits), moments and days as text. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8Oid || oid === numericOid) return Number
  if (oid === timestamptzOid) return isoOf
  if (oid === dateOid) return String
  if (oid === textsOid) return textsOf
  return parserOf(oid, format)
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  // cast: the driver's parsers of text values take a string.
  return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown
}

const quotedTextsOf = parserOf(textsOid)

/** A list of one dimension whose texts stand side by side, unquoted. */
const plainTexts = /^\{[^"\\{]*\}$/

/** The driver reads lists character by character; those of plain words, as most are, need no more than a split. */
function textsOf(text: string): unknown {
  if (text === '{}') return []
  return plainTexts.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : quotedTextsOf(text)
}
