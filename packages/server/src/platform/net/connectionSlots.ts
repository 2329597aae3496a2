import { problem, reasons } from '#kit/call/problem.ts'
import { type CountBounds, openNetworkCounts } from './networkCounts.ts'

/** How many may be open at once, and after how many seconds a refused caller may try again. */
export type SlotBounds = CountBounds & { retryAfterSeconds: number }

/** Slots of this process for requests that take a while, shared by network prefix. */
export type ConnectionSlots = {
  /**
   * Admits a request. Returns the function that ends it, once however often it is called. Throws unavailable when the
   * process is full, rate_limited when the caller's network has its share.
   */
  enter(address: string): () => void
  count(): number
}

/** Opens the slots; all are free. */
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
