import { matching, type Docs } from '#kit/values/fields.ts'

/** Form of an ISO 8601 duration without a sign; the check of its bounds reads it whole. */
const form = '^P([0-9]{1,4}Y)?([0-9]{1,4}M)?([0-9]{1,4}W)?([0-9]{1,5}D)?(T([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$'

/** Longest duration of a definition, in days. */
export const durationDaysMax = 1_100

const dayMs = 86_400_000

/** A duration of ISO 8601 such as `PT10M` or `P3D`. */
export function duration(docs: Docs = {}) {
  return matching(form, 40, { message: 'must be a duration such as PT10M or P3D', examples: ['P3D'], ...docs })
}

/** A duration with an optional sign: before (`-P2D`) or after a moment. */
export function offset(docs: Docs = {}) {
  return matching(form.replace('^', '^-?'), 41, {
    message: 'must be a duration such as P2D or -P2D',
    examples: ['-P2D'],
    ...docs,
  })
}

/**
 * Length in milliseconds, with years of 365 days and months of 30: for bounds alone. Undefined beyond the bound, and
 * for a text without a number such as `PT`.
 */
export function lengthMs(text: string): number | undefined {
  const duration = parsed(text)
  if (duration === undefined) return undefined
  const { years, months, weeks, days, hours, minutes, seconds } = duration
  const ms = (years * 365 + months * 30 + weeks * 7 + days) * dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1_000
  return Math.abs(ms) <= durationDaysMax * dayMs ? ms : undefined
}

function parsed(text: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(text)
  } catch {
    return undefined
  }
}

/** The moment a duration after another. Days, months and years keep the wall clock of the zone. */
export function momentAfter(from: Date, text: string, timeZone: string): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(start.add(Temporal.Duration.from(text)).epochMilliseconds)
}
