import { field, invalid, Problem, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import type { Resource } from '#kit/nouns/resource.ts'

/** A violated constraint; its noun may explain it. */
export class ConstraintError extends Error {
  readonly constraint: string
  readonly sqlState: string

  constructor(constraint: string, sqlState: string, message: string) {
    super(message)
    this.name = 'ConstraintError'
    this.constraint = constraint
    this.sqlState = sqlState
  }
}

const connectionStates = new Set(['57P01', '57P02', '57P03', '53300', '53400', '08000', '08003', '08006', '25006'])
const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'])
const constraintStates = new Set(['23505', '23503', '23514', '23502', '23P01', '22004'])

/** SQLSTATE of a statement that timed out or was cancelled by an operator. */
const timeOut = '57014'
/** SQLSTATE of a statement that waited too long for a lock. */
const lockTimeOut = '55P03'
/** SQLSTATE of a transaction that was idle for too long; its connection is closed. */
const idleTimeOut = '25P03'

/** Suffix of a shard behind the name of a constraint or table. */
const shardSuffix = /_\d{6,}$/

/** Maps an error of the driver to a Problem or ConstraintError; these two pass as they are. */
export function databaseProblem(error: unknown): Error {
  if (error instanceof Problem || error instanceof ConstraintError) return error
  if (!(error instanceof Error)) return new Error('the database failed without an error')
  // cast: errors of node-postgres have SQLSTATE and constraint, errors of sockets have a code.
  const { code, constraint } = error as Error & { code?: string; constraint?: string }
  if (code !== undefined && constraintStates.has(code)) {
    return new ConstraintError((constraint ?? '').replace(shardSuffix, ''), code, error.message)
  }
  if (isConnectionLoss(code, error.message)) return unavailable(error, 1)
  if (code === '40001' || code === '40P01' || code === lockTimeOut) return problem(reasons.writeContended)
  if (code === timeOut || code === idleTimeOut) return unavailable(error, 2)
  if (code === '53100') return unavailable(error, 30)
  return error
}

/** Most milliseconds by which a time-out of the database may come late. */
const lateMaxMs = 500

/**
 * Maps an error of a statement of a reading operation. A time-out on time is the cost of the statement: too_costly. An
 * early one was ordered by an operator; a late one means that server, disk or network stood still. Both, and a wait for
 * a lock, are unavailable.
 */
export function readProblem(error: unknown, took: { elapsedMs: number; timeoutMs: number }): Error {
  const isInTime = took.elapsedMs > 0.9 * took.timeoutMs && took.elapsedMs < took.timeoutMs + lateMaxMs
  if (isTimeOut(error) && isInTime) return problem(reasons.tooCostly)
  return error instanceof Error && 'code' in error && error.code === lockTimeOut
    ? unavailable(error, 1)
    : databaseProblem(error)
}

/** Whether the database cancelled a statement for its duration. */
export function isTimeOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === timeOut
}

/** Whether the database was out of reach: lost, stopping, full or busy. A time-out is a failure of the work itself. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Problem) || error.reason !== reasons.unavailable.reason) return false
  const { cause } = error
  return !isTimeOut(cause) && !(cause instanceof Error && 'code' in cause && cause.code === idleTimeOut)
}

/** A 503 with Retry-After for the caller; the error is its cause, for the log. */
function unavailable(cause: Error, retryAfterSeconds: number): Problem {
  return problem(reasons.unavailable, { retryAfterSeconds, cause })
}

function isConnectionLoss(code: string | undefined, message: string): boolean {
  if (code !== undefined && (connectionStates.has(code) || connectionCodes.has(code))) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(message)
}

/** The problem of a violated constraint, in the words that the noun declares. */
export function explain(error: unknown, of: Resource): Error {
  if (!(error instanceof ConstraintError)) return error instanceof Error ? error : new Error(String(error))
  const declared = of.constraints[error.constraint]
  if (declared !== undefined) {
    return problem(declared.reason, {
      fields: [field(declared.field, declared.reason.reason, declared.reason.message)],
    })
  }
  if (error.sqlState === '23503') {
    const name = referenceOf(error.constraint, of)
    return invalid(unknownReference(name))
  }
  if (error.sqlState === '23514') return invalid(field('', 'check', `breaks the rule ${error.constraint}`))
  return error
}

/** The field of a foreign key, by the convention `<table>_<column without _id>_fk`. */
function referenceOf(constraint: string, of: Resource): string {
  const column = constraint.slice(of.table.length + 1).replace(/_fk$/, '')
  const name = column.replace(/_([a-z])/g, (_, char: string) => char.toUpperCase())
  return Object.keys(of.fields).find((each) => each === `${name}Id` || each === name) ?? name
}
