import type { Segment } from './mediaTypes.ts'

/** The shortest target: with less, players ask for playlists more often than is of use. Seconds. */
const targetSecondsMin = 2

/**
 * The target duration of a session's playlists, in seconds: fixed by its first segment, and no later one rounds to more
 * (RFC 8216bis, 4.4.3.1).
 */
export function targetSecondsOf(first: Pick<Segment, 'durationSeconds'>): number {
  return Math.max(targetSecondsMin, Math.round(first.durationSeconds))
}
