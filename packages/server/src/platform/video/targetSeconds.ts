import type { Segment } from './mediaTypes.ts'

/** Shortest target duration in seconds: a shorter one makes players reload playlists too often. */
const targetSecondsMin = 2

/**
 * Target duration of a session's playlists, in seconds. The first segment fixes it; no later segment rounds to more
 * (RFC 8216bis, 4.4.3.1).
 */
export function targetSecondsOf(first: Pick<Segment, 'durationSeconds'>): number {
  return Math.max(targetSecondsMin, Math.round(first.durationSeconds))
}
