import type { Log } from '#kit/call/context.ts'
import type { Tally, TallyRow } from '#kit/nouns/tally.ts'
import type { Pools } from '#platform/db/pools.ts'
import { openWriteLane, type WriteLane, type WriteLaneStats } from './writeLane.ts'

/** The tallies of one process, each with its write lane. */
export type Tallies = {
  /** Resolves when the row is committed. Throws unavailable for a full queue, or the refusal of the row. */
  count(tally: Tally, accountId: number, row: TallyRow): Promise<void>
  /** Counts since the start, by the id of the tally. */
  stats(): Record<string, WriteLaneStats>
  /** Refuses further rows and waits until the accepted ones are committed. */
  stop(): Promise<void>
}

/** Opens the write lanes of tallies: rows that arrive during the commit of a batch form the next one. */
export function openTallies(pools: Pools, tallies: readonly Tally[], log?: Log): Tallies {
  const lanes = new Map<string, WriteLane>()
  for (const tally of tallies) {
    if (lanes.has(tally.id)) throw new Error(`two tallies have the id ${tally.id}`)
    lanes.set(tally.id, openWriteLane(pools, tally, log))
  }
  return {
    count({ id }, accountId, row) {
      const lane = lanes.get(id)
      return lane?.add(accountId, row) ?? Promise.reject(new Error(`tally ${id} is in no product's list`))
    },
    stats: () => Object.fromEntries([...lanes].map(([id, lane]) => [id, lane.stats()])),
    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
    },
  }
}
