import { spanMs } from '#kit/filter/span.ts'
import { matching } from '#kit/values/fields.ts'

const form = '^P([0-9]{1,4}W)?([0-9]{1,5}D)?(T([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$'

const unitsMs = [
  { unit: 'D', ms: 86_400_000 },
  { unit: 'H', ms: 3_600_000 },
  { unit: 'M', ms: 60_000 },
  { unit: 'S', ms: 1_000 },
] as const

/** Longest duration of a model: ten years. */
export const durationMsMax = 3_650 * 86_400_000

/** Schema of a duration of ISO 8601 whose length does not depend on a calendar. */
export function spanOfTime(docs: { description: string }) {
  return matching(form, 40, {
    ...docs,
    message: 'must be a duration in weeks, days, hours, minutes or seconds, such as P30D or PT12H',
    examples: ['P30D'],
  })
}

/** Length of a duration; 0 for one beyond all bounds. */
export function durationMs(text: string): number {
  return spanMs(text) ?? 0
}

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
