import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Log } from '#kit/call/context.ts'
import { openRoom } from '#platform/net/connectionSlots.ts'
import { messageOf } from '#platform/startProblem.ts'

/** Files open for responses of this process at once: in all, and for one network prefix, which may read slowly. */
export type SendingBounds = { sendingMax: number; sendingPerPrefixMax: number }

/** What an answer says of itself. */
export type Head = {
  status?: 200 | 206
  type: string
  cacheControl: string
  byteCount: number
  more?: Record<string, string>
}

/**
 * Headers of every answer to an audience: any page may play a video that its address opens. The media's answers leave
 * the server past its replies, which would cost as much again as sending from memory does.
 */
function headersOf({ type, cacheControl, byteCount, more }: Head): Record<string, string | number> {
  return {
    'content-type': type,
    'content-length': byteCount,
    'cache-control': cacheControl,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Age, Content-Length, Content-Range, Date',
    'x-content-type-options': 'nosniff',
    // An owner may allow some sites alone.
    vary: 'Origin',
    ...more,
  }
}

/** Answers with bytes in memory; to HEAD without them. */
export function sendBytes(reply: FastifyReply, bytes: Buffer, head: Omit<Head, 'byteCount'>): void {
  const { raw } = reply
  if (raw.destroyed) return
  reply.hijack()
  raw.writeHead(head.status ?? 200, headersOf({ ...head, byteCount: bytes.length }))
  raw.end(reply.request.method === 'HEAD' ? undefined : bytes)
}

/** Sends streams, as fast as their readers take them, and only so many at once. */
export type StreamSender = (reply: FastifyReply, open: () => Promise<Readable>, head: Head) => Promise<void>

/** Opens the sender of streams of one server. */
export function openStreamSender(log: Log, { sendingMax, sendingPerPrefixMax }: SendingBounds): StreamSender {
  const room = openRoom({ countMax: sendingMax, prefixMax: sendingPerPrefixMax, retryAfterSeconds: 1 })
  return async (reply, open, head) => {
    const { raw } = reply
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
        // Without its socket the client has gone by itself; else the file broke off, and so did the answer.
        if (!isGone(error)) log.warn('a file could not be sent to its end', { error: messageOf(error) })
      })
    } finally {
      leave()
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
