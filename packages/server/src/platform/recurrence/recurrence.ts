import { RRuleTemporal } from 'rrule-temporal'

/** A recurrence rule of RFC 5545 in a time zone, from a first moment on. */
export type Recurrence = { rrule: string; timeZone: string; from: Date }

/** Occurrences per day of the densest rule. */
const perDayMax = 24

/** Most that a clock is moved at once: occurrences of so long before a moment may come after it. */
const gapHoursMax = 24

/** A moment beyond this one is none: the database and ISO 8601 write later years in another form. */
const latest = new Date('9999-01-01T00:00:00Z')

/**
 * The next moment of a recurrence after another; undefined after the last one, and where the next one is too far away
 * to be found. A time that the spring change skips is that after the gap; one that the autumn change repeats is the
 * first. A number of occurrences (`COUNT`) is left to the caller, see `countOf`.
 */
export function nextOccurrence({ rrule, timeZone, from }: Recurrence, after: Date): Date | undefined {
  // The rule is evaluated on the dial of a clock that never changes: the library leaves out times that a gap skips.
  const rule = ruleOf(dialOf(from, timeZone), rrule.replace(/UNTIL=(\d{8}T\d{6})Z/, toDial(timeZone)))
  let shown: Date | undefined = new Date(dialOf(after, timeZone).getTime() - gapHoursMax * 3_600_000)
  do {
    shown = nextOf(rule, shown)
    const moment = shown === undefined ? undefined : momentOf(shown, timeZone)
    if (moment !== undefined && moment > after && moment > from && moment < latest) return moment
  } while (shown !== undefined && shown < latest)
  return undefined
}

/** Number of occurrences of a rule; undefined without a bound. */
export function countOf(rrule: string): number | undefined {
  const count = /(?:^|;)COUNT=(\d+)/.exec(rrule)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Cause for which a rule is refused; undefined for a good one. */
export function recurrenceProblem(recurrence: Recurrence): string | undefined {
  const { rrule, from } = recurrence
  if (/FREQ=(SECONDLY|MINUTELY)/.test(rrule)) return 'repeats more than once an hour'
  try {
    let at = nextOccurrence(recurrence, from)
    if (at === undefined || countOf(rrule) === 0) return 'has no moment to come'
    const dayLater = at.getTime() + 86_400_000
    for (let count = 0; count <= perDayMax; count++) {
      at = nextOccurrence(recurrence, at)
      if (at === undefined || at.getTime() >= dayLater) return undefined
    }
    return `repeats more than ${perDayMax} times a day`
  } catch {
    return 'is no recurrence rule (RFC 5545)'
  }
}

/** Whether a recurrence whose first day is `first` has an occurrence on a day, by the calendar of its zone. */
export function occursOn(
  rrule: string,
  { first, day }: { first: Temporal.PlainDate; day: Temporal.PlainDate },
): boolean {
  const from = new Date(first.toZonedDateTime('UTC').epochMilliseconds)
  return ruleOf(from, rrule).occursOn(day.toString())
}

function ruleOf(from: Date, rrule: string): RRuleTemporal {
  const endless = rrule.replace(/(^|;)COUNT=\d+/, '').replace(/^;/, '')
  return new RRuleTemporal({ rruleString: `DTSTART:${stampOf(from)}Z\nRRULE:${endless}` })
}

/** The next occurrence; undefined for none, and where the library gives up. */
function nextOf(rule: RRuleTemporal, after: Date): Date | undefined {
  try {
    const next = rule.next(after)
    return next === null ? undefined : new Date(next.epochMilliseconds)
  } catch {
    return undefined
  }
}

/** The time that a clock of a zone shows, as a moment of UTC. */
function dialOf(at: Date, timeZone: string): Date {
  const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return new Date(shown.toZonedDateTime('UTC').epochMilliseconds)
}

/** The moment at which a clock of a zone shows a time. */
function momentOf(shown: Date, timeZone: string): Date {
  const dial = Temporal.Instant.fromEpochMilliseconds(shown.getTime()).toZonedDateTimeISO('UTC').toPlainDateTime()
  return new Date(dial.toZonedDateTime(timeZone).epochMilliseconds)
}

/** The end of a rule, which is in UTC, on the dial of a zone. */
function toDial(timeZone: string): (text: string, until: string) => string {
  return (_, until) => {
    const end = Temporal.PlainDateTime.from(until).toZonedDateTime('UTC')
    return `UNTIL=${stampOf(dialOf(new Date(end.epochMilliseconds), timeZone))}Z`
  }
}

function stampOf(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}
