import type { Ctx } from '#kit/call/context.ts'
import { nextTurn } from '#kit/call/nextTurn.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { writeTakes, type PreparedTake } from './couponTake.ts'

/** Uses of one statement, statements of one account at a time, and uses that wait, of all accounts. */
const batchMax = 100
const runningMax = 2
const waitingMax = 10_000

type Entry = { ctx: Ctx; take: PreparedTake; resolve(isTaken: boolean): void; reject(error: unknown): void }
type Queue = { entries: Entry[]; running: number }

/**
 * Group commit of uses: calls of an account that arrive while a statement runs share the next one, with one commit, so
 * a coupon that everyone uses at once costs a lock and a commit per batch. A quiet server commits each use at once.
 */
export type TakeLane = {
  /** Takes one use outside a transaction; false when it did not happen. Throws as `writeTakes`. */
  take(ctx: Ctx, take: PreparedTake): Promise<boolean>
}

/** The lane of this process. */
export function takeLane(ctx: Ctx): TakeLane {
  return ctx.memory('loyalty.takes', openTakeLane)
}

function openTakeLane(): TakeLane {
  const queues = new Map<number, Queue>()
  let waiting = 0
  const drain = async (accountId: number, queue: Queue) => {
    await nextTurn()
    while (queue.entries.length > 0) {
      const batch = nextBatch(queue)
      await commit(batch)
      waiting -= batch.length
    }
    queue.running -= 1
    if (queue.running === 0 && queue.entries.length === 0) queues.delete(accountId)
  }
  return {
    take(ctx, take) {
      if (waiting >= waitingMax) return Promise.reject(problem(reasons.unavailable, { retryAfterSeconds: 1 }))
      const { id } = ctx.account
      const queue = queues.get(id) ?? { entries: [], running: 0 }
      queues.set(id, queue)
      waiting += 1
      return new Promise((resolve, reject) => {
        queue.entries.push({ ctx, take, resolve, reject })
        if (queue.running >= runningMax || queue.entries.length > 1) return
        queue.running += 1
        void drain(id, queue)
      })
    },
  }
}

/** Takes the next entries off a queue; one that shares a contact or a reference with another waits for the next. */
function nextBatch(queue: Queue): Entry[] {
  const keys = new Set<string>()
  const batch: Entry[] = []
  const left: Entry[] = []
  for (const entry of queue.entries) {
    const isFree = batch.length < batchMax && !entry.take.keys.some((key) => keys.has(key))
    if (isFree) for (const key of entry.take.keys) keys.add(key)
    ;(isFree ? batch : left).push(entry)
  }
  queue.entries = left
  return batch
}

/** Never throws: a batch that the database refuses is written use by use, so that each fails alone. */
async function commit(batch: readonly Entry[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  try {
    const made = await writeTakes(
      first.ctx,
      batch.map(({ take }) => take),
    )
    for (const { take, resolve } of batch) resolve(made.has(take.redemption.id))
  } catch (error) {
    if (batch.length === 1) first.reject(error)
    else for (const entry of batch) await commit([entry])
  }
}
