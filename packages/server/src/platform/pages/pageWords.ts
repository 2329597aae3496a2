import { formatMoney } from '#kit/values/currencyExponent.ts'
import { html, type Html } from '#kit/values/html.ts'

/** The first words of a text, for cards and search engines: one line, at most `max` characters. */
export function excerpt(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1)
  const wordEnd = cut.lastIndexOf(' ')
  return `${(wordEnd > max / 2 ? cut.slice(0, wordEnd) : cut).trimEnd()}…`
}

/** A length in ISO 8601: `PT1H2M3S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const parts = [hours > 0 && `${hours}H`, minutes > 0 && `${minutes}M`, (rest > 0 || whole === 0) && `${rest}S`]
  return `PT${parts.filter((each) => each !== false).join('')}`
}

/** A length as on a clock: `12:30`, `1:02:03`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/**
 * A date and time in UTC. The script of the page rewrites it in the viewer's time zone; with `isTimeEnough` it leaves
 * out the date of today.
 */
export function momentHtml(iso: string, isTimeEnough = false): Html {
  const form = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return html`<time datetime="${iso}"${isTimeEnough ? html` data-time` : ''}>${form.format(new Date(iso))} UTC</time>`
}

/** A price of whole minor units in English: `€12.50`, `¥1,200`. */
export function priceText(price: { amount: number; currency: string }): string {
  return formatMoney(price, 'en')
}
