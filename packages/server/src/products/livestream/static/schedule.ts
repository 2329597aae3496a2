import { field, invalid } from '#kit/problem.ts'

/** A schedule as it is kept: the words that were sent, and the moment that they mean. */
export type Schedule = {
  scheduleDate: string | null
  scheduleTime: string | null
  timezone: string | null
  scheduledAt: string | null
}

/** What a caller sends of it: null or empty text clears. */
export type SentSchedule = {
  scheduleDate?: string | null | undefined
  scheduleTime?: string | null | undefined
  timezone?: string | null | undefined
}

const midnight = '00:00:00'

/**
 * The schedule after an update: a date alone keeps the stored time, or means midnight; without a date there is none.
 * Throws invalid for a day that no calendar has.
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

/** The moment of a local time. Skipped hours move on, repeated ones mean the first (Temporal `compatible`). */
function momentOf(date: string, time: string, timeZone: string): string {
  try {
    const local = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: 'reject' })
    const { epochMilliseconds } = local.toZonedDateTime(timeZone)
    return new Date(epochMilliseconds).toISOString()
  } catch {
    throw invalid(field('scheduleDate', 'date', 'must be a day of the calendar, YYYY-MM-DD'))
  }
}

function chosen(sent: string | null | undefined, before: string | null): string | null {
  if (sent === undefined) return before
  return sent === '' ? null : sent
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}
