import { problem, reasons } from '#kit/call/problem.ts'
import { type CountBounds, openNetworkCounts } from './networkCounts.ts'

/** Bounds of open requests, and seconds after which a refused caller may retry. */
export type SlotBounds = CountBounds & { retryAfterSeconds: number }

/** Slots of this process for long requests, bounded per network prefix. */
export type ConnectionSlots = {
  /**
   * Admits a request. Returns the function that releases its slot; further calls do nothing. Throws unavailable when
   * the process is full, rate_limited when the caller's network has its share.
   */
  enter(address: string): () => void
  count(): number
}

/** Opens the slots, all of them free. */
export function openConnectionSlots({ countMax, prefixMax, retryAfterSeconds }: SlotBounds): ConnectionSlots {
  const networks = openNetworkCounts({ prefixMax, countMax })
  let count = 0
  return {
    count: () => count,
    enter(address) {
      if (count >= countMax) throw problem(reasons.unavailable, { retryAfterSeconds })
      const leaveNetwork = networks.enter(address)
      if (leaveNetwork === undefined) throw problem(reasons.rateLimited, { retryAfterSeconds })
      count += 1
      let isIn = true
      return () => {
        if (isIn) count -= 1
        isIn = false
        leaveNetwork()
      }
    },
  }
}
