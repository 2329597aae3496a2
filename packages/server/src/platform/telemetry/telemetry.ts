import type { Log } from '#kit/call/context.ts'
import type { TelemetryLane } from '#kit/nouns/telemetryLane.ts'
import type { Pools } from '#platform/db/pools.ts'
import { openLane, type Lane, type LaneStats } from './groupedWrites.ts'

/** The write lanes of one process. */
export type Telemetry = {
  /** Answers when the row is committed. Throws unavailable when too many wait, or the row's refusal. */
  add(lane: string, row: Record<string, unknown>): Promise<void>
  /** Counts since the start, by lane. */
  stats(): Record<string, LaneStats>
  /** Takes no more rows and waits until those that came are committed. */
  stop(): Promise<void>
}

/** Opens the lanes: rows that arrive while one batch is on its way travel together in the next. */
export function openTelemetry(pools: Pools, lanes: readonly TelemetryLane[], log?: Log): Telemetry {
  const open = new Map<string, Lane>()
  for (const lane of lanes) {
    if (open.has(lane.name)) throw new Error(`two telemetry lanes are named ${lane.name}`)
    open.set(lane.name, openLane(pools, lane, log))
  }
  return {
    async add(name, row) {
      const lane = open.get(name)
      if (lane === undefined) throw new Error(`no telemetry lane is named ${name}`)
      return lane.add(row)
    },
    stats: () => Object.fromEntries([...open].map(([name, lane]) => [name, lane.stats()])),
    async stop() {
      await Promise.all([...open.values()].map((lane) => lane.stop()))
    },
  }
}
