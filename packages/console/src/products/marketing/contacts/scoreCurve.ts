/** Scores of a contact, with what their course depends on. */
export type CurveStart = {
  fit: number
  engagement: number
  atMs: number
  halfLifeMs: number | null
  floor: number
  bounds: { min: number; max: number }
  /** Points that expire: their value now, and when they are gone. */
  expiries: readonly { score: 'fit' | 'engagement'; decayed: number; expiresAtMs: number }[]
}

const dayMs = 86_400_000

/** The total of each day from now on, if nothing happens. */
export function scoreCurve(start: CurveStart, days: number): { atMs: number; value: number }[] {
  return Array.from({ length: days + 1 }, (_, day) => {
    const atMs = start.atMs + day * dayMs
    return { atMs, value: totalAt(start, atMs) }
  })
}

function totalAt(
  { fit, engagement, atMs: fromMs, halfLifeMs, floor, bounds, expiries }: CurveStart,
  atMs: number,
): number {
  const gone = (score: 'fit' | 'engagement') =>
    expiries
      .filter((each) => each.score === score && each.expiresAtMs <= atMs)
      .reduce((sum, each) => sum + each.decayed, 0)
  const left = halfLifeMs === null ? 1 : 2 ** ((fromMs - atMs) / halfLifeMs)
  const kept = engagement - gone('engagement')
  const decayed = Math.max(kept * left, Math.min(floor, kept))
  return within(bounds, within(bounds, fit - gone('fit')) + within(bounds, decayed))
}

function within({ min, max }: CurveStart['bounds'], value: number): number {
  return Math.min(max, Math.max(min, value))
}

const form = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const unitsMs = [7 * dayMs, dayMs, 3_600_000, 60_000, 1_000]

/** Length of a duration such as P30D. */
export function spanMs(text: string): number {
  const found = form.exec(text)
  return unitsMs.reduce((sum, unit, index) => sum + unit * Number(found?.[index + 1] ?? 0), 0)
}
