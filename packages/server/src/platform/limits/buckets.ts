/** A token bucket's size: `perSecond` flows in, up to `burst` may be waiting. */
export type Rate = { name: string; perSecond: number; burst: number }

/** What a bucket says of a request, in the words of the IETF's RateLimit header fields (draft 10). */
export type Verdict = { isAllowed: boolean; policy: string; state: string; retryAfterSeconds: number }

type Bucket = { tokens: number; atMs: number }

/** Token buckets in this process, one per key and class. Full ones are forgotten. */
export type Buckets = {
  take(rate: Rate, key: string): Verdict
  /** Puts back what was taken and not used. */
  giveBack(rate: Rate, key: string): void
  size(): number
}

const bucketsMax = 100_000

/** Opens the buckets. `nowMs` is a monotonic clock in milliseconds. */
export function openBuckets(nowMs: () => number): Buckets {
  const buckets = new Map<string, Bucket>()
  const policies = new Map<Rate, string>()
  return {
    size: () => buckets.size,
    giveBack(rate, key) {
      const bucket = buckets.get(`${rate.name}:${key}`)
      if (bucket !== undefined) bucket.tokens = Math.min(rate.burst, bucket.tokens + 1)
    },
    take(rate, key) {
      const at = nowMs()
      const id = `${rate.name}:${key}`
      const bucket = buckets.get(id) ?? room(buckets, id, { tokens: rate.burst, atMs: at })
      bucket.tokens = Math.min(rate.burst, bucket.tokens + ((at - bucket.atMs) / 1000) * rate.perSecond)
      bucket.atMs = at
      const isAllowed = bucket.tokens >= 1
      if (isAllowed) bucket.tokens -= 1
      let policy = policies.get(rate)
      if (policy === undefined) {
        policy = `"${rate.name}";q=${rate.burst};w=${Math.max(1, Math.ceil(rate.burst / rate.perSecond))}`
        policies.set(rate, policy)
      }
      const resetSeconds = Math.ceil((rate.burst - bucket.tokens) / rate.perSecond)
      return {
        isAllowed,
        policy,
        state: `"${rate.name}";r=${Math.floor(bucket.tokens)};t=${resetSeconds}`,
        retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / rate.perSecond)),
      }
    },
  }
}

/** Makes room for a bucket: beyond the bound the oldest tenth goes, which at worst grants a fresh burst. */
function room(buckets: Map<string, Bucket>, id: string, bucket: Bucket): Bucket {
  if (buckets.size >= bucketsMax) {
    let rest = bucketsMax / 10
    for (const key of buckets.keys()) {
      buckets.delete(key)
      rest -= 1
      if (rest === 0) break
    }
  }
  buckets.set(id, bucket)
  return bucket
}
