import type { Db, Statement } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'

/** Finds the row of an account; undefined for an unknown one. Throws unavailable when too many look-ups wait. */
export type AccountLookUp<Row> = (accountId: number) => Promise<Row | undefined>

/** Look-ups that wait for the next statement. */
const waitingMaxDefault = 10_000

/**
 * Opens look-ups of accounts by one statement at a time: those that arrive while it runs share the next one. Any caller
 * may name unknown accounts in addresses, so a statement for each would fill the queue of the pool. `statement` takes a
 * list of account ids.
 */
export function openAccountLookUps<Row extends { account_id: number }>(
  db: Db,
  statement: Statement<Row>,
  waitingMax = waitingMaxDefault,
): AccountLookUp<Row> {
  let waiting = new Map<number, PromiseWithResolvers<Row | undefined>>()
  let isRunning = false

  const read = async (batch: typeof waiting) => {
    try {
      const rows = await db.rows(statement, [[...batch.keys()]])
      for (const row of rows) batch.get(row.account_id)?.resolve(row)
      for (const { resolve } of batch.values()) resolve(undefined)
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }
  const run = async () => {
    isRunning = true
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      await read(batch)
    }
    isRunning = false
  }
  const enqueue = (accountId: number): Promise<Row | undefined> => {
    const lookUp = Promise.withResolvers<Row | undefined>()
    waiting.set(accountId, lookUp)
    if (!isRunning) void run()
    return lookUp.promise
  }
  return (accountId) => {
    const known = waiting.get(accountId)
    if (known !== undefined) return known.promise
    if (waiting.size >= waitingMax) return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
    return enqueue(accountId)
  }
}
