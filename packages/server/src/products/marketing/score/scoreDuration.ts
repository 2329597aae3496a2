const unitsMs = [
  { unit: 'D', ms: 86_400_000 },
  { unit: 'H', ms: 3_600_000 },
  { unit: 'M', ms: 60_000 },
  { unit: 'S', ms: 1_000 },
] as const

/** Longest duration of a model: ten years. */
export const durationMsMax = 3_650 * 86_400_000

/** A length as the shortest duration, such as P30D. */
export function durationText(ms: number): string {
  const parts: Record<string, string> = {}
  let rest = ms
  for (const { unit, ms: unitMs } of unitsMs) {
    const count = Math.floor(rest / unitMs)
    rest -= count * unitMs
    parts[unit] = count === 0 ? '' : `${count}${unit}`
  }
  const time = `${parts['H']}${parts['M']}${parts['S']}`
  const text = `P${parts['D']}${time === '' ? '' : `T${time}`}`
  return text === 'P' ? 'PT0S' : text
}
