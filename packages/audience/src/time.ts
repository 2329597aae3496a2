/** A length as on a clock: `0:07`, `12:30`, `1:02:03`. Whole seconds, at least 0. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** A length in words: `1 hour 2 minutes 3 seconds`. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return words.length === 0 ? '0 seconds' : words.join(' ')
}

/** Units of a countdown: remaining days, hours, minutes and seconds, without leading zeros. */
export function countdownParts(leftMs: number): { count: number; unit: string }[] {
  const left = Math.max(0, Math.ceil(leftMs / 1000))
  const counts = [
    { count: Math.floor(left / 86_400), unit: 'days' },
    { count: Math.floor(left / 3_600) % 24, unit: 'hours' },
    { count: Math.floor(left / 60) % 60, unit: 'minutes' },
    { count: left % 60, unit: 'seconds' },
  ]
  const first = counts.findIndex(({ count }) => count > 0)
  return counts.slice(first < 0 ? 2 : Math.min(first, 2))
}

/** A time in the viewer's zone and locale: `Saturday, 21 November at 20:00 GMT+1`. */
export function zonedMomentText(iso: string, locale?: string): string {
  const form = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return form.format(new Date(iso))
}
