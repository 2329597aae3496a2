import { networkPrefixes } from './networkPrefix.ts'

/** Bounds of open requests or connections: in one host prefix, and in the whole process. */
export type CountBounds = { prefixMax: number; countMax: number }

/** Counts open connections or requests by network prefix. */
export type NetworkCounts = {
  /**
   * Adds one to the counts. Returns the function that subtracts it, whose further calls do nothing; undefined when
   * full.
   */
  enter(address: string): (() => void) | undefined
  /** Number of prefixes in the counts. */
  size(): number
}

/** A site (an IPv6 /48) holds 65,536 host prefixes: it gets the share of this many, and never the whole process. */
export const siteShares = 16

/** Opens counts that admit `prefixMax` per host prefix, and for IPv6 a bounded number of those per site. */
export function openNetworkCounts({ prefixMax, countMax }: CountBounds): NetworkCounts {
  const counts = new Map<string, number>()
  const siteMax = Math.max(prefixMax, Math.min(siteShares * prefixMax, Math.floor(countMax / 2)))
  const add = (prefix: string, change: number) => {
    const count = (counts.get(prefix) ?? 0) + change
    if (count > 0) counts.set(prefix, count)
    else counts.delete(prefix)
  }
  return {
    size: () => counts.size,
    enter(address) {
      const { host, site } = networkPrefixes(address)
      if ((counts.get(host) ?? 0) >= prefixMax) return undefined
      if (site !== undefined && (counts.get(site) ?? 0) >= siteMax) return undefined
      const counted = site === undefined ? [host] : [host, site]
      for (const prefix of counted) add(prefix, 1)
      let isCounted = true
      return () => {
        if (isCounted) for (const prefix of counted) add(prefix, -1)
        isCounted = false
      }
    },
  }
}
