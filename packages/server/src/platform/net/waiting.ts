import { placeOf } from './place.ts'

/** Counts what is not done yet, such as connections and requests, by where it comes from. */
export type Waiting = {
  /** Counts one in. Returns what counts it out, once however often it is called; undefined when there are too many. */
  enter(address: string): (() => void) | undefined
  /** Places that have some. */
  size(): number
}

/** Opens a count that lets in up to `max` of one place: an IPv4 address, or the 64 bit network of an IPv6 one. */
export function openWaiting(max: number): Waiting {
  const counts = new Map<string, number>()
  const add = (place: string, change: number) => {
    const count = (counts.get(place) ?? 0) + change
    if (count > 0) counts.set(place, count)
    else counts.delete(place)
  }
  return {
    size: () => counts.size,
    enter(address) {
      const place = placeOf(address)
      if ((counts.get(place) ?? 0) >= max) return undefined
      add(place, 1)
      let isCounted = true
      return () => {
        if (isCounted) add(place, -1)
        isCounted = false
      }
    },
  }
}
