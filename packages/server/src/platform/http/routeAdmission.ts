import type { FastifyRequest } from 'fastify'
import { takeByNetwork } from '#platform/limits/networkBuckets.ts'
import { checkRate, type Gate } from './caller.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges into Fastify's own
  interface FastifyContextConfig {
    /**
     * static (default): by the rate of static files. media: by the rate of media. own: the route admits its requests
     * itself. paused: never refused, but delayed beyond the rate of refusals, for health checks.
     */
    admission?: 'static' | 'media' | 'own' | 'paused'
  }
}

/**
 * Admits a request by the rate of its network prefix, unless the route does so itself. An unknown path counts as a
 * static file. Throws rate_limited.
 */
export function admitByRoute({ buckets, rates }: Gate, request: FastifyRequest): void {
  const { admission = 'static' } = request.is404 ? {} : request.routeOptions.config
  if (admission === 'own' || admission === 'paused') return
  const verdict = takeByNetwork(buckets, rates[admission], { address: request.ip })
  checkRate(verdict)
}
