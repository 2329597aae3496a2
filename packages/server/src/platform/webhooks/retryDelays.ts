import { jittered } from '#platform/tasks/backOff.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds from the previous attempt to each: the first goes out at once, the twelfth is the last. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  30 * second,
  ...[2, 10, 30].map((minutes) => minutes * minute),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

/** The time that all attempts take together, in milliseconds; a delivery overdue for longer is exhausted unsent. */
export const overdueMsMax = attemptDelaysMs.reduce((sum, delay) => sum + delay, 0)

/** The longest `Retry-After` that is respected, in milliseconds. */
const retryAfterMsMax = 24 * hour
/** The longest that a silent endpoint waits for the next attempt while a delivery is due, in milliseconds. */
const backOffMsMax = 2 * minute
const jitterShare = 0.1

/**
 * Milliseconds until the next attempt after a number of failures, with 10 percent jitter and not before the receiver's
 * Retry-After; undefined after the last attempt.
 */
export function nextDelayMs(
  attemptsMade: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const delay = attemptDelaysMs[attemptsMade]
  if (delay === undefined) return undefined
  return Math.max(jittered(delay, jitterShare, random), Math.min(retryAfterMs, retryAfterMsMax))
}

/** Milliseconds that an endpoint is left alone after so many unanswered batches in a row: the same delays, to 2 min. */
export function endpointBackOffMs(failures: number, random: () => number = Math.random): number {
  return jittered(Math.min(attemptDelaysMs[failures] ?? backOffMsMax, backOffMsMax), jitterShare, random)
}
