import type { ReadLane } from '#platform/db/readLane.ts'
import type { Machinery } from '#platform/facts/machinery.ts'
import type { Tallies } from '#platform/tally/tallies.ts'
import type { WriteLaneStats } from '#platform/tally/writeLane.ts'
import type { Metrics } from './metrics.ts'

/** Metrics of the read lane, of the write lanes of tallies, and of the relay, jobs and deliveries of this process. */
export function watchLanes(metrics: Metrics, lanes: { reads: ReadLane; tallies: Tallies; machinery: Machinery }): void {
  const { reads, tallies, machinery } = lanes
  metrics.counter('read_lane_reads_total', 'Point reads that were sent.', () => reads.figures().reads)
  metrics.counter('read_lane_batches_total', 'Statements that carried them.', () => reads.figures().batches)
  metrics.gauge('read_lane_waiting', 'Point reads that wait to be sent.', () => reads.figures().waiting)
  const each = (pick: (stats: WriteLaneStats) => number) => () => ({
    label: 'tally',
    values: Object.fromEntries(Object.entries(tallies.stats()).map(([name, stats]) => [name, pick(stats)])),
  })
  metrics.gauge(
    'write_lane_waiting',
    'Rows of tallies that wait for their commit.',
    each((stats) => stats.waiting),
  )
  metrics.counter(
    'write_lane_rows_total',
    'Rows of tallies committed, repeats included.',
    each((stats) => stats.added),
  )
  metrics.counter(
    'write_lane_batches_total',
    'Statements that carried them.',
    each((stats) => stats.batches),
  )
  metrics.counter(
    'write_lane_refused_total',
    'Rows of tallies refused because too many waited.',
    each((stats) => stats.refused),
  )
  metrics.counter(
    'write_lane_failed_total',
    'Rows of tallies that the database refused.',
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
