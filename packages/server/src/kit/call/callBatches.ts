import type { Ctx } from './context.ts'
import { nextTurn } from './nextTurn.ts'
import { isContended, Problem, problem, reasons } from './problem.ts'

/** Calls of one statement, statements of one account at a time, and calls that wait, of all accounts. */
const batchMax = 100
const runningMax = 2
const waitingMax = 10_000

/**
 * Calls of one account that share statements: calls that arrive while a statement runs travel together in the next one.
 * A quiet server runs each call at once, since there is no timer.
 */
export type CallBatches<In, Out> = {
  /** Runs one call. Throws what its own statement throws, and unavailable for a full queue. */
  run(ctx: Ctx, what: In): Promise<Out>
}

type BatchedWork<In, Out> = {
  /** Keys of a call: calls that share one never share a statement. */
  keysOf(what: In): readonly string[]
  /**
   * Runs a batch by the context of its first call; results in order. An error fails the whole batch, which then runs
   * again call by call: what throws has written nothing.
   */
  together(ctx: Ctx, batch: readonly In[]): Promise<readonly Out[]>
}

type Entry<In, Out> = { ctx: Ctx; what: In; resolve(result: Out): void; reject(error: unknown): void }
type Queue<In, Out> = { entries: Entry<In, Out>[]; running: number }

/** Opens the batches of one kind of work; a process has one of each, by `ctx.memory`. */
export function openBatches<In, Out>(work: BatchedWork<In, Out>): CallBatches<In, Out> {
  const queues = new Map<number, Queue<In, Out>>()
  let waiting = 0
  const drain = async (accountId: number, queue: Queue<In, Out>) => {
    await nextTurn()
    while (queue.entries.length > 0) {
      const batch = nextBatch(work, queue)
      await settle(work, batch)
      waiting -= batch.length
    }
    queue.running -= 1
    if (queue.running === 0) queues.delete(accountId)
  }
  return {
    run(ctx, what) {
      if (waiting >= waitingMax) return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
      const { id } = ctx.account
      const queue = queues.get(id) ?? { entries: [], running: 0 }
      queues.set(id, queue)
      waiting += 1
      return new Promise((resolve, reject) => {
        queue.entries.push({ ctx, what, resolve, reject })
        if (queue.running >= runningMax || queue.entries.length > 1) return
        queue.running += 1
        void drain(id, queue)
      })
    },
  }
}

/** Takes the next calls off a queue; one that shares a key with another waits for the next batch. */
function nextBatch<In, Out>({ keysOf }: BatchedWork<In, Out>, queue: Queue<In, Out>): Entry<In, Out>[] {
  const taken = new Set<string>()
  const batch: Entry<In, Out>[] = []
  const left: Entry<In, Out>[] = []
  for (const entry of queue.entries) {
    const keys = keysOf(entry.what)
    const isFree = batch.length < batchMax && !keys.some((key) => taken.has(key))
    if (isFree) for (const key of keys) taken.add(key)
    const list = isFree ? batch : left
    list.push(entry)
  }
  queue.entries = left
  return batch
}

/** Never throws: a batch that fails runs again call by call, so that each fails alone. */
async function settle<In, Out>(work: BatchedWork<In, Out>, batch: readonly Entry<In, Out>[]): Promise<void> {
  const failure = await attempt(work, batch)
  if (failure === undefined) return
  if (batch.length === 1 || isOutage(failure)) return rejectAll(batch, failure)
  for (const [index, entry] of batch.entries()) {
    const own = await attempt(work, [entry])
    // The others would wait as long for the same database: rejecting them bounds the wait of the queue.
    if (isOutage(own) || isContended(own)) return rejectAll(batch.slice(index), own)
    if (own !== undefined) entry.reject(own)
  }
}

/** Runs a batch and resolves its calls. Returns the error of a failed one. */
async function attempt<In, Out>(work: BatchedWork<In, Out>, batch: readonly Entry<In, Out>[]): Promise<unknown> {
  const [first] = batch
  if (first === undefined) return undefined
  try {
    const results = await work.together(
      first.ctx,
      batch.map(({ what }) => what),
    )
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    return undefined
  } catch (error) {
    return error ?? new Error('a batch failed without an error')
  }
}

function rejectAll<In, Out>(batch: readonly Entry<In, Out>[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** Whether the database was out of reach: it is not known whether the batch was written. */
function isOutage(error: unknown): boolean {
  return error instanceof Problem && error.reason === reasons.unavailable.reason
}
