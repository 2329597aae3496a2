import { matching, type Docs } from './fields.ts'

/** ISO 8601 durations of fixed units: weeks, days, hours, minutes, seconds. */
const form = /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/

const unitsMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000] as const
/** Longest span, in milliseconds: ten years. */
const spanMaxMs = 3_660 * 86_400_000

/** Length of a span in milliseconds. Undefined for another text, for nothing, and for more than ten years. */
export function spanMs(text: string): number | undefined {
  const found = form.exec(text)
  if (found === null) return undefined
  const ms = unitsMs.reduce((sum, unit, index) => sum + unit * Number(found[index + 1] ?? 0), 0)
  return ms > 0 && ms <= spanMaxMs ? ms : undefined
}

/** Length of a span in milliseconds; 0 for a text that is none. */
export function spanLength(text: string): number {
  return spanMs(text) ?? 0
}

const pattern = '^P([0-9]{1,4}W)?([0-9]{1,5}D)?(T([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$'

/** Schema of a duration of ISO 8601 whose length does not depend on a calendar. */
export function spanOfTime(docs: Docs) {
  return matching(pattern, 40, {
    message: 'must be a duration in weeks, days, hours, minutes or seconds, such as P30D or PT12H',
    examples: ['P30D'],
    ...docs,
  })
}

const words: readonly [letter: string, one: string, many: string, isTime: boolean][] = [
  ['W', 'week', 'weeks', false],
  ['D', 'day', 'days', false],
  ['H', 'hour', 'hours', true],
  ['M', 'minute', 'minutes', true],
  ['S', 'second', 'seconds', true],
]

/** A span as people read it: `30 days`; one of several units stays in its ISO form. */
export function spanText(span: string): string {
  const found = /^P(T?)(\d+)([WDHMS])$/.exec(span)
  const word = words.find(([letter, , , isTime]) => letter === found?.[3] && isTime === (found[1] === 'T'))
  if (found === null || word === undefined) return span
  return `${found[2]} ${found[2] === '1' ? word[1] : word[2]}`
}

/** A span from a number and the word of a unit. Undefined for another word. */
export function spanOf(count: number, unit: string): string | undefined {
  const word = words.find(([, one, many]) => unit === one || unit === many)
  if (word === undefined || !Number.isInteger(count)) return undefined
  return `P${word[3] ? 'T' : ''}${count}${word[0]}`
}
