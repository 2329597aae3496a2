import type { IncomingHttpHeaders } from 'node:http'
import type { Client } from '#kit/call/context.ts'

/** Codes that name no country: unknown, and the Tor network. */
const noCountries = new Set(['XX', 'ZZ', 'T1'])

/** Program and country of a request, from its headers. `countryHeader` in lower case. */
export function clientOf(headers: IncomingHttpHeaders, countryHeader: string | undefined): Client {
  const named = countryHeader === undefined ? undefined : headers[countryHeader]
  const country = typeof named === 'string' ? named.trim().toUpperCase() : ''
  return {
    userAgent: headers['user-agent'] ?? '',
    country: /^[A-Z]{2}$/.test(country) && !noCountries.has(country) ? country : undefined,
  }
}
