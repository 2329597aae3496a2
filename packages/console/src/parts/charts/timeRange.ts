import { momentOf, wallOf } from '#console/parts/form/wallTime.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Lengths of the intervals of a chart, in milliseconds. Days are those of UTC. */
export const intervalMs = { minute: minuteMs, '5minutes': 5 * minuteMs, hour: hourMs, day: dayMs } as const

export type Interval = keyof typeof intervalMs

/** A range of whole intervals, in milliseconds since 1970; `toMs` is the first moment after it. */
export type TimeRange = { fromMs: number; toMs: number; interval: Interval }

/** Periods that end now. */
export const recentPeriods = ['24h', '7d', '30d'] as const

/** A period: one that ends now, or days `YYYY-MM-DD` in the zone of the person, both included. */
export type Period = { kind: (typeof recentPeriods)[number] } | { kind: 'own'; from: string; to: string }

const recent = {
  '24h': { lengthMs: dayMs, interval: '5minutes' },
  '7d': { lengthMs: 7 * dayMs, interval: 'hour' },
  '30d': { lengthMs: 30 * dayMs, interval: 'day' },
} as const

/** Longest range. */
const lengthMsMax = 400 * dayMs
/** Age up to which the server keeps intervals below an hour. */
const fineMsMax = 90 * dayMs

/** The range of a period at a moment, in whole intervals that suit its length. */
export function rangeOfPeriod(period: Period, nowMs: number, zone: string): TimeRange {
  if (period.kind !== 'own') {
    const { lengthMs, interval } = recent[period.kind]
    const toMs = ceil(nowMs, interval)
    return { fromMs: toMs - lengthMs, toMs, interval }
  }
  const [first = period.from, last = period.to] = [period.from, period.to].toSorted()
  const beginMs = Date.parse(momentOf(`${first}T00:00`, zone))
  const endMs = Math.max(beginMs + hourMs, Math.min(Date.parse(momentOf(`${nextDay(last)}T00:00`, zone)), nowMs))
  return rangeOfSpan(beginMs, endMs, nowMs)
}

/** The range of whole intervals around a span, in intervals that suit its length and its age. */
export function rangeOfSpan(beginMs: number, endMs: number, nowMs: number): TimeRange {
  const interval = intervalOf(endMs - beginMs, nowMs - beginMs)
  const toMs = ceil(endMs, interval)
  const size = intervalMs[interval]
  return { fromMs: Math.max(Math.floor(beginMs / size) * size, toMs - lengthMsMax), toMs, interval }
}

function intervalOf(lengthMs: number, ageMs: number): Interval {
  if (lengthMs <= 3 * hourMs && ageMs < fineMsMax) return 'minute'
  if (lengthMs <= 26 * hourMs) return ageMs < fineMsMax ? '5minutes' : 'hour'
  return lengthMs <= 15 * dayMs ? 'hour' : 'day'
}

function ceil(ms: number, interval: Interval): number {
  return Math.ceil(ms / intervalMs[interval]) * intervalMs[interval]
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
}

/** The range of the same length just before. */
export function formerRange({ fromMs, toMs, interval }: TimeRange): TimeRange {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs, interval }
}

/** The period in the search of an address; `7d` where it names none. */
export function periodOfSearch({ period, from, to }: Readonly<Record<string, string | undefined>>): Period {
  const isDays = isDay(from) && isDay(to)
  if (period === 'own' && isDays) return { kind: 'own', from, to }
  return { kind: recentPeriods.find((each) => each === period) ?? '7d' }
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The days of a range on the calendar of a zone, both included. */
export function daysOfRange({ fromMs, toMs }: TimeRange, zone: string): { from: string; to: string } {
  const dayAt = (ms: number) => wallOf(new Date(ms).toISOString(), zone).slice(0, 10)
  return { from: dayAt(fromMs), to: dayAt(toMs - 1) }
}

/** Moments to label on the axis of a range: full hours or midnights of the zone, `countMax` at most. */
export function ticksOfRange({ fromMs, toMs, interval }: TimeRange, zone: string, countMax: number): number[] {
  const isShort = toMs - fromMs <= 36 * hourMs
  const isUtc = interval === 'day'
  const step = isShort ? 3 * hourMs : dayMs
  if (toMs - fromMs <= 2 * step && isShort) return evenTicks(fromMs, toMs, countMax)
  const moments: number[] = []
  for (let at = fromMs; at < toMs; at += isShort ? hourMs : isUtc ? dayMs : hourMs) {
    const wall = isUtc ? at : Date.parse(`${wallOf(new Date(at).toISOString(), zone)}:00Z`)
    const whole = Math.floor(wall / hourMs) * hourMs
    if (whole % step === 0) moments.push(at - (wall - whole))
  }
  const every = Math.ceil(moments.length / countMax)
  return moments.filter((at, index) => index % every === 0 && at >= fromMs)
}

/** Full minutes of a few hours at most, evenly spread. */
function evenTicks(fromMs: number, toMs: number, countMax: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs)
  const step = steps.find((each) => (toMs - fromMs) / each <= countMax) ?? hourMs
  const first = Math.ceil(fromMs / step) * step
  return Array.from({ length: Math.max(0, Math.ceil((toMs - first) / step)) }, (_, index) => first + index * step)
}
