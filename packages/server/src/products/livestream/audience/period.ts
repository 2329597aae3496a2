import { field, invalid, problem, reason } from '#kit/call/problem.ts'

/** Intervals of analytics, in milliseconds. Days are those of UTC. */
export const intervals = { minute: 60_000, '5minutes': 300_000, hour: 3_600_000, day: 86_400_000 } as const

export type Interval = keyof typeof intervals

/** A range of whole intervals, of five minutes at least, in milliseconds since 1970; `toMs` is the first after it. */
export type Period = { fromMs: number; toMs: number; interval: Interval }

/** Retention of minutes and of hours, in milliseconds. */
export const keptMs = { minutes: 90 * intervals.day, hours: 400 * intervals.day } as const

/** Most intervals of a requested range: minutes reach over 48 hours. */
const bucketsInputMax = 2_880

/** Most intervals of a range after widening. */
export const bucketsMax = bucketsInputMax + 8

/** Bounds of a range: responses have years of four digits. */
const [firstMs, lastMs] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31)]

/** Refusal of a range beyond the retention, or with too many intervals. */
export const rangeTooLarge = reason(
  'invalid_request',
  'range_too_large',
  'The range is too large for the interval: minutes reach over 48 hours, 5minutes over 10 days, hours over 120 days, ' +
    'days over 400. Minutes and 5minutes reach back 90 days.',
)

/** A requested range, in RFC 3339. */
export type PeriodInput = { from?: string | undefined; to?: string | undefined; interval?: Interval | undefined }

/** Default interval by length of the range, finest first. */
const chosenUpTo: [interval: Interval, lengthMs: number][] = [
  ['minute', 3 * intervals.hour],
  ['5minutes', 26 * intervals.hour],
  ['hour', 14 * intervals.day],
]

/**
 * The requested range, widened to whole intervals; `fallback` supplies missing ends. Throws invalid for a range that
 * ends before it begins or leaves the calendar, and range_too_large.
 */
export function periodOf(input: PeriodInput, fallback: { fromMs: number; toMs: number }, nowMs: number): Period {
  const toMs = input.to === undefined ? fallback.toMs : Date.parse(input.to)
  const span = Math.max(intervals.minute, fallback.toMs - fallback.fromMs)
  const fromMs = input.from === undefined ? Math.min(fallback.fromMs, toMs - span) : Date.parse(input.from)
  if (fromMs >= toMs) throw invalid(field(input.from === undefined ? 'to' : 'from', 'order', 'must lie before `to`'))
  const isOld = fromMs < nowMs - keptMs.minutes
  const interval = input.interval ?? chosen(toMs - fromMs, isOld)
  const period = { ...widened(fromMs, toMs, interval), interval }
  if (period.fromMs < firstMs) throw invalid(field('from', 'range', 'must not reach before the year 1000'))
  if (period.toMs > lastMs) throw invalid(field('to', 'range', 'must be before the last day of 9999'))
  const isFine = interval === 'minute' || interval === '5minutes'
  if ((isFine && isOld) || toMs - fromMs > Math.min(bucketsInputMax * intervals[interval], keptMs.hours)) {
    throw problem(rangeTooLarge, { fields: [field('from', 'range', `is too far back for the interval ${interval}`)] })
  }
  return period
}

/** Starts of the intervals of a range, in milliseconds since 1970. */
export function bucketsOf({ fromMs, toMs, interval }: Period): number[] {
  const size = intervals[interval]
  return Array.from({ length: Math.round((toMs - fromMs) / size) }, (_, index) => fromMs + index * size)
}

function chosen(lengthMs: number, isOld: boolean): Interval {
  const [interval] = chosenUpTo.find(([, max]) => lengthMs <= max) ?? ['day' as const]
  return isOld && interval !== 'day' ? 'hour' : interval
}

function widened(fromMs: number, toMs: number, interval: Interval) {
  const size = Math.max(intervals[interval], intervals['5minutes'])
  return { fromMs: Math.floor(fromMs / size) * size, toMs: Math.ceil(toMs / size) * size }
}
