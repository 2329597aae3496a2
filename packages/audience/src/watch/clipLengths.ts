/** Chosen length of a new clip. */
export const lengthDefaultSeconds = 30

const lengthsSeconds = [15, 30, 60, 120, 300]
const secondsMin = 3

/**
 * Lengths in seconds that a viewer can choose, of the video before the position: a stream that has just begun has one
 * length, all of it so far. None before the shortest clip.
 */
export function clipLengths(availableSeconds: number): number[] {
  const lengths = lengthsSeconds.filter((seconds) => seconds <= availableSeconds)
  if (lengths.length > 0) return lengths
  const whole = Math.floor(availableSeconds)
  return whole >= secondsMin ? [whole] : []
}
