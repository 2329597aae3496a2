import { slots } from '#platform/tasks/concurrency.ts'
import type { Delivered } from './mailPort.ts'

/** Bounds of an attempt in milliseconds: its wait for a free connection, and the attempt itself. */
export type AttemptBounds = { waitMs: number; sendMs: number }

/** Bounds of every service. The lease of a message is longer than both together. */
export const attemptBounds: AttemptBounds = { waitMs: 20_000, sendMs: 60_000 }

/** Bound of a verification of a service, in milliseconds. */
export const verificationMs = 30_000

const untried: Delivered = {
  state: 'deferred',
  reply: 'no connection to the service was free in time',
  isUntried: true,
}

/**
 * Runs attempts of a service, `most` at a time. An attempt that waits longer than its bound is not made: the lease of
 * its message would end before the attempt does.
 */
export function attemptSlots(most: number, { waitMs }: AttemptBounds) {
  const inSlot = slots(most)
  return (attempt: () => Promise<Delivered>): Promise<Delivered> => {
    const fromMs = performance.now()
    return inSlot(async () => (performance.now() - fromMs > waitMs ? untried : attempt()))
  }
}
