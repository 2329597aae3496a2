import type { FastifyRequest } from 'fastify'

const headerLengthMax = 8_192

/** Cookie name. With https the prefix `__Host-` binds it to this host and to secure connections (RFC 6265bis). */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/** Text of a cookie in a request; undefined for a request without it. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  const header = (headers.cookie ?? '').slice(0, headerLengthMax)
  const start = `${name}=`
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
}
