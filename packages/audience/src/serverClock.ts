import type { WatchPage } from './playback.ts'

/** Offset of the server's clock to this computer's, by the time at which the server rendered the page. */
export function clockOffsetMs({ servedAtMs }: Pick<WatchPage, 'servedAtMs'>): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const arrivedAt = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
  return servedAtMs - (performance.timeOrigin + arrivedAt)
}
