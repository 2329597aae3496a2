/** How long the loop is. Everything that moves comes back to where it was after a whole number of turns in it. */
export const loopSeconds = 20

/** A whole turn, in radians. */
export const turn = 2 * Math.PI

/** A wave that comes back after the loop: `times` whole turns in it, `share` of a turn ahead. From -1 to 1. */
export function wave(seconds: number, times: number, share = 0): number {
  return Math.sin(turn * ((seconds / loopSeconds) * times + share))
}

/** The same number between 0 and 1 for the same count, without a pattern that one sees. */
export function chance(count: number): number {
  const value = Math.sin(count * 127.1 + 11.7) * 43_758.5453
  return value - Math.floor(value)
}
