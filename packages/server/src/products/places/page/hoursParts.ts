import { html, type Html } from '#kit/values/html.ts'
import { isOpenAt, nextCloseAt, nextOpenAt, type ExceptionHours } from '#products/places/openingHours.ts'
import { hoursOf, type Hours, type Place } from '#products/places/place/place.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Special days that a page lists, and how far ahead. */
const specialDaysMax = 12
const specialDaysAhead = 90
const moreThanAWeek = 7

/** State of the opening of a place at a moment, in words; undefined when its hours are not known. */
export type OpenState = { kind: 'open' | 'closed'; title: string; more: string }

/** The state of a place at a moment, with its next change by the wall clock of its zone. */
export function openState(record: Place, now: Date): OpenState | undefined {
  if (record.status === 'permanentlyClosed') return { kind: 'closed', title: 'Permanently closed', more: '' }
  if (record.status === 'temporarilyClosed') return { kind: 'closed', title: 'Temporarily closed', more: '' }
  if (record.openingHours === null) return undefined
  const hours = hoursOf(record.openingHours)
  const at = now.getTime()
  const words = (moment: number) => momentWords(moment, { now: at, zone: record.timezone })
  if (isOpenAt(hours, record.timezone, at)) {
    const closes = nextCloseAt(hours, record.timezone, at)
    return {
      kind: 'open',
      title: 'Open now',
      more: closes === undefined ? 'around the clock' : `until ${words(closes)}`,
    }
  }
  const opens = nextOpenAt(hours, record.timezone, at)
  return { kind: 'closed', title: 'Closed now', more: opens === undefined ? '' : `opens ${words(opens)}` }
}

/** Opening hours of a week with today marked, and special days ahead; empty without hours, or closed for good. */
export function hoursHtml(record: Place, now: Date): Html | '' {
  if (record.openingHours === null || record.status === 'permanentlyClosed') return ''
  const hours = hoursOf(record.openingHours)
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(record.timezone)
  const today = local.toPlainDate()
  return html`<section class="hours" aria-labelledby="hours">
    <h2 id="hours">Opening hours</h2>
    ${hours.regular.length === 0 ? '' : weekHtml(hours, today)} ${specialDaysHtml(hours, today)}
    <p class="small">
      Times of ${zoneText(record.timezone)}, where it is ${clockOf(local)} on ${weekday(today.dayOfWeek)}.
    </p>
  </section>`
}

/** A span of hours in words: `18:00 – 02:00`, or `all day`. */
export function spanText({ opens = '', closes = '' }: { opens?: string; closes?: string }): string {
  const isWholeDay = opens === closes || (opens === '00:00' && closes === '24:00')
  return isWholeDay ? 'all day' : `${opens} – ${closes}`
}

function weekHtml(hours: Hours, today: Temporal.PlainDate): Html {
  const rows = weekdays.map((name, index) => {
    const isToday = today.dayOfWeek === index + 1
    const special = isToday ? hours.exceptions.filter((each) => each.date === today.toString()) : []
    const items = special.length > 0 ? special : hours.regular.filter((each) => each.day === index + 1)
    const note = special.find((each) => each.note !== undefined)?.note
    const mark = isToday ? html` class="today" aria-current="date"` : ''
    return html`<tr${mark}>
      <th scope="row">${name}${isToday ? html` <span class="small">today</span>` : ''}</th>
      <td>${linesOf(items)}${note === undefined ? '' : html`<span class="small">${note}</span>`}</td>
    </tr>`
  })
  return html`<table><caption class="unseen">Hours of each weekday</caption><tbody>${rows}</tbody></table>`
}

function linesOf(items: readonly { closed?: boolean; opens?: string; closes?: string }[]): Html[] {
  const spans = items
    .filter((each) => each.closed !== true)
    .toSorted((a, b) => (a.opens ?? '').localeCompare(b.opens ?? ''))
  return spans.length === 0 ? [html`<span>Closed</span>`] : spans.map((each) => html`<span>${spanText(each)}</span>`)
}

function specialDaysHtml({ exceptions }: Hours, today: Temporal.PlainDate): Html | '' {
  const last = today.add({ days: specialDaysAhead }).toString()
  const ahead = exceptions.filter((each) => each.date >= today.toString() && each.date <= last)
  const days = Map.groupBy(ahead, (each) => each.date)
  const shown = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, specialDaysMax)
  if (shown.length === 0) return ''
  return html`<h3>Special days</h3>
    <table><caption class="unseen">Days with other hours</caption><tbody>
      ${shown.map(([date, items]) => specialDayHtml(date, items))}
    </tbody></table>`
}

function specialDayHtml(date: string, items: readonly ExceptionHours[]): Html {
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const notes = items.flatMap(({ note }) => note ?? [])
  return html`<tr>
    <th scope="row">${day.format(new Date(`${date}T00:00:00Z`))}</th>
    <td>${linesOf(items)}${notes.map((each) => html`<span class="small">${each}</span>`)}</td>
  </tr>`
}

/** A moment by the wall clock of a zone: `18:00`, `Friday 18:00`, or `Friday 4 December 18:00`. */
function momentWords(moment: number, { now, zone }: { now: number; zone: string }): string {
  const [at, from] = [moment, now].map((each) => Temporal.Instant.fromEpochMilliseconds(each).toZonedDateTimeISO(zone))
  if (at === undefined || from === undefined) return ''
  const days = from.toPlainDate().until(at.toPlainDate()).days
  if (days === 0) return clockOf(at)
  if (days === 1 && at.hour === 0 && at.minute === 0) return 'midnight'
  if (days === 1) return `tomorrow at ${clockOf(at)}`
  if (days < moreThanAWeek) return `${weekday(at.dayOfWeek)} at ${clockOf(at)}`
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: zone })
  return `${date.format(new Date(moment))} at ${clockOf(at)}`
}

function clockOf({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function weekday(day: number): string {
  return weekdays[day - 1] ?? ''
}

/** The name of a zone as people say it: `Berlin (Europe/Berlin)`. */
function zoneText(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return zone.includes('/') && !zone.startsWith('Etc/') ? `${city} (${zone})` : zone
}
