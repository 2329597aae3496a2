import type { Pace } from '#kit/nouns/task.ts'
import type { AccountShares } from '#platform/db/accountShares.ts'
import type { Claim } from './queue.ts'

/** Jobs that a worker may hold claimed: in all, of one account, and by one claim for one account. */
export type PaceBounds = {
  claimedMax: number
  /** Claims that are kept for accounts that hold none. */
  reserved: number
  perAccountMax: number
  perClaimMax: number
  /** The worker claims again when it holds no more than this of an account. */
  refillAt: number
  /** Units that run at once, where jobs are claimed ahead of that. */
  slotsMax?: number
}

/**
 * Quick jobs take milliseconds: they are claimed ahead, so that slots never wait for a claim and jobs of one name run
 * as a batch. Errands and long jobs are claimed one by one and run at once. They wait for servers of others, an import
 * for up to six hours, so most of their slots stay for accounts that hold none. Video work has bounds of its own.
 */
export const paceBounds: Record<Pace, PaceBounds> = {
  quick: { claimedMax: 400, reserved: 100, perAccountMax: 100, perClaimMax: 100, refillAt: 25, slotsMax: 4 },
  errand: { claimedMax: 64, reserved: 48, perAccountMax: 12, perClaimMax: 1, refillAt: 12 },
  long: { claimedMax: 24, reserved: 20, perAccountMax: 3, perClaimMax: 1, refillAt: 3 },
}

/** Jobs that a worker may claim now, given those that it holds. `most` is 0 when it is full. */
export function claimable(bounds: PaceBounds, shares: AccountShares): Pick<Claim, 'most' | 'each' | 'without'> {
  const free = bounds.claimedMax - shares.total
  const isShared = free > bounds.reserved
  const most = Math.max(0, isShared ? free - bounds.reserved : free)
  const without = shares.full(isShared ? bounds.perAccountMax : 0)
  return { most, each: Math.min(bounds.perClaimMax, Math.ceil(most / 2)), without }
}
