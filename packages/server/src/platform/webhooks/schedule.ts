import { jittered } from '#platform/tasks/backOff.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds from the previous attempt to each: the first goes out at once, the tenth is the last. */
export const attemptDelaysMs: readonly number[] = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

/** Milliseconds until the next attempt after so many failed ones, a tenth more or less; undefined after the last. */
export function nextDelayMs(attemptsMade: number, random: () => number = Math.random): number | undefined {
  const delay = attemptDelaysMs[attemptsMade]
  return delay === undefined ? undefined : jittered(delay, 0.1, random)
}
