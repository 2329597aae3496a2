import type Stripe from 'stripe'
import type { Ctx } from '#kit/call/context.ts'
import { fetchOutbound, type OutboundOptions } from '#platform/net/outbound.ts'
import type { Guard } from '#platform/net/guard.ts'
import { PayFailed, PayInFlight, PayRefused, type PayConnection } from '#platform/pay/payProviderPort.ts'
import { stripeSettings } from './stripeSettings.ts'

const timeoutMs = 20_000
const bodyBytesMax = 8_388_608
const messageMax = 300

/** Runs calls of the API of Stripe by the keys of a connection. Throws PayRefused and PayFailed. */
export type StripeCalls = <T>(ctx: Ctx, to: PayConnection, work: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Opens the official client over the guard: each request leaves by the rules of outbound requests. */
export function openStripeCalls(guard: Guard): StripeCalls {
  return async (ctx, to, work) => {
    const { default: Client } = await import('stripe')
    const { protocol, hostname, port } = new URL(ctx.settings.of(stripeSettings).stripeApiUrl)
    const isPlain = protocol === 'http:'
    const own = guard.forAccount(ctx.account.id)
    const stripe = new Client(to.secretKey, {
      protocol: isPlain ? 'http' : 'https',
      host: hostname,
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
      httpClient: Client.createFetchHttpClient((url: unknown, init?: RequestInit) => send(own, String(url), init)),
      // Tasks and schedules repeat what failed, under the same idempotency key.
      maxNetworkRetries: 0,
      timeout: timeoutMs,
      telemetry: false,
      appInfo: { name: 'Fairground' },
    })
    try {
      return await work(stripe)
    } catch (error) {
      throw explained(Client, error, to.secretKey)
    }
  }
}

async function send(guard: Guard, url: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  const options: OutboundOptions = {
    // cast: the client sends GET, POST and DELETE.
    method: method as 'GET' | 'POST' | 'DELETE',
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && body !== '' ? { body } : {}),
    timeoutMs,
    bodyBytesMax,
    ...(signal ? { signal } : {}),
  }
  const reply = await fetchOutbound(guard, url, options)
  const shown = Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-encoding' ? [] : [[name, String(value)]],
  )
  return new Response(Buffer.from(reply.body), { status: reply.status, headers: shown })
}

function explained(Client: typeof Stripe, error: unknown, secretKey: string): unknown {
  const { StripeError, StripeConnectionError, StripeAPIError, StripeRateLimitError } = Client.errors
  if (!(error instanceof StripeError)) return error
  // Texts of a company are stored and logged; one that repeats the key of the request shows it to no reader.
  const message = error.message.replaceAll(secretKey, '…').slice(0, messageMax)
  const isTemporary =
    error instanceof StripeConnectionError || error instanceof StripeAPIError || error instanceof StripeRateLimitError
  // The same code stands for a lock of an object, which is over in a moment as well.
  if (error.statusCode === 409) return new PayInFlight(`Stripe: ${message}`, retryAfterMsOf(error.headers))
  if (isTemporary) return new PayFailed(`Stripe: ${message}`, retryAfterMsOf(error.headers))
  const codes: Record<number, string> = { 401: 'key_refused', 403: 'right_missing' }
  return new PayRefused(codes[error.statusCode ?? 0] ?? error.code ?? 'refused', `Stripe: ${message}`)
}

function retryAfterMsOf(headers: Record<string, string> | undefined): number | undefined {
  const seconds = Number(headers?.['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}
