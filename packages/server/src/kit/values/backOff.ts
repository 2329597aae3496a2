/** Retry schedule of one action: delays between its attempts. A maximum of attempts is the caller's. */
export type BackOff = {
  /** Milliseconds after the first failure in a row, after the second, and so on; the last delay repeats. */
  delaysMs: readonly number[]
  /** Share of a delay that is added or subtracted at random: actions that fail together retry apart. */
  jitterShare: number
  /** Longest `Retry-After` that delays an attempt, in milliseconds; 0 when left out. */
  retryAfterMsMax?: number
}

/** Retry-After of the response, in milliseconds; and the source of the jitter, from 0 to 1. */
type Retry = { retryAfterMs?: number | undefined; random?: () => number }

/** Milliseconds before the next attempt, by the number of failures in a row, from 1. */
export function retryDelayMs(backOff: BackOff, failures: number, retry: Retry = {}): number {
  const { delaysMs, jitterShare, retryAfterMsMax = 0 } = backOff
  const { retryAfterMs = 0, random = Math.random } = retry
  const delayMs = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0
  const jittered = Math.round(delayMs * (1 - jitterShare + 2 * jitterShare * random()))
  return Math.max(jittered, Math.min(retryAfterMs, retryAfterMsMax))
}

/** Delays that double from the first to the maximum, both included, in milliseconds. */
export function doublingDelaysMs(firstMs: number, maxMs: number): number[] {
  return firstMs < maxMs ? [firstMs, ...doublingDelaysMs(2 * firstMs, maxMs)] : [maxMs]
}
