import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { checkOutboundUrl, type Guard } from './guard.ts'
import { aborted, endingOf, explain, follow, type OutboundOptions, type Signals } from './outbound.ts'
import { OutboundFailed, OutboundRefused } from './outboundRefused.ts'

/** Target file and limits of a download. */
export type DownloadOptions = {
  /** Target path. An existing file is replaced, and removed when the download fails. */
  toPath: string
  bytesMax: number
  /** Longest time without a byte; a longer silence counts as a broken connection. */
  idleTimeoutMs: number
  /** Time-out of the whole download, with redirects and the second attempt. */
  totalTimeoutMs: number
  /** Called after each piece, so it must be cheap. The total is known when the server sends a length. */
  onProgress?(byteCount: number, byteCountTotal: number | undefined): void
  /** Further request headers, in lower case. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A finished download. The content type is that of the response and unverified. */
export type Downloaded = { byteCount: number; contentType: string }

/** Reason why a download failed. */
export type DownloadFailure =
  | 'refused_address'
  | 'unreachable'
  | 'http_status'
  | 'too_large'
  | 'timed_out'
  | 'broken_off'
  | 'cancelled'
  | 'storage_failed'

/** A failed download. The message may be shown to the account: it contains no address and no path. */
export class DownloadFailed extends Error {
  readonly reason: DownloadFailure

  constructor(reason: DownloadFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DownloadFailed'
    this.reason = reason
  }
}

const redirectsMax = 5
const triesMax = 2

/**
 * Downloads a file of another server through the guard, straight to disk: it waits for the disk and holds at most one
 * piece in memory. A broken connection is resumed once, where the server supports ranges. Throws DownloadFailed and
 * leaves no partial file.
 */
export async function download(guard: Guard, url: string, options: DownloadOptions): Promise<Downloaded> {
  const timer = AbortSignal.timeout(options.totalTimeoutMs)
  const signal = options.signal === undefined ? timer : AbortSignal.any([timer, options.signal])
  const ended = { timer, given: options.signal }
  try {
    const start = checkOutboundUrl(url, guard.rules)
    await using file = await open(options.toPath, 'w', 0o600)
    return await fetchTo(file, { guard, start, options, signal, ended })
  } catch (error) {
    await rm(options.toPath, { force: true }).catch(() => undefined)
    throw failure(error, ended)
  }
}

type Transfer = {
  guard: Guard
  start: URL
  options: DownloadOptions
  signal: AbortSignal
  ended: Signals
}

/** Bytes received so far, and the validator that the server must confirm to send the rest. */
type Progress = { byteCount: number; byteCountTotal: number | undefined; contentType: string; validator: string }

async function fetchTo(file: FileHandle, transfer: Transfer): Promise<Downloaded> {
  const progress: Progress = { byteCount: 0, byteCountTotal: undefined, contentType: '', validator: '' }
  for (let tries = 1; ; tries++) {
    try {
      await receive(file, transfer, progress)
      return { byteCount: progress.byteCount, contentType: progress.contentType }
    } catch (error) {
      if (error instanceof DownloadFailed) throw error
      const known = explain(error, transfer.ended)
      const isBroken = known instanceof OutboundFailed && (known.reason === 'connection' || known.reason === 'timeout')
      if (!isBroken || progress.byteCount === 0 || storageCode(error) !== undefined) throw error
      if (tries < triesMax && !transfer.signal.aborted) continue
      throw known.reason === 'timeout' ? known : new DownloadFailed('broken_off', 'broke off before its end', error)
    }
  }
}

async function receive(file: FileHandle, transfer: Transfer, progress: Progress): Promise<void> {
  const { guard, start, options, signal } = transfer
  const request: OutboundOptions = {
    headers: { ...options.headers, ...headersFor(progress) },
    redirectsMax,
    signal,
    timeoutMs: options.idleTimeoutMs,
  }
  // undici checks the signal only after it has connected, so the wait for a connection ends here.
  const response = await Promise.race([follow(guard, start, { options: request, send }), aborted(signal)])
  try {
    begin(response, progress)
    checkSize(progress.byteCountTotal ?? 0, options.bytesMax)
    if (progress.byteCount === 0) await file.truncate(0)
    for await (const piece of response.body) await keep(file, piece, { progress, options })
  } finally {
    response.body.destroy()
  }
  if (progress.byteCountTotal !== undefined && progress.byteCount < progress.byteCountTotal) {
    throw new OutboundFailed('connection', 'ended before its end')
  }
}

/** Headers of a request. A range needs the validator of the bytes on disk (RFC 9110, 13.1.5). */
function headersFor({ byteCount, validator }: Progress): Record<string, string> {
  const plain = { accept: '*/*', 'accept-encoding': 'identity' }
  return byteCount > 0 && validator !== '' ? { ...plain, range: `bytes=${byteCount}-`, 'if-range': validator } : plain
}

type DownloadResponse = { status: number; headers: IncomingHttpHeaders; body: Readable }

async function send(guard: Guard, url: URL, options: OutboundOptions): Promise<DownloadResponse> {
  const { request } = await import('undici')
  const timeoutMs = options.timeoutMs ?? null
  const { statusCode, headers, body } = await request(url, {
    dispatcher: await guard.agent(),
    headers: options.headers ?? {},
    ...endingOf(options.signal),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  // An abandoned body emits an error, which would be unhandled.
  body.on('error', () => undefined)
  if (statusCode !== 200 && statusCode !== 206) body.destroy()
  return { status: statusCode, headers, body }
}

/** Reads the headers of a response. A response from the first byte resets the count to 0. */
function begin({ status, headers }: DownloadResponse, progress: Progress): void {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'] ?? ''))
  const continues = status === 206 && range !== null && Number(range[1]) === progress.byteCount
  if (status !== 200 && !continues) throw new DownloadFailed('http_status', `answered with status ${status}`)
  if (String(headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new DownloadFailed('http_status', 'answered with a content encoding that was not requested')
  }
  if (continues) return
  const etag = String(headers.etag ?? '')
  const length = headers['content-length']
  progress.byteCount = 0
  progress.byteCountTotal = length === undefined ? undefined : Number(length)
  progress.contentType = String(headers['content-type'] ?? '').slice(0, 200)
  progress.validator = etag.startsWith('"') ? etag : String(headers['last-modified'] ?? '')
}

function checkSize(byteCount: number, bytesMax: number): void {
  if (byteCount > bytesMax) throw new DownloadFailed('too_large', `is larger than ${bytesMax} bytes`)
}

type Keeping = { progress: Progress; options: DownloadOptions }

async function keep(file: FileHandle, piece: unknown, { progress, options }: Keeping): Promise<void> {
  if (!(piece instanceof Uint8Array)) return
  checkSize(progress.byteCount + piece.length, options.bytesMax)
  for (let done = 0; done < piece.length;) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, progress.byteCount + done)
    done += bytesWritten
  }
  progress.byteCount += piece.length
  options.onProgress?.(progress.byteCount, progress.byteCountTotal)
}

const storageCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'ENOENT', 'EMFILE'])

function storageCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return storageCodes.has(code) ? code : undefined
}

/** Maps every error to DownloadFailed, in words that contain neither an address nor a path. */
function failure(error: unknown, ended: Signals): DownloadFailed {
  if (error instanceof DownloadFailed) return error
  const code = storageCode(error)
  if (code !== undefined) return new DownloadFailed('storage_failed', `could not be stored (${code})`, error)
  const known = explain(error, ended)
  if (known instanceof OutboundRefused) return new DownloadFailed('refused_address', known.message, known)
  const reason = known instanceof OutboundFailed ? known.reason : 'connection'
  if (reason === 'cancelled') return new DownloadFailed('cancelled', known.message, known)
  if (reason === 'timeout') return new DownloadFailed('timed_out', known.message, known)
  return new DownloadFailed('unreachable', known.message, known)
}
