import type { FastifyRequest } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'
import { isAddressAllowed } from './allowedAddresses.ts'
import type { CredentialSource } from './credential.ts'
import type { Keyring, VerifiedKey } from './keyring.ts'
import { isOriginAllowed, originOf } from './origins.ts'

type Parts = {
  keyring: Keyring
  ownOrigin: string
  /** Warns the owner that a secret key was sent where the public can read it. */
  onExposed(key: VerifiedKey, where: string): void
}

/** Keys as credentials: in the header `x-service-api-key`, or in `?key=` for clients that cannot set headers. */
export function keyCredentials(parts: Parts): CredentialSource<VerifiedKey> {
  const { recall, lastKnown, verify } = parts.keyring
  return {
    recall,
    lastKnown,
    verify,
    read: (request) => headerOf(request) ?? queryOf(request),
    check(key, request) {
      checkExposure(parts, key, request)
      checkUse(parts, key, request)
    },
  }
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['x-service-api-key']
  return typeof header === 'string' ? header : undefined
}

function queryOf(request: FastifyRequest): string | undefined {
  // cast: the query parser makes a plain object.
  const { key } = request.query as Record<string, unknown>
  return typeof key === 'string' ? key : undefined
}

/** Refuses a secret key in an address or from a browser, where others can read it. Throws secret_key_exposed. */
function checkExposure({ ownOrigin, onExposed }: Parts, key: VerifiedKey, request: FastifyRequest): void {
  if (key.actor.credential === 'public') return
  const { origin } = request.headers
  const isInQuery = headerOf(request) === undefined
  const isFromBrowser = origin !== undefined && origin !== ownOrigin
  if (!isInQuery && !isFromBrowser) return
  onExposed(key, isInQuery ? 'query string' : `origin ${origin ?? ''}`)
  throw problem(reasons.secretKeyExposed)
}

/** Checks that the key allows the host address, app or origin. Throws Problem. */
function checkUse({ ownOrigin }: Parts, key: VerifiedKey, request: FastifyRequest): void {
  const { headers, ip } = request
  if (!isAddressAllowed(key.allowedAddresses, ip)) throw problem(reasons.addressNotAllowed)
  if (key.actor.credential !== 'public') return
  const app = headers['x-client-app']
  if (typeof app === 'string') {
    if (key.allowedApps.includes(app)) return
    throw problem(reasons.clientAppNotAllowed)
  }
  const origin = headers.origin ?? originOf(headers.referer)
  // Images and event streams can send neither key header nor origin: `?key=` alone is admitted.
  if (origin === undefined && headerOf(request) === undefined) return
  if (origin === ownOrigin || (origin !== undefined && isOriginAllowed(key.allowedOrigins, origin))) return
  throw problem(reasons.originNotAllowed)
}
