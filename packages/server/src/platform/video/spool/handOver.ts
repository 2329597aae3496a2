import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kit/call/context.ts'
import { doublingDelaysMs, retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { messageOf } from '#platform/startProblem.ts'

/** Deliveries queued while the store is unreachable: an hour of reels, with the index after each. */
export const deliveriesMax = 120

/** Retry schedule of a write that the store refuses. */
const backOff: BackOff = { delaysMs: doublingDelaysMs(250, 15_000), jitterShare: 0.25 }

/** One write to the store. It is retried until it does not throw, so it must be repeatable. */
export type Delivery = { what: string; run(): Promise<void> }

/** Queue of writes to the store: one at a time, in order, each retried until it succeeds. */
export type HandOver = {
  /** Queues a delivery. False when the queue is longer than `deliveriesMax`; the delivery is queued all the same. */
  add(delivery: Delivery): boolean
  /** Retries at once, then resolves when the queue is empty. Rejects when `stop()` drops deliveries. */
  finish(): Promise<void>
  /** Drops the queue. */
  stop(): Promise<void>
}

/** Opens an empty queue. */
export function openHandOver(log: Log): HandOver {
  const waiting: Delivery[] = []
  const stopping = new AbortController()
  const state = { isWorking: false, hurry: new AbortController() }
  let work: Promise<void> = Promise.resolve()

  async function drain(): Promise<void> {
    for (let next = waiting[0]; next !== undefined && !stopping.signal.aborted; next = waiting[0]) {
      if (await deliver(next)) waiting.shift()
    }
    state.isWorking = false
  }

  /** Returns whether the store has it: false after a stop. */
  async function deliver(delivery: Delivery): Promise<boolean> {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        await delivery.run()
        return true
      } catch (error) {
        log.warn('a recording is not in the store yet', { what: delivery.what, error: messageOf(error) })
        const signal = AbortSignal.any([stopping.signal, state.hurry.signal])
        await sleep(retryDelayMs(backOff, failures), undefined, { signal }).catch(() => undefined)
      }
    }
    return false
  }

  return {
    add(delivery) {
      waiting.push(delivery)
      if (!state.isWorking) {
        state.isWorking = true
        work = drain()
      }
      return waiting.length <= deliveriesMax
    },
    async finish() {
      state.hurry.abort()
      state.hurry = new AbortController()
      await work
      if (waiting.length > 0) throw new Error('the hand-over was stopped')
    },
    async stop() {
      stopping.abort()
      await work
    },
  }
}
