import { field, invalid, problem, reason } from '#kit/call/problem.ts'

/** Spans of time that numbers are given for, in milliseconds. Days are those of UTC. */
export const intervals = { minute: 60_000, '5minutes': 300_000, hour: 3_600_000, day: 86_400_000 } as const

export type Interval = keyof typeof intervals

/** A range of whole intervals, of five minutes at least, in milliseconds since 1970; `toMs` is the first after it. */
export type Period = { fromMs: number; toMs: number; interval: Interval }

/** How long numbers are kept minute by minute, and how long hour by hour. */
export const keptMs = { minutes: 90 * intervals.day, hours: 400 * intervals.day } as const

/** Intervals of a range that may be asked for: minutes reach over 48 hours. */
const bucketsAskedMax = 2_880

/** Intervals of a range at most, after it was widened. */
export const bucketsMax = bucketsAskedMax + 8

/** The first and the last moment that a range may begin and end at: answers have years of four digits. */
const [firstMs, lastMs] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31)]

/** A range that is longer than is kept, or has more intervals than one answer gives. */
export const rangeTooLarge = reason(
  'invalid_request',
  'range_too_large',
  'The range is too large for the interval: minutes reach over 48 hours, 5minutes over 10 days, hours over 120 days, ' +
    'days over 400. Minutes and 5minutes reach back 90 days.',
)

/** What is asked for: moments in RFC 3339. */
export type PeriodAsked = { from?: string | undefined; to?: string | undefined; interval?: Interval | undefined }

/** The longest range for which an interval is chosen by itself, finest first. */
const chosenUpTo: [interval: Interval, lengthMs: number][] = [
  ['minute', 3 * intervals.hour],
  ['5minutes', 26 * intervals.hour],
  ['hour', 14 * intervals.day],
]

/**
 * The range that is asked for, widened to whole intervals. What is left out comes from `fallback`. Throws invalid for a
 * range that ends before it begins or reaches out of the calendar, and range_too_large.
 */
export function periodOf(asked: PeriodAsked, fallback: { fromMs: number; toMs: number }, nowMs: number): Period {
  const toMs = asked.to === undefined ? fallback.toMs : Date.parse(asked.to)
  const span = Math.max(intervals.minute, fallback.toMs - fallback.fromMs)
  const fromMs = asked.from === undefined ? Math.min(fallback.fromMs, toMs - span) : Date.parse(asked.from)
  if (fromMs >= toMs) throw invalid(field(asked.from === undefined ? 'to' : 'from', 'order', 'must lie before `to`'))
  const isOld = fromMs < nowMs - keptMs.minutes
  const interval = asked.interval ?? chosen(toMs - fromMs, isOld)
  const period = { ...widened(fromMs, toMs, interval), interval }
  if (period.fromMs < firstMs) throw invalid(field('from', 'range', 'must not reach before the year 1000'))
  if (period.toMs > lastMs) throw invalid(field('to', 'range', 'must be before the last day of 9999'))
  const isFine = interval === 'minute' || interval === '5minutes'
  if ((isFine && isOld) || toMs - fromMs > Math.min(bucketsAskedMax * intervals[interval], keptMs.hours)) {
    throw problem(rangeTooLarge, { fields: [field('from', 'range', `is too far back for the interval ${interval}`)] })
  }
  return period
}

/** Where the intervals of a range begin, in milliseconds since 1970. */
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
