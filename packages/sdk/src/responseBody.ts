import { errorFor, type FairgroundError, type FieldProblem } from './errors.ts'
import type { CallOptions } from './settings.ts'

/** Result of a call: the data of its response, or the error. */
export type Result = { data: unknown } | { error: FairgroundError }

/** One try of a call, counted from 1. */
export type Attempt = { options: CallOptions; number: number }

type CalledRoute = { id: string; isText?: boolean }

/** Reads a response. Never throws for its content; only for a connection that breaks while reading. */
export async function bodyOf(response: Response, route: CalledRoute, attempts: number): Promise<Result> {
  const text = await response.text()
  if (response.ok && route.isText === true) return { data: text }
  const body = parsed(text)
  if (response.ok && 'data' in body) return { data: body['data'] }
  const error = objectOf(body['error'])
  const isOurs = typeof error['code'] === 'string'
  return {
    error: errorFor({
      code: isOurs ? String(error['code']) : codeOf(response.status),
      reason: textOf(error['reason']) ?? 'unexpected_answer',
      message: textOf(error['message']) ?? `The server answered ${response.status}, and not in the form of this API.`,
      status: response.status,
      fields: Array.isArray(error['fields']) ? error['fields'].map(fieldOf) : [],
      details: error['details'] === undefined ? undefined : objectOf(error['details']),
      requestId: textOf(body['requestId']) ?? response.headers.get('x-request-id') ?? undefined,
      docs: docsOf(textOf(error['docs']), response.url),
      retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
      operation: route.id,
      attempts,
    }),
  }
}

/** Code of a response without the API's error body, such as a gateway's: it follows from the status. */
function codeOf(status: number): string {
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503 || status === 504) return 'unavailable'
  return status >= 500 ? 'internal_error' : 'unexpected_answer'
}

function parsed(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function fieldOf(value: unknown): FieldProblem {
  const { path, rule, message } = objectOf(value)
  return { path: textOf(path) ?? '', rule: textOf(rule) ?? '', message: textOf(message) ?? '' }
}

function docsOf(docs: string | undefined, base: string): string | undefined {
  return docs !== undefined && URL.canParse(docs, base) ? new URL(docs, base).href : docs
}

/** Seconds, or the time until an HTTP date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null || header === '') return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
