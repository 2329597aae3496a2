import { RRuleTemporal } from 'rrule-temporal'

/** A recurrence rule of RFC 5545 in a time zone, from a first moment on. */
export type Recurrence = { rrule: string; timeZone: string; from: Date }

/** Occurrences per day of the densest rule. */
const perDayMax = 24

/**
 * The next moment of a recurrence after another; undefined after the last one. A time that the spring change skips is
 * that after the gap.
 */
export function nextOccurrence({ rrule, timeZone, from }: Recurrence, after: Date): Date | undefined {
  const rule = ruleOf({ rrule, timeZone, from })
  const next = rule.next(after)
  return next === null ? undefined : new Date(next.epochMilliseconds)
}

/** Cause for which a rule is refused; undefined for a good one. */
export function recurrenceProblem(recurrence: Recurrence): string | undefined {
  const { rrule, from } = recurrence
  if (/FREQ=(SECONDLY|MINUTELY)/.test(rrule)) return 'repeats more than once an hour'
  try {
    let at = nextOccurrence(recurrence, from)
    if (at === undefined) return 'has no moment to come'
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

function ruleOf({ rrule, timeZone, from }: Recurrence): RRuleTemporal {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone)
  const text = start.toPlainDateTime().round({ smallestUnit: 'second', roundingMode: 'floor' }).toString()
  const stamp = text.replaceAll(/[-:]/g, '')
  return new RRuleTemporal({ rruleString: `DTSTART;TZID=${timeZone}:${stamp}\nRRULE:${rrule}` })
}
