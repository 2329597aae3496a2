/** Duration of the loop. Every motion completes a whole number of turns in it. */
export const loopSeconds = 20

/** One turn in radians. */
export const turn = 2 * Math.PI

/** Sine wave with `times` periods in the loop and a phase of `share` of a period. From -1 to 1. */
export function wave(seconds: number, times: number, share = 0): number {
  return Math.sin(turn * ((seconds / loopSeconds) * times + share))
}

/** Pseudo-random number between 0 and 1, the same for the same count. */
export function chance(count: number): number {
  const value = Math.sin(count * 127.1 + 11.7) * 43_758.5453
  return value - Math.floor(value)
}
