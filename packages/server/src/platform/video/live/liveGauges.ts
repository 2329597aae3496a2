import type { Metrics } from '#platform/observe/metrics.ts'
import type { LiveEngine } from './liveEngine.ts'

/** Shows the live sessions of this process, and what they hold in memory. */
export function watchLive(metrics: Metrics, engine: Pick<LiveEngine, 'figures'>): void {
  metrics.gauge('live_sessions', 'Live sessions that run in this process.', () => engine.figures().sessions)
  metrics.gauge('live_media_bytes', 'Bytes of media that sessions hold in memory.', () => engine.figures().mediaBytes)
}
