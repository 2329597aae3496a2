/**
 * Shows every time of a page in the viewer's zone: the server renders UTC. `data-time` shows the time of day alone on
 * the current day.
 */
export function localiseMoments(within: ParentNode, now = new Date()): void {
  for (const each of within.querySelectorAll('time[datetime]')) {
    const at = new Date(each.getAttribute('datetime') ?? '')
    if (Number.isNaN(at.getTime())) continue
    const text = momentText(at, { now, isTimeEnough: each.hasAttribute('data-time') })
    if (each.textContent !== text) each.textContent = text
  }
}

/** Format of a time relative to `now`. */
export type MomentForm = { now: Date; isTimeEnough: boolean; locale?: string }

/** A date and time in the viewer's locale, without the year when it is the current one. */
export function momentText(at: Date, { now, isTimeEnough, locale }: MomentForm): string {
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
  if (isTimeEnough && at.toDateString() === now.toDateString()) return new Intl.DateTimeFormat(locale, time).format(at)
  const year: Intl.DateTimeFormatOptions = at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }
  return new Intl.DateTimeFormat(locale, { ...year, month: 'long', day: 'numeric', ...time }).format(at)
}
