/** Start and end of a clip in seconds. */
export type ClipRange = [start: number, end: number]

/** Shortest clip that the server takes, in seconds. */
export const clipSecondsMin = 3
/** Longest clip that the server takes, in seconds. */
export const clipSecondsMax = 300

/** The nearest range within a video of this length, of at least 3 and at most 300 seconds. */
export function clampRange([start, end]: ClipRange, durationSeconds: number): ClipRange {
  const last = Math.max(0, durationSeconds)
  const to = Math.min(last, Math.max(end, clipSecondsMin))
  const from = Math.max(0, Math.min(start, to - clipSecondsMin))
  return [round(from), round(Math.min(to, from + clipSecondsMax))]
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
