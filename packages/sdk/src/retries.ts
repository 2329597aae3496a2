import type { FairgroundError } from './errors.ts'

/** Conflicts that end without a change of the request. */
const passing = new Set(['idempotency_in_flight', 'write_contended'])
const broken = new Set(['internal_error', 'unavailable', 'connection_failed', 'timed_out'])

/**
 * Whether a retry of the same request is safe and may succeed. A rate limit refuses before any effect, so its retry is
 * always safe. Other failures are retried only for calls that are safe to repeat.
 */
export function isWorthRetrying(error: FairgroundError, isSafe: boolean): boolean {
  if (error.code === 'rate_limited') return true
  return isSafe && (broken.has(error.code) || passing.has(error.reason))
}

const firstWaitMs = 400
const longestWaitMs = 8_000

/** Delay before the next attempt: the server's Retry-After, else doubled each time; with jitter. */
export function waitMs(error: FairgroundError, attempt: number, random: () => number = Math.random): number {
  const { retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + random() * 250
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  return ceiling / 2 + (random() * ceiling) / 2
}
