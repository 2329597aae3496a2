import { field, invalid, type Problem } from '#kit/call/problem.ts'

/** A schedule as it is kept: the words that were sent, and the moment that they mean. */
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

/** The first and the last moment that a video may be scheduled for, or expire at, in ms since 1970. */
const firstMs = Date.UTC(1900, 0, 1)
const lastMs = Date.UTC(9999, 0, 1) - 1

/**
 * The schedule after an update: a date alone keeps the stored time, or means midnight; without a date there is none.
 * Throws invalid for a day that no calendar has, and for moments outside 1900 to 9998 UTC.
 */
export function reschedule(before: Schedule, sent: SentSchedule, accountZone: string): Schedule {
  const isTouched = [sent.scheduleDate, sent.scheduleTime, sent.timezone].some((each) => each !== undefined)
  if (!isTouched) return scheduleOf(before)
  const scheduleDate = chosen(sent.scheduleDate, before.scheduleDate)
  const time = chosen(sent.scheduleTime, before.scheduleTime)
  const zone = chosen(sent.timezone, before.timezone)
  if (scheduleDate === null) {
    const keptTime = sent.scheduleDate === undefined ? time : chosen(sent.scheduleTime, null)
    return {
      scheduleDate,
      scheduleTime: keptTime === null ? null : withSeconds(keptTime),
      timezone: zone,
      scheduledAt: null,
    }
  }
  const scheduleTime = withSeconds(time ?? midnight)
  const timezone = zone ?? accountZone
  return { scheduleDate, scheduleTime, timezone, scheduledAt: momentOf(scheduleDate, scheduleTime, timezone) }
}

/** The schedule alone, whatever it is part of. */
function scheduleOf({ scheduleDate, scheduleTime, timezone, scheduledAt }: Schedule): Schedule {
  return { scheduleDate, scheduleTime, timezone, scheduledAt }
}

/** A moment that was sent, in UTC with milliseconds. Throws invalid, naming the field. */
export function readMoment(name: string, text: string): string {
  const ms = new Date(text).getTime()
  if (isKeepable(ms)) return new Date(ms).toISOString()
  throw invalid(field(name, 'dateTime', 'must be a moment from 1900 to 9998, such as 2035-01-01T00:00:00Z'))
}

/** The moment of a local time. Skipped hours move on, repeated ones mean the first (Temporal `compatible`). */
function momentOf(date: string, time: string, timeZone: string): string {
  const ms = localMs(`${date}T${time}`, timeZone)
  if (isKeepable(ms)) return new Date(ms).toISOString()
  throw noDay()
}

function localMs(text: string, timeZone: string): number {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    throw noDay()
  }
}

/** False for what is no number as well. */
function isKeepable(ms: number): boolean {
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
