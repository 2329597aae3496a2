import { LRUCache } from 'lru-cache'
import { atMost } from './cacheBound.ts'

/** Values by key that expire: a bounded cache whose clock is the caller's. Times in milliseconds. */
export type Expiring<T> = {
  get(key: string, nowMs: number): T | undefined
  set(key: string, value: T, nowMs: number): void
}

/** Opens a cache that keeps a value for `forMs` after it was set, and at most `countMax` values: the latest used. */
export function openExpiring<T>({ forMs, countMax }: { forMs: number; countMax: number }): Expiring<T> {
  const kept = new LRUCache<string, { value: T; atMs: number }>(atMost(countMax))
  return {
    get(key, nowMs) {
      const found = kept.get(key)
      // A clock that was set back makes an old value look new: such a value is not fresh.
      const isFresh = found !== undefined && nowMs >= found.atMs && nowMs - found.atMs < forMs
      return isFresh ? found.value : undefined
    },
    set: (key, value, nowMs) => void kept.set(key, { value, atMs: nowMs }),
  }
}
