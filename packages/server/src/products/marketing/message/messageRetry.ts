import type { Delivered } from '#platform/mail/mailPort.ts'

/** Delays of retries after a temporary refusal. */
const retryMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000]
/** Longest wait that a receiver may set. */
const retryAfterMsMax = 24 * 3_600_000
/** Attempts that a message has. */
export const attemptsMax = retryMs.length + 1

/** The retry of a message. `isSpent`: it has no try left. `isFree`: the attempt does not count. */
export type Retry = { delayMs: number; isSpent: boolean; isFree: boolean }

/**
 * The retry of a message that was deferred; `attempts`: those before. A refusal of our credentials, or no attempt at
 * all, spends no try.
 */
export function retryOf({ attempts }: { attempts: number }, delivered: Delivered): Retry {
  if (delivered.state !== 'deferred') return { delayMs: 0, isSpent: false, isFree: false }
  const isFree = delivered.isRefusingUs === true || delivered.isUntried === true
  const delay = retryMs[isFree ? 0 : attempts]
  const waitMs = Math.min(delivered.retryAfterMs ?? 0, retryAfterMsMax)
  return { delayMs: Math.max(delay ?? 0, waitMs), isSpent: delay === undefined, isFree }
}
