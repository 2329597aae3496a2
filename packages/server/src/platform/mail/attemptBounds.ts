import { slots } from '#platform/tasks/concurrency.ts'
import type { Delivered } from './mailPort.ts'

/** Bounds of an attempt in milliseconds: its wait for a free connection, the attempt itself, and a verification. */
export type AttemptBounds = { waitMs: number; sendMs: number; verifyMs: number }

/** Bounds of every service. The lease of a message is longer than its wait and its attempt together. */
export const attemptBounds: AttemptBounds = { waitMs: 20_000, sendMs: 60_000, verifyMs: 30_000 }

const untried: Delivered = {
  state: 'deferred',
  reply: 'no connection to the service was free in time',
  isUntried: true,
}

/**
 * Runs attempts of a service, `most` at a time. An attempt that waits longer than its bound is not made: the lease of
 * its message would end before the attempt does.
 */
export function attemptSlots(most: number, { waitMs }: Pick<AttemptBounds, 'waitMs'>) {
  const inSlot = slots(most)
  return (attempt: () => Promise<Delivered>): Promise<Delivered> => {
    const fromMs = performance.now()
    return inSlot(async () => (performance.now() - fromMs > waitMs ? untried : attempt()))
  }
}
