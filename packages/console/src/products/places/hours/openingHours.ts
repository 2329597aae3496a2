/** Hours of one weekday: 1 Monday to 7 Sunday, `HH:MM` on the wall clock of the place; `closes` may pass midnight. */
export type RegularHours = { day: number; opens: string; closes: string }
/** Hours of one date: closed, or open at these times. */
export type HoursException = { date: string; closed?: boolean; opens?: string; closes?: string; note?: string }
/** Opening hours of a place, as the API holds them. */
export type OpeningHours = { regular?: RegularHours[]; exceptions?: HoursException[] }

/** Days of the week, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const first = { opens: '09:00', closes: '17:00' }

/** The hours of one day, in the order of the clock. */
export function hoursOfDay({ regular = [] }: OpeningHours, day: number): RegularHours[] {
  return regular.filter((each) => each.day === day).toSorted((a, b) => a.opens.localeCompare(b.opens))
}

/** The hours with others for one day. */
export function withDay(hours: OpeningHours, day: number, ofDay: readonly RegularHours[]): OpeningHours {
  const others = (hours.regular ?? []).filter((each) => each.day !== day)
  const regular = [...others, ...ofDay.map((each) => ({ ...each, day }))].toSorted((a, b) => a.day - b.day)
  return { ...hours, regular }
}

/** The hours with one more time on a day: after its last one, else as on the nearest day before that is open. */
export function withMoreHours(hours: OpeningHours, day: number): OpeningHours {
  const ofDay = hoursOfDay(hours, day)
  const last = ofDay.at(-1)
  if (last !== undefined) {
    const opens = last.closes > last.opens && last.closes < '23:00' ? later(last.closes) : '18:00'
    return withDay(hours, day, [...ofDay, { day, opens, closes: later(opens) }])
  }
  const before = [1, 2, 3, 4, 5, 6].map((back) => hoursOfDay(hours, ((day - back + 6) % 7) + 1))
  const model = before.find((each) => each.length > 0) ?? [{ day, ...first }]
  return withDay(hours, day, model)
}

/** The hours with those of one day on every other day. */
export function withDayEverywhere(hours: OpeningHours, day: number): OpeningHours {
  const model = hoursOfDay(hours, day)
  return weekdays.reduce((all, each) => withDay(all, each, model), hours)
}

/** Whether the time passes midnight, or lasts the whole day. */
export function isOverMidnight({ opens, closes }: Pick<RegularHours, 'opens' | 'closes'>): boolean {
  return closes <= opens
}

/** Days of equal hours in a row, for a short summary: Monday to Friday in one line. */
export function groupedDays(hours: OpeningHours): { days: number[]; hours: RegularHours[] }[] {
  const groups: { days: number[]; hours: RegularHours[]; text: string }[] = []
  for (const day of weekdays) {
    const ofDay = hoursOfDay(hours, day)
    const text = ofDay.map(({ opens, closes }) => `${opens}-${closes}`).join()
    const last = groups.at(-1)
    if (last?.text === text) last.days.push(day)
    else groups.push({ days: [day], hours: ofDay, text })
  }
  return groups.map(({ days, hours: ofDays }) => ({ days, hours: ofDays }))
}

/** An hour later on the same day, at most 23:59. */
function later(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour >= 23 ? '23:59' : `${String(hour + 1).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
