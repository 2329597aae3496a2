import { port } from '#kit/call/port.ts'
import type { CalledUse } from '#kit/values/fields.ts'
import { checkJsonCost } from '#platform/http/jsonCost.ts'
import { readPushAddress } from '#platform/video/rtmp/pushAddress.ts'
import { checkHost, checkOutboundUrl, type Guard } from './guard.ts'
import { fetchOutbound } from './outbound.ts'
import { OutboundRefused } from './outboundRefused.ts'
import { retryAfterOf } from './retryAfter.ts'

export type OutboundRequest = {
  /** The account that the look-up and the connection count under. */
  accountId: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Time-out of the whole request: look-up, connection and response. */
  timeoutMs: number
  /** Longer responses are refused, and JSON with more values, names or levels than a body may have. */
  bytesMax: number
  /** Treatment of a longer response: refused when left out, or cut and not read as JSON. */
  tooLarge?: 'refuse' | 'cut'
}

export type OutboundReply = { status: number; retryAfterMs: number | undefined; text: string }

export type Outbound = {
  /** Fetches a text, over up to three redirects. */
  text(
    url: string,
    bounds: { accountId: number; bytesMax: number; timeoutMs?: number },
  ): Promise<{ status: number; contentType: string; text: string }>
  /** Sends a request with headers that may hold a secret: over https alone, following no redirect. */
  request(url: string, request: OutboundRequest): Promise<OutboundReply>
  /** The reason why the server would refuse to call an address, without a look-up; undefined for others. */
  refusalOf(url: string, use: CalledUse): { rule: string; message: string } | undefined
}

/** Requests to other servers. */
export const outboundPort = port<Outbound>('outbound', { text: 'leaves', request: 'leaves' })

const textTimeoutMs = 10_000
const textRedirectsMax = 3

/** The outbound port for products, behind the guard. */
export function openOutboundPort(guard: Guard): Outbound {
  // Private addresses may have plain http: a developer's own machine seldom has a certificate.
  const httpsOnly = guard.rules.allowPrivate !== true
  const secure = (of: Guard): Guard => ({ ...of, rules: { ...of.rules, httpsOnly } })
  return {
    async text(url, { accountId, bytesMax, timeoutMs = textTimeoutMs }) {
      const how = { timeoutMs, redirectsMax: textRedirectsMax, bodyBytesMax: bytesMax }
      const response = await fetchOutbound(guard.forAccount(accountId), url, how)
      const contentType = String(response.headers['content-type'] ?? '')
      return { status: response.status, contentType, text: Buffer.from(response.body).toString('utf8') }
    },
    async request(url, { accountId, bytesMax, ...options }) {
      const response = await fetchOutbound(secure(guard.forAccount(accountId)), url, {
        ...options,
        bodyBytesMax: bytesMax,
      })
      const retryAfterMs = retryAfterOf(response.headers['retry-after'])
      if (response.status < 300 && options.tooLarge !== 'cut') checkCost(response.body, bytesMax)
      return { status: response.status, retryAfterMs, text: Buffer.from(response.body).toString('utf8') }
    },
    refusalOf(url, use) {
      try {
        if (use === 'push') checkHost(readPushAddress(url).host, guard.rules)
        else checkOutboundUrl(url, use === 'secret' ? secure(guard).rules : guard.rules)
        return undefined
      } catch (error) {
        if (!(error instanceof OutboundRefused)) throw error
        return { rule: error.reason, message: error.message }
      }
    },
  }
}

/** JSON of a partner is bounded like a body: 4 MiB of lists in lists hold the event loop for half a second. */
function checkCost(body: Uint8Array, bytesMax: number): void {
  try {
    checkJsonCost(body, bytesMax)
  } catch {
    throw new OutboundRefused('answer_too_large', 'answered with too many values, names or levels')
  }
}
