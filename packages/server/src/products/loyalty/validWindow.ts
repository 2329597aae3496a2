import { matching, oneOf, timeZone, words } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'

const days = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const

/** Hours of days in which an offer can be used, by the wall clock of a time zone. */
export type ValidWindow = { days?: readonly string[]; from: string; to: string; timezone?: string }

const clock = (description: string) =>
  matching('^([01][0-9]|2[0-3]):[0-5][0-9]$', 5, { description, message: 'must be a time of day such as 09:30' })

/** Schema of the hours in which an offer can be used. */
export const validWindowsInput = Type.Array(
  Type.Object(
    {
      days: Type.Optional(words(7, oneOf(days), { description: 'Days; all when left out.' })),
      from: clock('Begin, `17:00`.'),
      to: clock('End, `19:00`; at or before `from` it is on the next day.'),
      timezone: Type.Optional(timeZone({ description: 'Time zone of the clock; that of the account when left out.' })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 10, description: 'Hours in which it can be used; always when empty.' },
)

/** Whether a moment lies in one of the windows. Without windows every moment does. */
export function isWithinWindows(windows: readonly ValidWindow[], at: Date, accountZone: string): boolean {
  return windows.length === 0 || windows.some((window) => isWithin(window, at, accountZone))
}

function isWithin({ days: of = days, from, to, timezone }: ValidWindow, at: Date, accountZone: string): boolean {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone ?? accountZone)
  const isOn = (dayOfWeek: number) => of.includes(days[(dayOfWeek + 6) % 7] ?? '')
  const [today, time] = [now.dayOfWeek, now.toPlainTime().toString({ smallestUnit: 'minute' })]
  if (from < to) return isOn(today) && from <= time && time < to
  return (isOn(today) && from <= time) || (isOn(today - 1) && time < to)
}
