import type { Rate } from '#kit/call/rateClasses.ts'
import { type Bucket, openFillOrder } from './fillOrder.ts'

/** Verdict of a bucket on a request, in the form of the IETF's RateLimit header fields (draft 10). */
export type Verdict = {
  isAllowed: boolean
  policy: string
  state: string
  retryAfterSeconds: number
  /** Whole tokens left. */
  remaining: number
}

/**
 * Token buckets in this process, one per key and class. A full bucket carries no information and is evicted first. When
 * every bucket lacks tokens, the one that is full soonest is evicted: an empty one outlives a nearly full one.
 */
export type Buckets = {
  take(rate: Rate, key: string): Verdict
  /** Returns tokens that were taken and not used. */
  giveBack(rate: Rate, key: string): void
  size(): number
}

const bucketsMaxDefault = 100_000
/** Full buckets that each new one evicts: more than arrive, so that the number stays bounded. */
const evictedPerNew = 2
/** Rounding of moments that are fractions of a millisecond. */
const epsilonMs = 1e-6

/** Opens the buckets. `nowMs` is a monotonic clock in milliseconds. */
export function openBuckets(nowMs: () => number, bucketsMax = bucketsMaxDefault): Buckets {
  const buckets = new Map<string, Bucket>()
  const order = openFillOrder()
  const policies = new WeakMap<Rate, string>()
  const evict = (bucket: Bucket) => {
    order.remove(bucket)
    buckets.delete(bucket.id)
  }
  const evictFull = (at: number) => {
    for (let count = 0; count < evictedPerNew; count++) {
      const first = order.first()
      if (first !== undefined && (first.fullAtMs <= at || buckets.size >= bucketsMax)) evict(first)
    }
  }
  const open = (id: string, at: number): Bucket => {
    evictFull(at)
    const bucket: Bucket = { id, fullAtMs: at, index: 0 }
    buckets.set(id, bucket)
    order.add(bucket)
    return bucket
  }
  const policyOf = (rate: Rate): string => {
    let policy = policies.get(rate)
    if (policy === undefined) {
      policy = `"${rate.name}";q=${rate.burst};w=${Math.max(1, Math.ceil(rate.burst / rate.perSecond))}`
      policies.set(rate, policy)
    }
    return policy
  }
  return {
    size: () => buckets.size,
    giveBack(rate, key) {
      const bucket = buckets.get(`${rate.name}:${key}`)
      if (bucket !== undefined) order.move(bucket, bucket.fullAtMs - 1000 / rate.perSecond)
    },
    take(rate, key) {
      const at = nowMs()
      const id = `${rate.name}:${key}`
      const msPerToken = 1000 / rate.perSecond
      const bucket = buckets.get(id) ?? open(id, at)
      const missingMs = Math.max(0, bucket.fullAtMs - at)
      const waitMs = missingMs + msPerToken - rate.burst * msPerToken
      const isAllowed = waitMs <= epsilonMs
      const leftMs = isAllowed ? missingMs + msPerToken : missingMs
      if (isAllowed) order.move(bucket, at + leftMs)
      const remaining = Math.max(0, Math.floor(rate.burst - leftMs / msPerToken + epsilonMs))
      return {
        isAllowed,
        policy: policyOf(rate),
        remaining,
        state: `"${rate.name}";r=${remaining};t=${Math.ceil(leftMs / 1000 - epsilonMs)}`,
        retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil(waitMs / 1000 - epsilonMs)),
      }
    },
  }
}
