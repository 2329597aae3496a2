import { jittered } from '#platform/tasks/backOff.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds from the previous attempt to each: the first goes out at once, the tenth is the last. */
export const attemptDelaysMs: readonly number[] = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

/** The longest that a receiver may put us off for. */
const putOffMsMax = 24 * hour

/**
 * Milliseconds until the next attempt after so many failed ones, a tenth more or less, and no sooner than the receiver
 * asked for; undefined after the last.
 */
export function nextDelayMs(
  attemptsMade: number,
  retryAfterMs = 0,
  random: () => number = Math.random,
): number | undefined {
  const delay = attemptDelaysMs[attemptsMade]
  if (delay === undefined) return undefined
  return Math.max(jittered(delay, 0.1, random), Math.min(retryAfterMs, putOffMsMax))
}
