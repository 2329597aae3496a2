import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import { at, readJson, type Json } from './providerJson.ts'
import { ProviderError, type Box } from './provider.ts'

/** The longest answer: a page of a hundred attendees with all that providers say of them. */
const answerBytesMax = 4 * 1024 * 1024

/** What to ask at a provider. */
export type Question = {
  /** Behind the base address. */
  path: string
  query?: Record<string, string>
  headers: Record<string, string>
  /** Sent as JSON by POST. */
  body?: Json
  /** What a 403 means: most refuse the key by it, some the event. */
  forbidden?: 'rejected' | 'unknown'
}

/** Asks a provider and reads its JSON. Throws ProviderError; `unknown` for a 404. */
export async function askProvider(box: Box, base: string, question: Question): Promise<Json> {
  const { path, query = {}, headers, body, forbidden = 'rejected' } = question
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  const url = `${(box.credentials.baseUrl ?? base).replace(/\/+$/, '')}${path}${search}`
  const reply = await box.outbound
    .request(url, {
      accountId: box.accountId,
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : jsonType) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: box.timeoutMs,
      bytesMax: answerBytesMax,
    })
    .catch((error: unknown) => {
      throw unreachable(error)
    })
  const { status, retryAfterMs } = reply
  if (status === 401) throw new ProviderError('rejected', `it refused the credentials (${status})`)
  if (status === 403) throw new ProviderError(forbidden, `it refused access (${status})`)
  if (status === 404 || status === 410) throw new ProviderError('unknown', `it knows nothing of it (${status})`)
  if (status < 200 || status > 299) throw new ProviderError('unreachable', `it answered ${status}`, retryAfterMs)
  const answer = readJson(reply.text)
  if (answer === undefined) throw new ProviderError('unreachable', 'its answer is not JSON')
  return answer
}

/** The same, with undefined in place of `unknown`. */
export async function askMaybe(box: Box, base: string, question: Question): Promise<Json> {
  try {
    return await askProvider(box, base, question)
  } catch (error) {
    if (error instanceof ProviderError && error.trouble === 'unknown') return undefined
    throw error
  }
}

/** The answer must have this member, or it is from somebody else. */
export function expectAt(answer: Json, ...path: string[]): Json {
  const found = at(answer, ...path)
  if (found === undefined) throw new ProviderError('unreachable', `its answer lacks ${path.join('.')}`)
  return found
}

/** A piece of a path. */
export function part(text: string): string {
  return encodeURIComponent(text)
}

const jsonType = { 'content-type': 'application/json' }

function unreachable(error: unknown): unknown {
  const isTold = error instanceof OutboundFailed || error instanceof OutboundRefused
  return isTold ? new ProviderError('unreachable', error.message) : error
}
