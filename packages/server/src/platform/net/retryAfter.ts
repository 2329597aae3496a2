const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Milliseconds of `Retry-After` (RFC 9110, 10.2.3): seconds, or a date by the clock of the machine; undefined for other
 * text.
 */
export function retryAfterOf(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const ms = httpDate.test(header) ? Date.parse(header) - nowMs : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
