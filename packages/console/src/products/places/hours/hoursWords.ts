import { formatLocale, t } from '#console/texts/texts.ts'
import { isOverMidnight, type RegularHours } from './openingHours.ts'

/** A word on times that pass midnight. */
export function nightText(hours: Pick<RegularHours, 'opens' | 'closes'>): string {
  if (hours.opens === hours.closes) return t('places.hours.allDay')
  return isOverMidnight(hours) && hours.closes !== '00:00' ? t('places.hours.nextDay') : ''
}

/** The name of a weekday, 1 Monday to 7 Sunday. */
export function weekdayName(day: number): string {
  // 5 January 1970 was a Monday.
  const monday = new Date(Date.UTC(1970, 0, 4 + day))
  return new Intl.DateTimeFormat(formatLocale(), { weekday: 'long', timeZone: 'UTC' }).format(monday)
}

/** Names of days in a row: one, or the first and the last. */
export function daysText(days: readonly number[]): string {
  const [first = 1] = days
  const last = days.at(-1) ?? first
  return first === last ? weekdayName(first) : `${weekdayName(first)} – ${weekdayName(last)}`
}

/** Hours of a day in words, such as `09:00 – 17:00`. */
export function timesText(hours: Pick<RegularHours, 'opens' | 'closes'>): string {
  const night = nightText(hours)
  if (hours.opens === hours.closes) return night
  return `${hours.opens} – ${hours.closes}${night === '' ? '' : ` (${night})`}`
}
