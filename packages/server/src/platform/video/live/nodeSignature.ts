import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { problem, reasons } from '#kit/call/problem.ts'

/** A call between two nodes. `path` includes the query; `body` is its bytes, empty for a GET. */
export type NodeCall = { method: 'GET' | 'POST'; path: string; body: string }

/** Largest difference of two nodes' clocks at which calls between them are accepted. */
const skewMs = 60_000
const headerPattern = /^Node (\d{1,16})\.([\w-]{43})\.([\w-]{43})$/

/** Authorization header of a call: time and hash of the body, signed with method and path under the key. */
export function signNodeCall(key: Buffer, { method, path, body }: NodeCall, nowMs: number): string {
  const signed = { at: String(nowMs), bodyHash: hashOf(body) }
  return `Node ${signed.at}.${signed.bodyHash}.${signatureOf(key, { ...signed, method, path })}`
}

/** Hash of the body that a signed call announces; undefined unless the header is valid for method, path and time. */
export function readNodeCall(
  key: Buffer,
  authorization: string | undefined,
  { method, path }: { method: string; path: string },
): string | undefined {
  const [, at = '', bodyHash = '', signature = ''] = headerPattern.exec(authorization ?? '') ?? []
  if (signature === '' || Math.abs(Date.now() - Number(at)) > skewMs) return undefined
  const expected = signatureOf(key, { at, bodyHash, method, path })
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? bodyHash : undefined
}

/** Checks calls of other nodes: reads the announced hash of the body from the header, or finds it wrong. */
export type NodeCallReader = (request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>) => string | undefined

/**
 * Options of a route for other nodes. The header is checked before the body is read, so a stranger's body costs
 * nothing; the body is checked against the signed hash before it is parsed.
 */
export function nodeRoute(read: NodeCallReader): RouteShorthandOptions {
  return {
    config: { admission: 'media' },
    onRequest: async (request) => {
      if (read(request) === undefined) throw problem(reasons.routeNotFound)
    },
    preParsing: async (request, _reply, payload) => {
      const bytes = await readBody(payload, request.routeOptions.bodyLimit)
      if (bytes === undefined || hashOf(bytes) !== read(request)) throw problem(reasons.routeNotFound)
      return Readable.from([bytes])
    },
  }
}

async function readBody(payload: AsyncIterable<Buffer | string>, bytesMax: number) {
  const chunks: Buffer[] = []
  let byteCount = 0
  for await (const chunk of payload) {
    const bytes = Buffer.from(chunk)
    byteCount += bytes.length
    if (byteCount > bytesMax) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

type Signed = { at: string; bodyHash: string; method: string; path: string }

function signatureOf(key: Buffer, { at, bodyHash, method, path }: Signed): string {
  return createHmac('sha256', key).update(`${at} ${method} ${path} ${bodyHash}`).digest('base64url')
}

function hashOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url')
}
