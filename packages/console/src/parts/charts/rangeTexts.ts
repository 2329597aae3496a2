import { timeZone } from '#console/texts/formats.ts'
import { formatLocale } from '#console/texts/texts.ts'
import { intervalMs, type TimeRange } from './timeRange.ts'

const hourMs = intervalMs.hour

/** The label of a moment on the axis of a range: its time within 36 hours, else its day. */
export function tickText({ fromMs, toMs, interval }: TimeRange, atMs: number): string {
  const isShort = toMs - fromMs <= 36 * hourMs
  return format(interval, isShort ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }).format(
    atMs,
  )
}

/** One interval of a range, such as `Mon 23 Nov, 14:00 – 15:00`. */
export function intervalText({ interval }: TimeRange, atMs: number): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  if (interval === 'day') return format(interval, day).format(atMs)
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return format(interval, { ...day, ...time }).formatRange(atMs, atMs + intervalMs[interval])
}

/** The whole range in days, such as `16 – 23 Nov 2026`. */
export function rangeText({ fromMs, toMs, interval }: TimeRange): string {
  return format(interval, { dateStyle: 'medium' }).formatRange(fromMs, toMs - 1)
}

/** Days are whole ones of UTC; shorter intervals are of the person's zone. */
function format(interval: TimeRange['interval'], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(formatLocale(), { ...options, timeZone: interval === 'day' ? 'UTC' : timeZone() })
}
