import { LRUCache } from 'lru-cache'
import { atMost } from '#platform/cache/cacheBound.ts'
import type { Unpublished } from './fanOut.ts'

/** Accounts in the cache; beyond that, an account and its test account have a full quota each. */
const accountsMax = 10_000

/** Bounds the rows of accounts in a pass: an account and its test account share the quota of one. */
export type TwinShares = {
  /** Drops rows beyond half a quota of accounts whose twin has had rows since the previous rotation. */
  within(rows: readonly Unpublished[]): Unpublished[]
  /** Starts a rotation: the next pass begins with the first account. */
  beginRotation(): void
}

/** Makes the shares of a relay with this quota of rows per account. */
export function openTwinShares(perAccountMax: number): TwinShares {
  const seen = new LRUCache<number, number>(atMost(accountsMax))
  let rotation = 0
  return {
    beginRotation: () => void (rotation += 1),
    within(rows) {
      for (const { account_id: id } of rows) seen.set(id, rotation)
      const counts = new Map<number, number>()
      return rows.filter(({ account_id: id, twin_id: twinId }) => {
        const count = (counts.get(id) ?? 0) + 1
        counts.set(id, count)
        const isShared = twinId !== null && (seen.get(twinId) ?? -1) >= rotation - 1
        return count <= (isShared ? perAccountMax / 2 : perAccountMax)
      })
    },
  }
}
