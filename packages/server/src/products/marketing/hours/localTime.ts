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
    const [at] = momentsOf(date, time, timeZone)
    if (at !== undefined && at > from) return at
  }
  return new Date(from.getTime() + 86_400_000)
}

/**
 * End of the quiet hours that hold at a moment; undefined outside of them. Hours may pass midnight. The clock of the
 * zone decides: hours that the autumn change repeats are quiet twice.
 */
export function quietUntil(at: Date, quiet: Hours | undefined, timeZone: string): Date | undefined {
  if (quiet === undefined || quiet.from === quiet.to) return undefined
  const [from, to] = [clockOf(quiet.from), clockOf(quiet.to)]
  const shown = zoned(at, timeZone).toPlainDateTime()
  const today = shown.toPlainDate()
  for (const begins of [today.subtract({ days: 1 }), today]) {
    if (!isOnDays(dayOf(begins), quiet.days)) continue
    const ends = minutesOf(to) <= minutesOf(from) ? begins.add({ days: 1 }) : begins
    if (isBefore(shown, begins.toPlainDateTime(from)) || !isBefore(shown, ends.toPlainDateTime(to))) continue
    return momentsOf(ends, to, timeZone).find((end) => end > at)
  }
  return undefined
}

/** Begin of the window that comes next; undefined within one. A window may pass midnight. */
export function windowOpens(at: Date, window: Hours | undefined, timeZone: string): Date | undefined {
  if (window === undefined || window.from === window.to) return undefined
  if (quietUntil(at, window, timeZone) !== undefined) return undefined
  const from = clockOf(window.from)
  const today = zoned(at, timeZone).toPlainDate()
  for (let day = 0; day <= 8; day++) {
    const date = today.add({ days: day })
    if (!isOnDays(dayOf(date), window.days)) continue
    const begins = momentsOf(date, from, timeZone).filter((moment) => moment > at)
    // A window within the gap of the spring change is not open on that day.
    const opens = begins.find((moment) => quietUntil(moment, window, timeZone) !== undefined)
    if (opens !== undefined) return opens
  }
  return new Date(at.getTime() + 86_400_000)
}

/** Openings of a window that are compared with quiet hours: those of two weeks. */
const openingsMax = 30

/** Whether quiet hours cover a window whenever it is open, so that no message ever leaves. */
export function isNeverOpen(window: Hours, quiet: Hours): boolean {
  let at = new Date(0)
  for (let opening = 0; opening < openingsMax; opening++) {
    const until = quietUntil(at, quiet, 'UTC')
    const next = windowOpens(until ?? at, window, 'UTC') ?? until
    if (next === undefined) return false
    at = next
  }
  return true
}

function zoned(at: Date, timeZone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}

/**
 * Moments at which a clock of the zone shows a time of a day: two where the autumn change repeats it, and that after
 * the gap where the spring change skips it.
 */
function momentsOf(date: Temporal.PlainDate, { hour, minute = 0 }: LocalTime, timeZone: string): Date[] {
  const shown = date.toPlainDateTime({ hour, minute })
  const [earlier, later] = [
    shown.toZonedDateTime(timeZone, { disambiguation: 'earlier' }),
    shown.toZonedDateTime(timeZone, { disambiguation: 'later' }),
  ]
  const isShown = earlier.toPlainDateTime().equals(shown)
  return (isShown ? [earlier, later] : [later]).map((moment) => new Date(moment.epochMilliseconds))
}

function isBefore(one: Temporal.PlainDateTime, other: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(one, other) < 0
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
