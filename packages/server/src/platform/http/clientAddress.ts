import type { IncomingHttpHeaders } from 'node:http'
import type { Client } from '#kit/call/context.ts'

/** What stands for a country where there is none: unknown, and the Tor network. */
const noCountries = new Set(['XX', 'ZZ', 'T1'])

/** What a request's headers tell of the program that sent it. `countryHeader` in lower case. */
export function clientOf(headers: IncomingHttpHeaders, countryHeader: string | undefined): Client {
  const named = countryHeader === undefined ? undefined : headers[countryHeader]
  const country = typeof named === 'string' ? named.trim().toUpperCase() : ''
  return {
    userAgent: headers['user-agent'] ?? '',
    country: /^[A-Z]{2}$/.test(country) && !noCountries.has(country) ? country : undefined,
  }
}
