import { createHash } from 'node:crypto'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bytes that are made once, compressed once and sent often. The plain form is not kept: hardly anyone asks for it. */
export type KeptBytes = { type: string; etag: string; gzip: Buffer; brotli: Buffer }

/** Levels that cost milliseconds and lose a few percent against the slowest ones. */
const gzipLevel = 7
const brotliQuality = 6

/** Compresses a text for sending. */
export async function keep(type: string, text: string): Promise<KeptBytes> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(plain, { level: gzipLevel }),
    promisify(brotliCompress)(plain, { params }),
  ])
  return { type, etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22), gzip: zipped, brotli }
}

/** Sends kept bytes in the best form that the caller takes, or 304 when it has them. */
export async function sendKept(kept: KeptBytes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = formFor(String(request.headers['accept-encoding'] ?? ''))
  const etag = `"${kept.etag}-${form}"`
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
  reply.header('etag', etag)
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (known.some((each) => each.replace(/^W\//, '') === etag || each === '*')) return reply.code(304).send()
  reply.header('content-type', kept.type)
  if (form === 'identity') return reply.send(await promisify(gunzip)(kept.gzip))
  return reply.header('content-encoding', form).send(form === 'br' ? kept.brotli : kept.gzip)
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

/** Makes a value on the first call and keeps it; a failure is forgotten, so that the next call tries again. */
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
