/** Measures a flow against a mean. */
export type Meter = {
  /** Adds to the flow at a time in ms that never goes back. False when it is too much. */
  allows(amount: number, nowMs: number): boolean
}

/**
 * Opens a meter that allows `perSecond` averaged over `seconds`: a token bucket that holds so many seconds' worth and
 * is full at first.
 */
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
