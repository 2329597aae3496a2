import type { Outbound } from '#kit/ports.ts'
import type { Guard } from './guard.ts'
import { fetchOutbound } from './outbound.ts'
import { retryAfterOf } from './retryAfter.ts'

const textTimeoutMs = 10_000
const textRedirectsMax = 3

/** What products may ask of addresses of others. */
export function openOutboundPort(guard: Guard): Outbound {
  // Where private addresses are allowed, plain http is as well: a developer's own machine seldom has a certificate.
  const secretive: Guard = { ...guard, rules: { ...guard.rules, httpsOnly: guard.rules.allowPrivate !== true } }
  return {
    async text(url, bytesMax) {
      const how = { timeoutMs: textTimeoutMs, redirectsMax: textRedirectsMax, bodyBytesMax: bytesMax }
      const answer = await fetchOutbound(guard, url, how)
      const contentType = String(answer.headers['content-type'] ?? '')
      return { status: answer.status, contentType, text: Buffer.from(answer.body).toString('utf8') }
    },
    async request(url, { bytesMax, ...asked }) {
      const answer = await fetchOutbound(secretive, url, { ...asked, bodyBytesMax: bytesMax })
      const retryAfterMs = retryAfterOf(answer.headers['retry-after'])
      return { status: answer.status, retryAfterMs, text: Buffer.from(answer.body).toString('utf8') }
    },
  }
}
