import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Log } from '#kit/call/context.ts'
import { retryDelayMs, type BackOff } from '#kit/values/backOff.ts'
import { openGuard, type GuardRules } from '#platform/net/guard.ts'
import { explain } from '#platform/net/outbound.ts'
import { hashOfBody, lengthOf, sendable, type S3Body } from './s3Body.ts'
import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import { S3Failed } from './s3Refusal.ts'
import { pathOf, queryOf, signed } from './s3Signature.ts'

/** Address of a bucket, with the credentials for it. */
export type S3Address = {
  /** `https://s3.example.com`, without the bucket and without a path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the path contains the bucket (`host/bucket/name`), and not the host (`bucket.host/name`). */
  isPathStyle: boolean
}

/** One call to the bucket, or to an object in it. */
export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Name of the object; left out for the bucket itself. */
  name?: string
  query?: Record<string, string>
  /** Headers by name in lower case. */
  headers?: Record<string, string>
  body?: S3Body
  /** Attempts in all; 5 when left out. */
  attemptsMax?: number
  /** Time-out until the first byte of the response; 12 s when left out. */
  responseTimeoutMs?: number
  /** Whether the store may send 200 first and an error in the body. */
  mayFailLate?: boolean
  signal?: AbortSignal
}

/** A response with a body to read or to destroy. */
export type S3Opened = { headers: IncomingHttpHeaders; body: Readable }
/** A response with its body in memory. */
export type S3Response = { headers: IncomingHttpHeaders; bytes: Buffer }

/** A bucket over signed HTTP. Every call throws S3Failed. */
export type S3Client = {
  /** Sends a request and reads the whole response, of at most 64 MiB. */
  send(call: S3Call): Promise<S3Response>
  /** Sends a request and returns the body as a stream, which may take as long as it flows or its reader pauses it. */
  open(call: S3Call): Promise<S3Opened>
  close(): Promise<void>
}

const attemptsMaxDefault = 5
/** Start of the last attempt after the first one, so that a call without progress ends within a minute. */
const lastStartMs = 40_000
/** Retry schedule of a transient failure: at most 0.2, 0.5, 1.25 and 3.1 s. */
const backOff: BackOff = { delaysMs: [150, 375, 940, 2_340], jitterShare: 1 / 3 }
/** Time without a byte in either direction after which a connection is closed. */
const stallMs = 12_000
/** Time-out of one attempt with a body in memory. The largest body has 64 MiB: 110 kB/s suffice. */
const attemptTimeoutMs = 600_000
const responseBytesMax = 64 * 1024 * 1024
const refusalBytesMax = 64 * 1024
/** Connections are of two kinds, so that no queue of uploads delays a viewer's read. */
const connectionsMax = { reading: 64, writing: 16 }
const keepAliveMs = 15_000

/** Opens a client of a bucket, without a request. `rules` are for tests. */
export function connectS3(address: S3Address, log: Log, rules: GuardRules = {}): S3Client {
  // The store is the operator's choice, so its address may be private.
  const own = { ...rules, allowPrivate: true, keepAliveMs }
  const reading = openGuard({ ...own, connectionsMax: connectionsMax.reading })
  const writing = openGuard({ ...own, connectionsMax: connectionsMax.writing })

  const attempt = async <T>(call: S3Call, take: (opened: S3Opened) => Promise<T>): Promise<T> => {
    const { method, query = {}, body, responseTimeoutMs: answerTimeoutMs = stallMs } = call
    const { origin, host, path } = placeOf(address, call.name)
    const request = { method, host, path, query, headers: call.headers ?? {}, bodyHash: await hashOfBody(body) }
    const length = body === undefined ? {} : { 'content-length': `${lengthOf(body)}` }
    const timer = new AbortController()
    const timeout = setTimeout(() => timer.abort(), attemptTimeoutMs)
    try {
      const agent = await (body === undefined ? reading : writing).agent()
      const { statusCode, ...response } = await agent.request({
        origin,
        method,
        path: Object.keys(query).length === 0 ? path : `${path}?${queryOf(query)}`,
        headers: { ...signed(request, address, new Date()), ...length },
        body: sendable(body),
        signal: call.signal === undefined ? timer.signal : AbortSignal.any([timer.signal, call.signal]),
        headersTimeout: answerTimeoutMs,
        bodyTimeout: stallMs,
      })
      // The reader receives the error too; a body without a reader needs this listener.
      response.body.on('error', () => undefined)
      if (statusCode >= 200 && statusCode < 300) return await take(response)
      throw await refusalOf(call, statusCode, response)
    } catch (error) {
      if (error instanceof S3Failed) throw error
      const cause = explain(error, { timer: timer.signal, given: call.signal })
      throw cause instanceof OutboundFailed ? new S3Failed(requestOf(call), cause) : cause
    } finally {
      clearTimeout(timeout)
    }
  }

  const persist = async <T>(call: S3Call, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    for (let made = 1; ; made++) {
      try {
        return await work()
      } catch (error) {
        const waitMs = retryDelayMs(backOff, made)
        const isLate = performance.now() - start + waitMs > lastStartMs
        const isLast = isLate || made >= (call.attemptsMax ?? attemptsMaxDefault)
        if (isLast || !(error instanceof S3Failed && error.isTransient)) throw error
        log.debug('a request to the object store is repeated', { ...requestOf(call), code: error.code, made })
        await sleep(waitMs, undefined, call.signal === undefined ? {} : { signal: call.signal })
      }
    }
  }

  return {
    send: (call) => persist(call, () => attempt(call, (opened) => readResponse(call, opened))),
    open: (call) => persist(call, () => attempt(call, (opened) => Promise.resolve(opened))),
    async close() {
      await Promise.all([reading.close(), writing.close()])
    },
  }
}

function requestOf({ method, name = 'the bucket' }: S3Call): { method: string; name: string } {
  return { method, name }
}

/** URL of a request. Its path has the same encoding on the wire and in the signature. */
export function placeOf({ endpoint, bucket, isPathStyle }: S3Address, name = ''): Place {
  const { protocol, host } = new URL(endpoint)
  const path = `/${pathOf(isPathStyle ? `${bucket}/${name}` : name)}`
  const reached = isPathStyle ? host : `${bucket}.${host}`
  return { origin: `${protocol}//${reached}`, host: reached, path }
}

type Place = { origin: string; host: string; path: string }

async function readResponse(call: S3Call, { headers, body }: S3Opened): Promise<S3Response> {
  const bytes = await readWhole(body, responseBytesMax)
  if (call.mayFailLate === true && bytes.includes('<Error>')) {
    throw new S3Failed(requestOf(call), { status: 200, text: String(bytes) })
  }
  return { headers, bytes }
}

async function refusalOf(call: S3Call, status: number, { headers, body }: S3Opened): Promise<S3Failed> {
  const text = String(await readWhole(body, refusalBytesMax))
  return new S3Failed(requestOf(call), { status, text, date: headers.date?.toString() })
}

async function readWhole(body: Readable, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > bytesMax) throw new OutboundRefused('answer_too_large', `answered with more than ${bytesMax} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}
