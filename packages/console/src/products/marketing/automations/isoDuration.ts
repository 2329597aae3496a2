/** Units in which durations are typed, the smallest first, each with its seconds. */
export const durationUnits = { minute: 60, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const

/** Name of a unit. */
export type DurationUnit = keyof typeof durationUnits

/** A duration as it is typed: a number of one unit, before or after a moment. */
export type TypedDuration = { count: number; unit: DurationUnit; isBefore: boolean }

const form = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** An ISO 8601 duration in its largest whole unit; undefined for one that no unit of ours holds. */
export function typedDuration(text: unknown): TypedDuration | undefined {
  const found = typeof text === 'string' ? form.exec(text) : null
  if (found === null) return undefined
  const [, sign, years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
  const isBefore = sign === '-'
  const count = Number(years) * 12 + Number(months)
  const rest =
    Number(weeks) * durationUnits.week +
    Number(days) * durationUnits.day +
    Number(hours) * durationUnits.hour +
    Number(minutes) * durationUnits.minute +
    Number(seconds)
  if (count > 0) return rest > 0 ? undefined : { count, unit: 'month', isBefore }
  const unit = (['week', 'day', 'hour', 'minute'] as const).find((each) => rest % durationUnits[each] === 0)
  if (unit === undefined) return undefined
  // Two weeks read as weeks; nothing at all as zero days.
  return rest === 0 ? { count: 0, unit: 'day', isBefore } : { count: rest / durationUnits[unit], unit, isBefore }
}

/** The ISO 8601 duration of a typed one. */
export function isoDuration({ count, unit, isBefore }: TypedDuration): string {
  const letter = { minute: 'M', hour: 'H', day: 'D', week: 'W', month: 'M' }[unit]
  const isTime = unit === 'minute' || unit === 'hour'
  return `${isBefore && count > 0 ? '-' : ''}P${isTime ? 'T' : ''}${count}${letter}`
}
