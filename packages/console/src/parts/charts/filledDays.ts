import type { TimeRange } from './timeRange.ts'

const dayMs = 86_400_000
const fewest = 14

/** A range of whole days (UTC) up to today, a fortnight at least, with a point for each of its days. */
export function filledDays(days: readonly { day: string; value: number }[], nowMs: number) {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  const known = new Map(days.map(({ day, value }) => [Date.parse(day), value]))
  // The clock of the server may be in another day than that of the browser.
  const lastMs = Math.max(todayMs, ...known.keys())
  const fromMs = Math.min(lastMs - (fewest - 1) * dayMs, ...known.keys())
  const range: TimeRange = { fromMs, toMs: lastMs + dayMs, interval: 'day' }
  const points = Array.from({ length: (range.toMs - fromMs) / dayMs }, (_, index) => {
    const atMs = fromMs + index * dayMs
    return { atMs, value: known.get(atMs) ?? 0, former: null }
  })
  return { range, points }
}
