/** Pattern of the first characters of a day or moment: a year from 1000 to 9999. */
export const yearPattern = '^[1-9][0-9]{3}-'

const dayForm = /^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$/
/** PostgreSQL accepts offsets below 16 hours; real ones end at 14. */
const clockForm = /^T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-5]):[0-5][0-9])$/i

const firstMs = Date.UTC(1000, 0, 1)
/** The last millisecond is excluded: a finer fraction after it would be rounded up into the year 10000. */
const endMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Whether a text is a day of the calendar, `YYYY-MM-DD`, in the years 1000 to 9999. */
export function isCalendarDay(text: string): boolean {
  return dayForm.test(text) && isoDay(Date.parse(`${text}T00:00:00Z`)) === text
}

/**
 * Whether a text is a moment of RFC 3339 whose value in UTC lies in the years 1000 to 9999; no leap seconds, and no
 * offset of 16 hours or more.
 */
export function isMoment(text: string): boolean {
  if (!clockForm.test(text.slice(10)) || !isCalendarDay(text.slice(0, 10))) return false
  const ms = Date.parse(text)
  return ms >= firstMs && (ms < endMs || (ms === endMs && !/\.[0-9]{4}/.test(text)))
}

function isoDay(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10)
}
