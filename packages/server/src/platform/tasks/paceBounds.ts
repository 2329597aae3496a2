import type { Pace } from '#kit/nouns/task.ts'
import type { AccountShares } from '#platform/db/accountShares.ts'
import type { Claim } from './queue.ts'

/** Bounds of claimed jobs: of a worker, of one account, and of one claim for one account. */
export type PaceBounds = {
  claimedMax: number
  /** Claims reserved for accounts without any. */
  reserved: number
  perAccountMax: number
  perClaimMax: number
  /** Number of claimed jobs of an account at which the worker claims more. */
  refillAt: number
  /** Concurrent units, where jobs are claimed ahead. */
  slotsMax?: number
}

/**
 * Quick jobs take milliseconds: they are claimed ahead, so that slots never wait for a claim and jobs of one name run
 * as a batch. Errands and long jobs are claimed one by one and run at once. They wait for other servers, an import for
 * up to six hours, so most of their slots are reserved for accounts without any. Video work has its own bounds.
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
