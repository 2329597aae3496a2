import type { ReadLane } from '#platform/db/readLane.ts'
import type { Machinery } from '#platform/facts/machinery.ts'
import type { LaneStats } from '#platform/telemetry/groupedWrites.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import type { Metrics } from './metrics.ts'

/** Shows the lanes: how many reads travel together, what the write lanes take, what this process relays and runs. */
export function watchLanes(
  metrics: Metrics,
  lanes: { reads: ReadLane; telemetry: Telemetry; machinery: Machinery },
): void {
  const { reads, telemetry, machinery } = lanes
  metrics.counter('read_lane_reads_total', 'Point reads that were sent.', () => reads.figures().reads)
  metrics.counter('read_lane_batches_total', 'Statements that carried them.', () => reads.figures().batches)
  metrics.gauge('read_lane_waiting', 'Point reads that wait to be sent.', () => reads.figures().waiting)
  const each = (pick: (stats: LaneStats) => number) => () => ({
    label: 'lane',
    values: Object.fromEntries(Object.entries(telemetry.stats()).map(([name, stats]) => [name, pick(stats)])),
  })
  metrics.gauge(
    'telemetry_waiting',
    'Rows that wait for their commit.',
    each((stats) => stats.waiting),
  )
  metrics.counter(
    'telemetry_added_total',
    'Rows committed, repeats included.',
    each((stats) => stats.added),
  )
  metrics.counter(
    'telemetry_batches_total',
    'Statements that carried them.',
    each((stats) => stats.batches),
  )
  metrics.counter(
    'telemetry_refused_total',
    'Rows refused because too many waited.',
    each((stats) => stats.refused),
  )
  metrics.counter(
    'telemetry_failed_total',
    'Rows that the database did not take.',
    each((stats) => stats.failed),
  )
  metrics.gauge('relay_active', '1 where this process is the relay.', () => Number(machinery.figures().isRelay))
  metrics.counter('relay_published_total', 'Facts and tasks published here.', () => machinery.figures().published)
  metrics.counter('jobs_ended_total', 'Runs of jobs that ended here, by how.', () => {
    const { done, failed, dead } = machinery.figures().jobs
    return { label: 'status', values: { done, failed, dead } }
  })
  metrics.counter('deliveries_ended_total', 'Attempts that ended here, by what became of the delivery.', () => {
    const { delivered, failed, exhausted } = machinery.figures().deliveries
    return { label: 'status', values: { delivered, failed, exhausted } }
  })
}
