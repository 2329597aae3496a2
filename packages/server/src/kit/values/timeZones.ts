/** Accepted zones: a finite list, which needs no bound. */
const known = new Set<string>()

/** Whether a text is an IANA time zone in its own spelling: comparisons of texts would take `utc` for another zone. */
export function isTimeZone(text: string): boolean {
  if (known.has(text)) return true
  const isZone = /^[A-Za-z]/.test(text) && isSpeltSo(text)
  if (isZone) known.add(text)
  return isZone
}

function isSpeltSo(timeZone: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId === timeZone
  } catch {
    return false
  }
}
