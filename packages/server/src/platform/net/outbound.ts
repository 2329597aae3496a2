import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { checkOutboundUrl, type Guard } from './guard.ts'
import { OutboundFailed, OutboundRefused } from './outboundRefused.ts'

/** Options of a request. */
export type OutboundOptions = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Time-out of the whole request: look-up, connection, redirects and response. */
  timeoutMs?: number
  /** Redirects to follow, each checked like the first address; 0 when left out. */
  redirectsMax?: number
  /** Limit of the response after decompression, in bytes. */
  bodyBytesMax?: number
  /** Treatment of a longer response: refused, or cut and marked. */
  tooLarge?: 'refuse' | 'cut'
  signal?: AbortSignal
}

/** The response. `url` is the final address after redirects; header names are in lower case. */
export type OutboundResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: Uint8Array
  cut: boolean
  url: string
}

const timeoutMsDefault = 15_000
const bodyBytesMaxDefault = 1_048_576
/** Compressed bytes beyond the limit of decompressed ones: headers and blocks of the format. */
const packingBytesMax = 65_536
/** Informational responses (RFC 9110, 15.2) before the final one. */
const informationalMax = 20
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * Sends a request to another server through the guard. Every status is a response. Throws OutboundRefused for addresses
 * that the guard refuses, and OutboundFailed for network failures.
 */
export async function fetchOutbound(
  guard: Guard,
  url: string,
  options: OutboundOptions = {},
): Promise<OutboundResponse> {
  const timer = AbortSignal.timeout(options.timeoutMs ?? timeoutMsDefault)
  const signal = options.signal === undefined ? timer : AbortSignal.any([timer, options.signal])
  try {
    // undici checks the signal only after it has connected, so the wait for a connection ends here.
    const request = { ...options, signal }
    return await Promise.race([
      follow(guard, checkOutboundUrl(url, guard.rules), { options: request, send }),
      aborted(signal),
    ])
  } catch (error) {
    throw explain(error, { timer, given: options.signal })
  }
}

/** Rejects when the signal is aborted, for work that has no signal. */
export function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  if (signal.aborted) reject(signal.reason)
  return promise
}

/** The request at the first address, and the function that sends it to each address. */
export type RequestSender<R extends ResponseHead> = {
  options: OutboundOptions
  send: (guard: Guard, url: URL, options: OutboundOptions) => Promise<R>
}
type ResponseHead = { status: number; headers: IncomingHttpHeaders }

/** Sends a request and follows its redirects, each checked like the first address. Throws OutboundRefused. */
export async function follow<R extends ResponseHead>(guard: Guard, start: URL, by: RequestSender<R>): Promise<R> {
  let url = start
  let { options } = by
  const max = options.redirectsMax ?? 0
  for (let redirects = 0; ; redirects++) {
    const response = await by.send(guard, url, options)
    const location = response.headers.location
    if (max === 0 || location === undefined || !redirectStatuses.has(response.status)) return response
    if (redirects >= max) throw new OutboundRefused('redirects', `redirects more than ${max} times`)
    const next = checkOutboundUrl(URL.parse(location, url)?.href ?? location, guard.rules)
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw new OutboundRefused('redirects', 'redirects from https to http')
    }
    options = redirected(options, { status: response.status, leaves: next.origin !== url.origin })
    url = next
  }
}

/** The request after a redirect (RFC 9110, 15.4): headers with credentials stay within its origin. */
function redirected(options: OutboundOptions, to: { status: number; leaves: boolean }): OutboundOptions {
  const { body, ...rest } = options
  const toGet = to.status === 303 || (to.status < 303 && options.method === 'POST')
  const method = toGet ? 'GET' : (options.method ?? 'GET')
  const dropped = new Set([...(to.leaves ? ['authorization', 'cookie'] : []), ...(toGet ? ['content-type'] : [])])
  const kept = Object.entries(options.headers ?? {}).filter(([name]) => !dropped.has(name.toLowerCase()))
  const next: OutboundOptions = { ...rest, method, headers: Object.fromEntries(kept) }
  return toGet || body === undefined ? next : { ...next, body }
}

