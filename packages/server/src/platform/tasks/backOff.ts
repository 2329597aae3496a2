/** Milliseconds before a failed job runs again: 1 s, doubled with each attempt to 10 min, a quarter more or less. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  return jittered(Math.min(1_000 * 2 ** (attempt - 1), 600_000), 0.25, random)
}

/** Spreads a time by up to a share more or less, so that what failed together does not come back together. */
export function jittered(ms: number, share: number, random: () => number = Math.random): number {
  return Math.round(ms * (1 - share + 2 * share * random()))
}
