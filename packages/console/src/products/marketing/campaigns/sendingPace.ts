/** Numbers of a campaign at a moment. `left`: mails that still wait or are on their way. */
export type Reading = { atMs: number; left: number }

const readingsMax = 30

/** Readings with a new one: the newest 30. One with the same number at the end moves the end. */
export function withReading(readings: readonly Reading[], next: Reading): Reading[] {
  return [...readings, next].slice(-readingsMax)
}

/** Mails a second over the readings, and the seconds that are left at this pace; undefined where nothing moves. */
export function paceOf(readings: readonly Reading[]): { perSecond: number; secondsLeft: number } | undefined {
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const seconds = (last.atMs - first.atMs) / 1_000
  const done = first.left - last.left
  if (seconds <= 0 || done <= 0) return undefined
  const perSecond = done / seconds
  return { perSecond, secondsLeft: last.left / perSecond }
}
