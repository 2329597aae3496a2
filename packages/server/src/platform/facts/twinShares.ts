import { LRUCache } from 'lru-cache'
import type { Unpublished } from './fanOut.ts'

/** Accounts that are remembered; beyond that an account and its test account have a turn each. */
const accountsMax = 10_000

/** Rows of a pass as the shares of accounts allow: an account and its test account halve the turn of one. */
export type TwinShares = {
  /** Drops rows beyond a half turn of accounts whose twin has had rows since the round before. */
  within(rows: readonly Unpublished[]): Unpublished[]
  /** A round begins: the next pass serves the first account. */
  beginRotation(): void
}

/** Makes the turns of a relay whose accounts have so many rows in a turn. */
export function openTwinShares(perAccountMax: number): TwinShares {
  const seen = new LRUCache<number, number>({ max: accountsMax })
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