/** Options that end a request at its signal, or at one more informational response than `informationalMax`. */
export function endingOf(signal: AbortSignal | undefined): { signal: AbortSignal; onInfo: () => void } {
  const flooded = new AbortController()
  let count = 0
  return {
    signal: signal === undefined ? flooded.signal : AbortSignal.any([signal, flooded.signal]),
    onInfo() {
      count += 1
      if (count > informationalMax) flooded.abort(new OutboundFailed('protocol', 'sends informational responses alone'))
    },
  }
}

async function send(guard: Guard, url: URL, options: OutboundOptions): Promise<OutboundResponse> {
  const timeoutMs = options.timeoutMs ?? timeoutMsDefault
  const { request } = await import('undici')
  const response = await request(url, {
    dispatcher: await guard.agent(),
    method: options.method ?? 'GET',
    headers: { 'accept-encoding': 'gzip, deflate, br', ...options.headers },
    body: options.body ?? null,
    ...endingOf(options.signal),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  // Destroying a body that is not read to its end emits an error, also where nothing reads it.
  response.body.on('error', () => undefined)
  const empty = options.method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304
  const encoding = empty ? '' : String(response.headers['content-encoding'] ?? '')
  const read = await collect(response.body, encoding, options).finally(() => response.body.destroy())
  return { status: response.statusCode, headers: response.headers, url: url.href, ...read }
}

/** Reads and decompresses in pieces, so that a small response cannot exceed the limit by more than one piece. */
async function collect(body: Readable, encoding: string, options: OutboundOptions): Promise<Collected> {
  const max = options.bodyBytesMax ?? bodyBytesMaxDefault
  const unpack = unpacker(encoding)
  const failed = (error: Error) => unpack?.destroy(error)
  if (unpack !== undefined) {
    let packedBytes = 0
    body.on('error', failed).on('data', (piece: Uint8Array) => {
      packedBytes += piece.length
      // Empty blocks decompress to nothing, without an end.
      if (packedBytes > max + packingBytesMax) failed(tooLarge(max))
    })
    body.pipe(unpack)
  }
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of unpack ?? body) {
    if (!(piece instanceof Uint8Array)) continue
    bytes += piece.length
    if (bytes > max && options.tooLarge !== 'cut') {
      unpack?.destroy()
      throw tooLarge(max)
    }
    pieces.push(bytes > max ? piece.subarray(0, piece.length - (bytes - max)) : piece)
    if (bytes > max) break
  }
  return { body: new Uint8Array(Buffer.concat(pieces)), cut: bytes > max }
}

function tooLarge(max: number): OutboundRefused {
  return new OutboundRefused('answer_too_large', `answered with more than ${max} bytes`)
}

type Collected = { body: Uint8Array; cut: boolean }

function unpacker(encoding: string) {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return undefined
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'deflate') return createInflate()
  if (name === 'br') return createBrotliDecompress()
  throw new OutboundRefused('answer_encoding', `answered in the encoding ${name.slice(0, 40)}, which was not requested`)
}

/** The signal of our time limit, and that of the caller. */
export type Signals = { timer: AbortSignal; given: AbortSignal | undefined }

/** Maps every error of undici, Node and zlib to the two errors of this folder. */
export function explain(error: unknown, { timer, given }: Signals): Error {
  const known = causes(error).find((one) => one instanceof OutboundRefused || one instanceof OutboundFailed)
  if (known instanceof Error) return known
  if (given?.aborted === true) return new OutboundFailed('cancelled', 'was cancelled', error)
  const code =
    causes(error)
      .map(codeOf)
      .find((one) => one !== undefined) ?? ''
  if (timer.aborted || /TIMEOUT|ETIMEDOUT/.test(code))
    return new OutboundFailed('timeout', 'did not answer in time', error)
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return new OutboundFailed('name_not_found', 'has no address', error)
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return new OutboundFailed('tls', `has no valid certificate (${code})`, error)
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new OutboundFailed('protocol', `got no request, since a header is not valid (${code})`, error)
  }
  if (/^(HPE_|Z_|ERR__|UND_ERR_(HEADERS_OVERFLOW|RES|REQ|INVALID))/.test(code)) {
    return new OutboundFailed('protocol', `did not answer in valid HTTP (${code})`, error)
  }
  return new OutboundFailed('connection', `could not be reached${code === '' ? '' : ` (${code})`}`, error)
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) {
    chain.push(at, ...(at instanceof AggregateError ? at.errors : []))
  }
  return chain
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_INVALID'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
