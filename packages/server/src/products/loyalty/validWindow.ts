import { field, type FieldProblem } from '#kit/call/problem.ts'
import { matching, oneOf, timeZone, words } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { occursOn } from '#platform/recurrence/recurrence.ts'

const days = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const

/** Hours of days in which an offer can be used, by the wall clock of a time zone. */
export type ValidWindow = {
  days?: readonly string[]
  rrule?: string
  from: string
  to: string
  timezone?: string
}

/** Moment to test, and the begin of the offer, from which recurrences count. */
export type WindowMoment = { at: Date; since: Date; timeZone: string }

const clock = (description: string) =>
  matching('^([01][0-9]|2[0-3]):[0-5][0-9]$', 5, { description, message: 'must be a time of day such as 09:30' })

/** Schema of the hours in which an offer can be used. */
export const validWindowsInput = Type.Array(
  Type.Object(
    {
      days: Type.Optional(words(7, oneOf(days), { description: 'Days; all when left out.' })),
      rrule: Type.Optional(
        matching('^[A-Z0-9=;,:+-]{8,300}$', 300, {
          examples: ['FREQ=MONTHLY;BYDAY=1SA'],
          message: 'must be a recurrence rule such as FREQ=MONTHLY;BYDAY=1SA',
          description:
            'Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts ' +
            'from the begin of the offer.',
        }),
      ),
      from: clock('Begin, `17:00`.'),
      to: clock('End, `19:00`; at or before `from` it is on the next day.'),
      timezone: Type.Optional(timeZone({ description: 'Time zone of the clock; that of the account when left out.' })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 10, description: 'Hours in which it can be used; always when empty.' },
)

/** Whether a moment lies in one of the windows. Without windows every moment does. */
export function isWithinWindows(windows: readonly ValidWindow[], moment: WindowMoment): boolean {
  return windows.length === 0 || windows.some((window) => isWithin(window, moment))
}

function isWithin({ days: of = days, rrule, from, to, timezone }: ValidWindow, moment: WindowMoment): boolean {
  const zone = timezone ?? moment.timeZone
  const now = dialOf(moment.at, zone)
  const first = dialOf(moment.since, zone).toPlainDate()
  const isOn = (day: Temporal.PlainDate) =>
    rrule === undefined ? of.includes(days[day.dayOfWeek - 1] ?? '') : occursOn(rrule, { first, day })
  const [today, time] = [now.toPlainDate(), now.toPlainTime().toString({ smallestUnit: 'minute' })]
  if (from < to) return from <= time && time < to && isOn(today)
  return (from <= time && isOn(today)) || (time < to && isOn(today.subtract({ days: 1 })))
}

function dialOf(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
}

/** Faults of windows: rules of recurrence that are none, repeat within a day or stand beside days. */
export function windowProblems(windows: readonly ValidWindow[]): FieldProblem[] {
  return windows.flatMap(({ rrule, days: of }, index) => {
    if (rrule === undefined) return []
    if (of !== undefined) return [field(`/validWindows/${index}/rrule`, 'notAllowed', 'goes without days')]
    const why = ruleProblem(rrule)
    return why === undefined ? [] : [field(`/validWindows/${index}/rrule`, 'rrule', why)]
  })
}

function ruleProblem(rrule: string): string | undefined {
  if (!/(^|;)FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;|$)/.test(rrule)) return 'must repeat by day, week, month or year'
  if (/(^|;)COUNT=/.test(rrule)) return 'has no COUNT here: UNTIL or the end of the offer ends it'
  const first = Temporal.PlainDate.from('2026-01-01')
  try {
    occursOn(rrule, { first, day: first })
    return undefined
  } catch {
    return 'is no recurrence rule (RFC 5545)'
  }
}
