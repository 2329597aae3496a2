import type { Rate } from '#kit/call/rateClasses.ts'
import type { Buckets } from '#platform/limits/buckets.ts'
import { takeByNetwork } from '#platform/limits/networkBuckets.ts'
import { openNetworkCounts } from '#platform/net/networkCounts.ts'

/** The delay before a refusal is sent to a host address; undefined when it may be sent at once. */
export type RefusalPause = (address: string) => Promise<void> | undefined

const pauseMs = 1_000
/** Limits of delayed refusals: one for each connection of a network prefix. Beyond them, refusals are sent at once. */
const pausedDefault = { prefixMax: 2_000, countMax: 20_000 }

/**
 * Opens the pauses. Refusals within `rate` of their network prefix are sent at once, further ones a second later. A
 * connection has one request at a time, so a caller that repeats without waiting cannot fill the event loop.
 */
export function openRefusalPause(buckets: Buckets, rate: Rate, bounds = pausedDefault): RefusalPause {
  const paused = openNetworkCounts(bounds)
  return (address) => {
    if (takeByNetwork(buckets, rate, { address }).isAllowed) return undefined
    const leave = paused.enter(address)
    if (leave === undefined) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        leave()
        resolve()
      }, pauseMs)
    })
  }
}
