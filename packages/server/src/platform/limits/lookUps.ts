import type { Rate } from '#kit/call/rateClasses.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openBuckets } from './buckets.ts'
import { giveBackToNetwork, takeByNetwork } from './networkBuckets.ts'

/**
 * Bounds look-ups in the database of ids that this process does not know, by network prefix. Only look-ups that find
 * nothing count: a stranger with made-up ids runs out of them, and viewers of existing videos do not.
 */
export type LookUps = {
  /** Admits a look-up. Throws rate_limited. */
  take(address: string): void
  /** Returns the token of a look-up that found something, or failed. */
  giveBack(address: string): void
}

/** Opens the bound. */
export function openLookUps(rate: Rate): LookUps {
  const buckets = openBuckets(() => performance.now())
  return {
    take(address) {
      const { isAllowed, retryAfterSeconds } = takeByNetwork(buckets, rate, { address })
      if (!isAllowed) throw problem(reasons.rateLimited, { retryAfterSeconds })
    },
    giveBack: (address) => giveBackToNetwork(buckets, rate, { address }),
  }
}
