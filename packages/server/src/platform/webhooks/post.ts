import { storable } from '#kit/values/foreignText.ts'
import type { Guard } from '#platform/net/guard.ts'
import { fetchOutbound } from '#platform/net/outbound.ts'
import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import { retryAfterOf } from '#platform/net/retryAfter.ts'
import type { EndpointTarget } from './webhookEndpointsPort.ts'
import type { Message } from './webhookMessage.ts'
import { signWebhook } from './sign.ts'

/** The response of a receiver; `status` is undefined without one. `retryAfterMs`: its Retry-After. */
export type Posted = {
  status: number | undefined
  retryAfterMs: number | undefined
  error: string | undefined
  durationMs: number
  excerpt: string | undefined
}

/** Sends one message to one endpoint of an account. Never throws for a failure of the receiver. */
export type Post = (accountId: number, target: EndpointTarget, message: Message) => Promise<Posted>

const timeoutMs = 15_000
const excerptBytesMax = 1_024

/** Posts through the guard: a time-out of 15 s in all, no redirects, the first 1 kB of the response. */
export function openPost(guard: Guard): Post {
  return async (accountId, target, message) => {
    const startedAt = performance.now()
    const took = () => performance.now() - startedAt
    try {
      // The timestamp is by the machine's clock, also in tests: receivers compare it with their own clock.
      const signed = signWebhook({ id: message.id, sentAt: new Date(), payload: message.body }, target.secrets)
      const response = await fetchOutbound(guard.forAccount(accountId), target.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Fairground-Webhooks/1', ...signed },
        body: message.body,
        timeoutMs,
        bodyBytesMax: excerptBytesMax,
        tooLarge: 'cut',
      })
      const isRedirect = response.status >= 300 && response.status < 400
      const error = isRedirect ? `answered ${response.status}; redirects are not followed` : undefined
      const retryAfterMs = retryAfterOf(response.headers['retry-after'])
      return { status: response.status, retryAfterMs, error, durationMs: took(), excerpt: textOf(response.body) }
    } catch (error) {
      if (!(error instanceof OutboundRefused) && !(error instanceof OutboundFailed)) throw error
      return { ...unanswered, error: `the address ${error.message}`, durationMs: took() }
    }
  }
}

/** An attempt without a response. */
export const unanswered = { status: undefined, retryAfterMs: undefined, excerpt: undefined }

/** Text that PostgreSQL can store: valid UTF-8, no zero characters, at most 1 kB again after the repair. */
function textOf(body: Uint8Array): string | undefined {
  const text = storable(Buffer.from(body).toString('utf8'))
  if (text === '') return undefined
  let kept = text.slice(0, excerptBytesMax)
  while (Buffer.byteLength(kept) > excerptBytesMax) kept = kept.slice(0, -1)
  return kept.isWellFormed() ? kept : kept.slice(0, -1)
}
