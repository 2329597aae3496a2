import { digitsOf } from './currencyDigits.ts'
import { formatLocale } from './texts.ts'

let zone: string | undefined

/** Sets the person's time zone, an IANA name; undefined stands for that of the browser. */
export function setTimeZone(name: string | undefined): void {
  zone = name
}

/** The time zone in which moments are shown. */
export function timeZone(): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A moment as day and time in the person's zone, such as `23 Nov 2026, 14:05`. */
export function momentText(moment: string | number | Date): string {
  return format({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
}

/** A moment with seconds and the name of the zone, for tooltips. */
export function exactMomentText(moment: string | number | Date): string {
  return format({ dateStyle: 'full', timeStyle: 'long' }).format(new Date(moment))
}

/** A calendar day `YYYY-MM-DD` in words, whatever the zone. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
}

const isoMoment = /^\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d(?:\.\d+)?)Z$/

/** A value of a name that the account chose: a moment in words, and midnight in UTC as the day that someone entered. */
export function ownValueText(value: unknown): string {
  const time = typeof value === 'string' ? isoMoment.exec(value)?.[1] : undefined
  if (time === undefined || Number.isNaN(Date.parse(String(value)))) return String(value)
  return /^[0:.]+$/.test(time) ? dayText(String(value).slice(0, 10)) : momentText(String(value))
}

const steps: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [3600, 'minute'],
  [86_400, 'hour'],
  [604_800, 'day'],
  [2_629_800, 'week'],
  [31_557_600, 'month'],
  [Number.POSITIVE_INFINITY, 'year'],
]
const unitSeconds = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
}

/** A moment relative to now, such as `3 minutes ago`. */
export function agoText(moment: string | number | Date, now = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000)
  const [, unit] = steps.find(([below]) => Math.abs(seconds) < below) ?? steps[0] ?? [60, 'second']
  // cast: every unit of `steps` is a key.
  const size = unitSeconds[unit as keyof typeof unitSeconds]
  return new Intl.RelativeTimeFormat(formatLocale(), { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

/** A number in the person's language. */
export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(formatLocale(), options).format(value)
}

/** Bytes with a unit of 1,000s, such as `3.4 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3))
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const)[power] ?? 'byte'
  const unitDisplay = power === 0 ? 'long' : 'short'
  const digits = power === 0 ? 0 : 1
  return numberText(bytes / 1000 ** power, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits })
}

/** Seconds as `1:02:03` or `2:03`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const tail = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

const isoUnits = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
const isoForm = /^P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** An ISO 8601 duration in words, such as `6 hours` for PT6H; undefined for another text. */
export function isoDurationText(duration: string): string | undefined {
  const found = isoForm.exec(duration)
  if (found === null) return undefined
  const parts = isoUnits.flatMap((unit, index) => {
    const count = Number(found[index + 1] ?? 0)
    return count === 0 ? [] : [numberText(count, { style: 'unit', unit, unitDisplay: 'long' })]
  })
  return parts.length === 0 ? numberText(0, { style: 'unit', unit: 'second', unitDisplay: 'long' }) : parts.join(' ')
}

/** Minor units with their currency, such as `€19.99`. */
export function moneyText(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return numberText(amountMinor / 10 ** digits, { style: 'currency', currency, ...options })
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(formatLocale(), { ...options, timeZone: timeZone() })
}
