import { problem, reasons } from '#kit/problem.ts'
import { openWaiting } from './waiting.ts'

/** How many there may be at once, in all and of one place, and after how long somebody turned away may try again. */
export type RoomBounds = { countMax: number; perPlaceMax: number; retryAfterSeconds: number }

/** Room of this process for requests that take a while, of which no place gets all. */
export type Room = {
  /**
   * Lets somebody in. Returns what lets them out, once however often it is called. Throws unavailable when the process
   * is full, rate_limited when the place that they come from has its share.
   */
  enter(address: string): () => void
  count(): number
}

/** Opens an empty room. */
export function openRoom({ countMax, perPlaceMax, retryAfterSeconds }: RoomBounds): Room {
  const places = openWaiting(perPlaceMax)
  let count = 0
  return {
    count: () => count,
    enter(address) {
      if (count >= countMax) throw problem(reasons.unavailable, { retryAfterSeconds })
      const leavePlace = places.enter(address)
      if (leavePlace === undefined) throw problem(reasons.rateLimited, { retryAfterSeconds })
      count += 1
      let isIn = true
      return () => {
        if (isIn) count -= 1
        isIn = false
        leavePlace()
      }
    },
  }
}
