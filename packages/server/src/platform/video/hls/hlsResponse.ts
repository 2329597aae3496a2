import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { isUnchanged } from '#platform/http/unchanged.ts'
import { openConnectionSlots } from '#platform/net/connectionSlots.ts'
import { messageOf } from '#platform/startProblem.ts'

/** Concurrent file responses of this process: in all, and for one network prefix, whose clients may read slowly. */
export type SendingBounds = { sendingMax: number; sendingPerPrefixMax: number }

/** Status and headers of a media response. */
export type ResponseHead = {
  status?: number
  type: string
  cacheControl: string
  byteCount: number
  /** Validator of the bytes: a request that names it gets 304 without them. */
  etag?: string
  more?: Record<string, string>
}

/**
 * Headers of every media response: any page may play a video that its address opens. Media responses are written to the
 * raw socket: a Fastify reply would double the cost of sending bytes from memory.
 */
function headersOf({ type, cacheControl, byteCount, etag, more }: ResponseHead): Record<string, string | number> {
  return {
    'content-type': type,
    'content-length': byteCount,
    'cache-control': cacheControl,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Age, Content-Length, Content-Range, Date, ETag',
    'x-content-type-options': 'nosniff',
    // An owner may restrict playback to certain sites.
    vary: 'Origin',
    ...(etag === undefined ? {} : { etag }),
    ...more,
  }
}

/** Sends bytes from memory; a HEAD request gets the headers only. */
export function sendBytes(reply: FastifyReply, bytes: Buffer, head: Omit<ResponseHead, 'byteCount'>): void {
  const { raw } = reply
  if (raw.destroyed) return
  if (isUnchanged(reply, head.etag)) return sendUnchanged(reply, head)
  reply.hijack()
  raw.writeHead(head.status ?? 200, headersOf({ ...head, byteCount: bytes.length }))
  raw.end(reply.request.method === 'HEAD' ? undefined : bytes)
}

function sendUnchanged(reply: FastifyReply, head: Omit<ResponseHead, 'byteCount'>): void {
  const { 'content-length': _length, 'content-type': _type, ...headers } = headersOf({ ...head, byteCount: 0 })
  reply.hijack()
  reply.raw.writeHead(304, headers).end()
}

/** Sends a stream as fast as the client reads it. Rejects with a Problem beyond the limits of concurrent responses. */
export type StreamSender = (reply: FastifyReply, open: () => Promise<Readable>, head: ResponseHead) => Promise<void>

/** Opens the stream sender of one server. */
export function openStreamSender(log: Log, { sendingMax, sendingPerPrefixMax }: SendingBounds): StreamSender {
  const room = openConnectionSlots({ countMax: sendingMax, prefixMax: sendingPerPrefixMax, retryAfterSeconds: 1 })
  return async (reply, open, head) => {
    const { raw } = reply
    if (isUnchanged(reply, head.etag)) return sendUnchanged(reply, head)
    if (reply.request.method === 'HEAD') {
      reply.hijack()
      raw.writeHead(head.status ?? 200, headersOf(head)).end()
      return
    }
    const leave = room.enter(reply.request.ip)
    try {
      const stream = await open()
      if (raw.destroyed) return void stream.destroy()
      reply.hijack()
      raw.writeHead(head.status ?? 200, headersOf(head))
      await pipeline(stream, raw).catch((error: unknown) => {
        // A premature close means that the client left. Any other error means that the file broke off.
        if (!isClientGone(error)) log.warn('a file response broke off', { error: messageOf(error) })
      })
    } finally {
      leave()
    }
  }
}

function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
