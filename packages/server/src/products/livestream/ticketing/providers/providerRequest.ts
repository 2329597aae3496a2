import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import { at, readJson, type Json } from '#platform/net/foreignJson.ts'
import { ProviderError, type EventConnection } from './provider.ts'

/** Largest response: a page of a hundred attendees with all of their fields. */
const responseBytesMax = 4 * 1024 * 1024

/** Request to a provider. */
export type ProviderRequest = {
  /** Path behind the base address. */
  path: string
  query?: Record<string, string>
  headers: Record<string, string>
  /** Body, sent as JSON by POST; a request without one is a GET. */
  body?: Json
  /** Meaning of status 403: refused credentials (most providers) or an unknown event. */
  forbidden?: 'rejected' | 'unknown'
}

/** Sends a request to a provider and returns its JSON. Throws ProviderError; `unknown` for status 404. */
export async function requestJson(connection: EventConnection, base: string, request: ProviderRequest): Promise<Json> {
  const { path, query = {}, headers, body, forbidden = 'rejected' } = request
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  const url = `${(connection.credentials.baseUrl ?? base).replace(/\/+$/, '')}${path}${search}`
  const response = await connection.outbound
    .request(url, {
      accountId: connection.accountId,
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : jsonType) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: connection.timeoutMs,
      bytesMax: responseBytesMax,
    })
    .catch((error: unknown) => {
      throw unreachable(error)
    })
  const { status, retryAfterMs } = response
  if (status === 401) throw new ProviderError('rejected', `it refused the credentials (${status})`)
  if (status === 403) throw new ProviderError(forbidden, `it refused access (${status})`)
  if (status === 404 || status === 410) throw new ProviderError('unknown', `it does not have it (${status})`)
  if (status < 200 || status > 299)
    throw new ProviderError('unreachable', `it responded with status ${status}`, retryAfterMs)
  const json = readJson(response.text)
  if (json === undefined) throw new ProviderError('unreachable', 'its response is not JSON')
  return json
}

/** Same as `requestJson`, but undefined in place of the error `unknown`. */
export async function findJson(connection: EventConnection, base: string, request: ProviderRequest): Promise<Json> {
  try {
    return await requestJson(connection, base, request)
  } catch (error) {
    if (error instanceof ProviderError && error.trouble === 'unknown') return undefined
    throw error
  }
}

/** Member that every valid response has. Throws ProviderError when it is missing, as from another server. */
export function expectAt(response: Json, ...path: string[]): Json {
  const found = at(response, ...path)
  if (found === undefined) throw new ProviderError('unreachable', `its response lacks ${path.join('.')}`)
  return found
}

/** Text as one segment of a path. */
export function part(text: string): string {
  return encodeURIComponent(text)
}

const jsonType = { 'content-type': 'application/json' }

function unreachable(error: unknown): unknown {
  const isOutbound = error instanceof OutboundFailed || error instanceof OutboundRefused
  return isOutbound ? new ProviderError('unreachable', error.message) : error
}
