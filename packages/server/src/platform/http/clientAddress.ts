import type { FastifyRequest } from 'fastify'
import type { Client } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'

/** Codes that name no country: unknown, and the Tor network. */
const noCountries = new Set(['XX', 'ZZ', 'T1'])

/** `countryHeader`: name of a header in lower case. */
type ClientParts = { kernel: Pick<Kernel, 'ports'>; countryHeader: string | undefined }

/** Program, country and network of a request. */
export function clientOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>, parts: ClientParts): Client {
  const { kernel, countryHeader } = parts
  const named = countryHeader === undefined ? undefined : headers[countryHeader]
  const country = typeof named === 'string' ? named.trim().toUpperCase() : ''
  return {
    userAgent: headers['user-agent'] ?? '',
    enter: (counts) => counts.enter(ip),
    country: /^[A-Z]{2}$/.test(country) && !noCountries.has(country) ? country : undefined,
    // Few operations read it, and heartbeats are many.
    get network() {
      return networkOf(kernel, ip)
    },
  }
}

/** The widest prefix: one caller may change the address, and the /64 of IPv6, from request to request. */
function networkOf({ ports }: ClientParts['kernel'], ip: string): string {
  const { host, site = host } = networkPrefixes(ip)
  return ports.get(keyHashPort)(`client network ${site}`).toString('hex')
}
