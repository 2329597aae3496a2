/** Token bucket. */
export type Meter = {
  /** Takes tokens at a monotonic time in ms. False when the bucket is overdrawn. */
  allows(amount: number, nowMs: number): boolean
}

/** Opens a token bucket, which allows `perSecond` averaged over `seconds`; it is full at first. */
export function openMeter({ perSecond, seconds }: { perSecond: number; seconds: number }): Meter {
  const full = perSecond * seconds
  let tokens = full
  let atMs: number | undefined
  return {
    allows(amount, nowMs) {
      tokens = Math.min(full, tokens + ((nowMs - (atMs ?? nowMs)) / 1_000) * perSecond) - amount
      atMs = nowMs
      return tokens >= 0
    },
  }
}
