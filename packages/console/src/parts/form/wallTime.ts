/** A moment as `YYYY-MM-DDTHH:MM` on the wall clock of a zone, the value of a date and time input. */
export function wallOf(moment: string, zone: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() + offsetMs(at.getTime(), zone)).toISOString().slice(0, 16)
}

/**
 * The moment of a wall clock time in a zone, in UTC. A time that a change of the clock leaves out moves forward; of one
 * that comes twice, the first counts.
 */
export function momentOf(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall.slice(0, 16)}:00Z`)
  const [first = asUtc, second = asUtc] = [-dayMs, dayMs].map((far) => asUtc - offsetMs(asUtc + far, zone))
  const isOf = (at: number) => at + offsetMs(at, zone) === asUtc
  return new Date(!isOf(first) && isOf(second) ? second : first).toISOString()
}

const dayMs = 86_400_000
const two = '2-digit'
const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
const formats = new Map<string, Intl.DateTimeFormat>()

/** Difference of a zone's wall clock to UTC at a moment, in milliseconds. */
function offsetMs(at: number, zone: string): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })
  formats.set(zone, format)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at / 1000) * 1000
}
