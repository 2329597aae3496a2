import type { FastifyRequest } from 'fastify'
import type { Actor } from '#kit/call/context.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import type { Kernel } from '#platform/call/callContext.ts'
import { networkPrefixes } from '#platform/net/networkPrefix.ts'
import { isKey } from './idempotency.ts'

/**
 * The Idempotency-Key of a request, under which its response is kept. Anyone may know a public key: its callers have
 * keys of their own, per network, and use up none of the account's. A malformed key stays as it is, and is refused.
 */
export function ownedKey(kernel: Pick<Kernel, 'ports'>, request: FastifyRequest, actor: Actor): string | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (actor.credential !== 'public' || !isKey(key)) return key
  const { host, site = host } = networkPrefixes(request.ip)
  return `public:${kernel.ports.get(keyHashPort)(`idempotency ${actor.id} ${site} ${key}`).toString('hex')}`
}
