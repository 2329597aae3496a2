import { createHash } from 'node:crypto'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '#platform/http/unchanged.ts'

/** A text in each content encoding. All requests share the same bytes. */
export type KeptBytes = { type: string; etag: string; identity: Buffer; gzip: Buffer; br: Buffer }

/** Compression levels that cost milliseconds and lose a few percent against the slowest ones. */
const gzipLevel = 7
const brotliQuality = 6

/** Compresses a text for sending. */
export async function keep(type: string, text: string): Promise<KeptBytes> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: gzipLevel }),
    promisify(brotliCompress)(plain, { params }),
  ])
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { type, etag, identity: plain, gzip: zipped, br }
}

/** Sends stored bytes in the best encoding that the client accepts, or 304 when its copy is current. */
export function sendKept(kept: KeptBytes, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const form = formFor(String(request.headers['accept-encoding'] ?? ''))
  const etag = `"${kept.etag}-${form}"`
  varyBy(reply, 'Accept-Encoding').header('etag', etag)
  if (isUnchanged(reply, etag)) return reply.code(304).send()
  reply.header('content-type', kept.type)
  if (form !== 'identity') reply.header('content-encoding', form)
  return reply.send(kept[form])
}

/** Adds a request header to the existing ones of Vary. */
export function varyBy(reply: FastifyReply, header: string): FastifyReply {
  const others = reply.getHeader('vary')
  return reply.header('vary', others === undefined ? header : `${String(others)}, ${header}`)
}

function formFor(accepted: string): 'br' | 'gzip' | 'identity' {
  const offers = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(';'))
  const takes = (name: string) =>
    offers.some(([offer, ...more]) => offer === name && !more.some((each) => /^\s*q=0(\.0*)?$/.test(each)))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** Computes a value on the first call and caches it; a failure is not cached, so that the next call tries again. */
export function makeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
