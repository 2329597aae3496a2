import { field, type FieldProblem } from '#kit/call/problem.ts'

/** Hours of a weekday, 1 Monday to 7 Sunday. `closes` at or before `opens` is on the next day; equal is all day. */
export type RegularHours = { day: number; opens: string; closes: string }

/** Hours of one date, which replace the regular ones that begin on it; `closed` for none. */
export type ExceptionHours = { date: string; closed?: boolean; opens?: string; closes?: string; note?: string }

/** Opening hours of a place, by the wall clock of its time zone. */
export type OpeningHours = { regular: RegularHours[]; exceptions: ExceptionHours[] }

/** Minutes after midnight of the day on which the hours begin; `closes` may reach 2,880. */
export type Span = { opens: number; closes: number }

/** A date of a time zone and the minutes since its midnight, 0 to 2,879. */
export type WallClock = { date: string; day: number; minute: number }

const minutesPerDay = 1440
/** Longest search for the next opening, in days. */
const daysAheadMax = 400
/** Longest search for the closing of a place that is open, in days. */
const closingDaysMax = 14

/**
 * Whether a place is open at a moment: the wall clock in the zone lies within hours that began on that day or the day
 * before. When clocks go back, hours within the repeated time apply twice; when they go forward, hours within the
 * skipped time are skipped.
 */
export function isOpenAt(hours: OpeningHours, zone: string, atMs: number): boolean {
  return wallClocksAt(zone, atMs).some(({ date, day, minute }) =>
    spansOf(hours, date, day).some((span) => span.opens <= minute && minute < span.closes),
  )
}

/**
 * The first moment after this one at which the place opens; undefined while it is open, or without one in the search.
 */
export function nextOpenAt(hours: OpeningHours, zone: string, fromMs: number): number | undefined {
  if (hours.regular.length + hours.exceptions.length === 0 || isOpenAt(hours, zone, fromMs)) return undefined
  const start = zoned(zone, fromMs)
  const lastException = hours.exceptions.reduce((last, each) => (each.date > last ? each.date : last), '')
  let found: number | undefined
  let change = transitionAfter(start)
  for (let ahead = -1; ahead <= daysAheadMax; ahead++) {
    const date = start.toPlainDate().add({ days: ahead })
    const moments = openingsOn(hours, zone, date)
    for (; change !== undefined && change.toPlainDate().since(date).days <= 1; change = transitionAfter(change)) {
      moments.push(change.epochMilliseconds)
    }
    const later = moments.filter((moment) => moment > fromMs && isOpenAt(hours, zone, moment))
    const isLastChance = found !== undefined
    found = Math.min(found ?? Infinity, ...later)
    if (isLastChance) return found
    if (found === Infinity) found = undefined
    if (hours.regular.length === 0 && date.toString() > lastException) return found
  }
  return found
}

/**
 * The first moment after this one at which the place closes; undefined while it is closed, or when it stays open for
 * the days of the search.
 */
export function nextCloseAt(hours: OpeningHours, zone: string, fromMs: number): number | undefined {
  if (!isOpenAt(hours, zone, fromMs)) return undefined
  const start = zoned(zone, fromMs)
  const change = transitionAfter(start)?.epochMilliseconds
  let found: number | undefined
  for (let ahead = -1; ahead <= closingDaysMax; ahead++) {
    const moments = closingsOn(hours, zone, start.toPlainDate().add({ days: ahead }))
    const closing = moments.filter((moment) => moment > fromMs && !isOpenAt(hours, zone, moment))
    const isLastChance = found !== undefined
    if (closing.length > 0) found = Math.min(found ?? Infinity, ...closing)
    if (isLastChance) break
  }
  // Clocks that go forward may skip the rest of the hours.
  const isSkipped = change !== undefined && change < (found ?? Infinity) && !isOpenAt(hours, zone, change)
  return isSkipped ? change : found
}

/** The wall clock of a moment, counted from its own day and from the day before: hours may pass midnight. */
export function wallClocksAt(zone: string, atMs: number): [WallClock, WallClock] {
  const now = zoned(zone, atMs)
  const today = now.toPlainDate()
  const yesterday = today.subtract({ days: 1 })
  const minute = now.hour * 60 + now.minute
  return [
    { date: dayText(today), day: today.dayOfWeek, minute },
    { date: dayText(yesterday), day: yesterday.dayOfWeek, minute: minute + minutesPerDay },
  ]
}

/** 9999-12-31 in UTC is a day of the year 10000 further east: ISO 8601 writes `+010000`, PostgreSQL `10000`. */
function dayText(date: Temporal.PlainDate): string {
  return date.toString().replace(/^\+0*/, '')
}

/** Hours as minutes: `closes` is after `opens`. Null without hours. */
export function spanOf(item: { opens?: unknown; closes?: unknown }): Span | null {
  if (typeof item.opens !== 'string' || typeof item.closes !== 'string') return null
  const [opens, closes] = [minuteOf(item.opens), minuteOf(item.closes)]
  return { opens, closes: closes <= opens ? closes + minutesPerDay : closes }
}

/** Contradictions in exceptions of opening hours of a valid shape. */
export function hoursProblems(hours: OpeningHours): FieldProblem[] {
  return hours.exceptions.flatMap((each, index) => {
    const path = `/openingHours/exceptions/${index}`
    const hasHours = each.opens !== undefined && each.closes !== undefined
    const hasAny = each.opens !== undefined || each.closes !== undefined
    const isClosed = each.closed === true
    const shares = hours.exceptions.some((other, at) => at !== index && other.date === each.date)
    if (isClosed && hasAny) return [field(path, 'closed', 'a closed day has neither opens nor closes')]
    if (!isClosed && !hasHours) return [field(path, 'hours', 'needs closed: true, or both opens and closes')]
    return isClosed && shares ? [field(path, 'closed', 'the same date has other entries')] : []
  })
}

function spansOf(hours: OpeningHours, date: string, day: number): Span[] {
  const exceptions = hours.exceptions.filter((each) => each.date === date)
  const items = exceptions.length > 0 ? exceptions : hours.regular.filter((each) => each.day === day)
  return items.flatMap((each) => spanOf(each) ?? [])
}

/**
 * The moments at which hours of a date begin: both, where clocks show the time twice; after a gap, the moments of the
 * skipped times.
 */
function openingsOn(hours: OpeningHours, zone: string, date: Temporal.PlainDate): number[] {
  return spansOf(hours, date.toString(), date.dayOfWeek).flatMap(({ opens }) => {
    const wall = date.toPlainDateTime({ hour: Math.floor(opens / 60), minute: opens % 60 })
    const at = (disambiguation: 'earlier' | 'later') => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds
    return [at('earlier'), at('later')]
  })
}

/** The moments at which hours of a date end, as `openingsOn`. */
function closingsOn(hours: OpeningHours, zone: string, date: Temporal.PlainDate): number[] {
  return spansOf(hours, date.toString(), date.dayOfWeek).flatMap(({ closes }) => {
    const wall = date.add({ days: Math.floor(closes / minutesPerDay) }).toPlainDateTime({
      hour: Math.floor((closes % minutesPerDay) / 60),
      minute: closes % 60,
    })
    const at = (disambiguation: 'earlier' | 'later') => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds
    return [at('earlier'), at('later')]
  })
}

function transitionAfter(moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime | undefined {
  return moment.getTimeZoneTransition('next') ?? undefined
}

function zoned(zone: string, atMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}
