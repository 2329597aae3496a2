import { field, invalid, type Problem } from '#kit/call/problem.ts'

/** A stored schedule: the sent date, time and zone, and their moment in RFC 3339. */
export type Schedule = {
  scheduleDate: string | null
  scheduleTime: string | null
  timezone: string | null
  scheduledAt: string | null
}

/** Schedule fields of a request: null or empty text clears. */
export type SentSchedule = {
  scheduleDate?: string | null | undefined
  scheduleTime?: string | null | undefined
  timezone?: string | null | undefined
}

const midnight = '00:00:00'

/** First and last moment of a schedule or an expiry, in ms since 1970. */
const firstMs = Date.UTC(1900, 0, 1)
const lastMs = Date.UTC(9999, 0, 1) - 1

/**
 * Schedule after an update. A date without a time keeps the stored time, or means midnight; without a date there is no
 * moment. Throws invalid for a date outside the calendar, and for moments outside 1900 to 9998 UTC.
 */
export function reschedule(before: Schedule, sent: SentSchedule, accountZone: string): Schedule {
  const isTouched = [sent.scheduleDate, sent.scheduleTime, sent.timezone].some((each) => each !== undefined)
  if (!isTouched) return scheduleOf(before)
  const scheduleDate = chosen(sent.scheduleDate, before.scheduleDate)
  const time = chosen(sent.scheduleTime, before.scheduleTime)
  const zone = chosen(sent.timezone, before.timezone)
  if (scheduleDate === null) {
    const restTime = sent.scheduleDate === undefined ? time : chosen(sent.scheduleTime, null)
    return {
      scheduleDate,
      scheduleTime: restTime === null ? null : withSeconds(restTime),
      timezone: zone,
      scheduledAt: null,
    }
  }
  const scheduleTime = withSeconds(time ?? midnight)
  const timezone = zone ?? accountZone
  return { scheduleDate, scheduleTime, timezone, scheduledAt: momentOf(scheduleDate, scheduleTime, timezone) }
}

/** Schedule fields of a larger record. */
function scheduleOf({ scheduleDate, scheduleTime, timezone, scheduledAt }: Schedule): Schedule {
  return { scheduleDate, scheduleTime, timezone, scheduledAt }
}

/** Moment of a request, in UTC with milliseconds. Throws invalid with its field. */
export function readMoment(name: string, text: string): string {
  const ms = new Date(text).getTime()
  if (isInBounds(ms)) return new Date(ms).toISOString()
  throw invalid(field(name, 'dateTime', 'must be a moment from 1900 to 9998, such as 2035-01-01T00:00:00Z'))
}

/** Moment of a local time. Skipped times move on, repeated ones mean the first (Temporal `compatible`). */
function momentOf(date: string, time: string, timeZone: string): string {
  const ms = localMs(`${date}T${time}`, timeZone)
  if (isInBounds(ms)) return new Date(ms).toISOString()
  throw noDay()
}

function localMs(text: string, timeZone: string): number {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    throw noDay()
  }
}

/** Whether a moment is within the bounds; false for NaN. */
function isInBounds(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs
}

function noDay(): Problem {
  return invalid(field('scheduleDate', 'date', 'must be a day of the calendar, YYYY-MM-DD, from 1900 to 9998'))
}

function chosen(sent: string | null | undefined, before: string | null): string | null {
  if (sent === undefined) return before
  return sent === '' ? null : sent
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}
