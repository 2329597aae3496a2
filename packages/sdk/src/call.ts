import { errorFor, type FairgroundError } from './errors.ts'
import { bodyOf, type Result, type Attempt } from './responseBody.ts'
import { listPages, type ListPage, type ListPages } from './pages.ts'
import { isWorthRetrying, waitMs } from './retries.ts'
import type { CallOptions, Settings } from './settings.ts'

/** Method and path of an operation, and whether it may be repeated: a write without a key may have succeeded. */
export type Route = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  kind: 'read' | 'write' | 'create' | 'bare'
  /** The response is text in place of data. */
  isText?: boolean
}

/** The function through which operations of a client are called. */
export type Call = {
  one<T>(route: Route, input: object, options?: CallOptions): Promise<T>
  pages<T, P extends ListPage<T> = ListPage<T>>(route: Route, input: object, options?: CallOptions): ListPages<T, P>
}

/** The version of this package, sent as part of the User-Agent. */
export const sdkVersion = '0.1.0'

/** Makes the function that sends calls, with their headers, time-outs, retries and errors. */
export function openCall(settings: Settings): Call {
  const one = async <T>(route: Route, input: object, options: CallOptions = {}): Promise<T> => {
    const data = await sendUntilDone(settings, prepare(settings, { route, input, options }), options)
    // cast: the type is generated from the schema that the server's responses are tested against.
    return data as T
  }
  return { one, pages: (route, input, options) => listPages((page) => one(route, page, options), input) }
}

type Prepared = { route: Route; url: string; init: RequestInit; isSafe: boolean }

async function sendUntilDone(settings: Settings, prepared: Prepared, options: CallOptions): Promise<unknown> {
  const retriesMax = options.retriesMax ?? settings.retriesMax
  for (let attempt = 1; ; attempt++) {
    const result = await sendOnce(settings, prepared, { options, number: attempt })
    if ('data' in result) return result.data
    const { error } = result
    if (attempt > retriesMax || !isWorthRetrying(error, prepared.isSafe)) throw error
    const wait = waitMs(error, attempt)
    if (wait > settings.retryWaitMaxMs) throw error
    await pause(wait, options.signal)
  }
}

async function sendOnce(settings: Settings, { route, url, init }: Prepared, attempt: Attempt): Promise<Result> {
  const { options } = attempt
  options.signal?.throwIfAborted()
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
  const started = performance.now()
  try {
    const response = await settings.fetch(url, { ...init, signal })
    const result = await bodyOf(response, route, attempt.number)
    settings.onResponse?.({
      operation: route.id,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      isReplayed: response.headers.get('idempotent-replayed') === 'true',
      attempt: attempt.number,
      durationMs: performance.now() - started,
    })
    return result
  } catch (cause) {
    options.signal?.throwIfAborted()
    const why = limit.aborted ? `No answer within ${timeoutMs} ms.` : 'The connection failed.'
    return { error: noResponse(route, limit.aborted ? 'timed_out' : 'connection_failed', { why, cause, attempt }) }
  }
}

function noResponse(
  route: Route,
  code: string,
  more: { why: string; cause: unknown; attempt: Attempt },
): FairgroundError {
  const facts = { code, reason: code, message: more.why, status: 0, operation: route.id, attempts: more.attempt.number }
  const unknown = { details: undefined, requestId: undefined, docs: undefined, retryAfterSeconds: undefined }
  return errorFor({ ...facts, ...unknown, fields: [] }, more.cause)
}

type CallInput = { route: Route; input: object; options: CallOptions }

function prepare(settings: Settings, { route, input, options }: CallInput): Prepared {
  const rest: Record<string, unknown> = { ...input }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is needed`)
    delete rest[name]
    return encodeURIComponent(value)
  })
  const isInQuery = route.method === 'GET' || route.method === 'DELETE'
  const key = keyFor(settings, route, options)
  const isNamed = route.kind === 'create' && typeof rest['clientReference'] === 'string'
  return {
    route,
    url: settings.baseUrl + path + (isInQuery ? queryOf(rest) : ''),
    init: {
      method: route.method,
      headers: headersOf(settings, isInQuery, key),
      // A redirect would send the key to its target.
      redirect: 'error',
      credentials: settings.authorize().credentials,
      ...(isInQuery ? {} : { body: JSON.stringify(rest) }),
    },
    isSafe: route.kind === 'read' || key !== undefined || isNamed,
  }
}

function keyFor(settings: Settings, route: Route, { idempotencyKey }: CallOptions): string | undefined {
  if (route.kind === 'read' || route.kind === 'bare' || idempotencyKey === false) return undefined
  if (idempotencyKey !== undefined) return idempotencyKey
  return settings.idempotencyKeys ? randomKey() : undefined
}

/** `crypto.randomUUID` is missing on pages that are not served securely. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `sdk-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function headersOf(settings: Settings, isInQuery: boolean, key: string | undefined): Record<string, string> {
  const isBrowser = typeof document !== 'undefined'
  const agent = `fairground-sdk/${sdkVersion}${settings.appName === undefined ? '' : ` ${settings.appName}`}`
  return {
    accept: 'application/json',
    ...settings.authorize().headers,
    ...(isInQuery ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(settings.clientApp === undefined ? {} : { 'x-client-app': settings.clientApp }),
    ...(isBrowser ? {} : { 'user-agent': agent }),
  }
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(name, String(each))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // A signal that aborted while the response was read emits no further event.
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
