import type { Metrics } from '#platform/observe/metrics.ts'
import type { HeldSessions } from './heldSessions.ts'

/** Shows the live sessions of this process, and what they hold in memory. */
export function watchLive(metrics: Metrics, held: HeldSessions): void {
  metrics.gauge('live_sessions', 'Live sessions that run in this process.', () => held.figures().sessions)
  metrics.gauge('live_media_bytes', 'Bytes of media that sessions hold in memory.', () => held.figures().mediaBytes)
}
