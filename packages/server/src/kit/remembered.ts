/** What was found out lately, by key: a bounded memory that forgets by itself. Times in milliseconds. */
export type Remembered<T> = {
  get(key: string, nowMs: number): T | undefined
  set(key: string, value: T, nowMs: number): void
}

/** Remembers a value for `forMs` after it was set; of more than `countMax`, what was set first goes. */
export function makeRemembered<T>({ forMs, countMax }: { forMs: number; countMax: number }): Remembered<T> {
  const kept = new Map<string, { value: T; atMs: number }>()
  return {
    get(key, nowMs) {
      const found = kept.get(key)
      // A clock that was set back makes what was kept look new: it is not taken for that.
      const isFresh = found !== undefined && nowMs >= found.atMs && nowMs - found.atMs < forMs
      return isFresh ? found.value : undefined
    },
    set(key, value, nowMs) {
      kept.delete(key)
      kept.set(key, { value, atMs: nowMs })
      const [oldest] = kept.size > countMax ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}
