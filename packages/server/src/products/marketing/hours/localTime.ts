/** Days of the week in the order of ISO 8601, Monday first. */
const dayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const

type Day = (typeof dayNames)[number]

/** A time of day on some days. */
export type LocalTime = { hour: number; minute?: number; days?: readonly string[] }

/** Hours of some days, from one time of day to another: quiet hours, or a window. */
export type Hours = { from: string; to: string; days?: readonly string[] | undefined }

/**
 * The next moment after `from` at which a clock of the zone shows a time. A time that the spring change skips is that
 * after the gap; of a time that the autumn change repeats it is the first.
 */
export function nextLocalTime(from: Date, time: LocalTime, timeZone: string): Date {
  const start = zoned(from, timeZone)
  for (let day = 0; day <= 8; day++) {
    const date = start.toPlainDate().add({ days: day })
    if (!isOnDays(dayOf(date), time.days)) continue
    const at = momentOf(date, time, timeZone)
    if (at.getTime() > from.getTime()) return at
  }
  return new Date(from.getTime() + 86_400_000)
}

/** End of the quiet hours that hold at a moment; undefined outside of them. Hours may pass midnight. */
export function quietUntil(at: Date, quiet: Hours | undefined, timeZone: string): Date | undefined {
  if (quiet === undefined || quiet.from === quiet.to) return undefined
  const [from, to] = [clockOf(quiet.from), clockOf(quiet.to)]
  const today = zoned(at, timeZone).toPlainDate()
  for (const begins of [today.subtract({ days: 1 }), today]) {
    if (!isOnDays(dayOf(begins), quiet.days)) continue
    const ends = minutesOf(to) <= minutesOf(from) ? begins.add({ days: 1 }) : begins
    const [start, end] = [momentOf(begins, from, timeZone), momentOf(ends, to, timeZone)]
    if (at >= start && at < end) return end
  }
  return undefined
}

/** Begin of the window that comes next; undefined within one. A window may pass midnight. */
export function windowOpens(at: Date, window: Hours | undefined, timeZone: string): Date | undefined {
  if (window === undefined || window.from === window.to) return undefined
  if (quietUntil(at, window, timeZone) !== undefined) return undefined
  return nextLocalTime(
    at,
    { ...clockOf(window.from), ...(window.days === undefined ? {} : { days: window.days }) },
    timeZone,
  )
}

function zoned(at: Date, timeZone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}

function momentOf(date: Temporal.PlainDate, { hour, minute = 0 }: LocalTime, timeZone: string): Date {
  return new Date(date.toZonedDateTime({ timeZone, plainTime: { hour, minute } }).epochMilliseconds)
}

function dayOf(date: Temporal.PlainDate): Day {
  return dayNames[date.dayOfWeek - 1] ?? 'mo'
}

function isOnDays(day: Day, days: readonly string[] | undefined): boolean {
  return days === undefined || days.length === 0 || days.includes(day)
}

/** A time of day from its text, `09:30`. */
export function clockOf(text: string): { hour: number; minute: number } {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return { hour, minute }
}

function minutesOf({ hour, minute }: { hour: number; minute: number }): number {
  return hour * 60 + minute
}
