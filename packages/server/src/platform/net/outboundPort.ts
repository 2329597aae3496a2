import type { Ports } from '#kit/context.ts'
import type { Guard } from './guard.ts'
import { fetchOutbound } from './outbound.ts'

const timeoutMs = 10_000
const redirectsMax = 3

/** Fetches a text of somebody else's, past the guard. Throws OutboundRefused and OutboundFailed. */
export function openTextFetch(guard: Guard): Ports['outbound'] {
  return {
    async text(url, bytesMax) {
      const answer = await fetchOutbound(guard, url, { timeoutMs, redirectsMax, bodyBytesMax: bytesMax })
      const contentType = String(answer.headers['content-type'] ?? '')
      return { status: answer.status, contentType, text: Buffer.from(answer.body).toString('utf8') }
    },
  }
}
