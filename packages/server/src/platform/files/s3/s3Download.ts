import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { S3Client, S3Opened } from './s3Client.ts'
import { OutboundFailed } from '#platform/net/outboundRefused.ts'
import { rangeOf } from './s3Range.ts'
import { S3Failed } from './s3Refusal.ts'

/** Range of an object to read: from `from` up to, not including, `to`. */
export type Download = { name: string; from: number; to: number }

/**
 * The bytes of a response as a stream that survives broken connections: it continues at its offset while the object is
 * unchanged. The reader's back-pressure reaches the store. Destroying the stream ends the connection.
 */
export function lastingStream(client: S3Client, first: S3Opened, range: Download): Readable {
  const out = new PassThrough({ highWaterMark: aheadBytes })
  const closed = new AbortController()
  out.once('close', () => closed.abort())
  pump(out, { client, first, range, closed: closed.signal }).then(
    () => out.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return out
}

type Source = { client: S3Client; first: S3Opened; range: Download; closed: AbortSignal }

/** Bytes read ahead of the consumer. */
const aheadBytes = 256 * 1024

async function pump(out: PassThrough, { client, first, range: wanted, closed }: Source): Promise<void> {
  const { name, to } = wanted
  const { etag } = first.headers
  let { from } = wanted
  let opened = first
  for (;;) {
    const { body } = opened
    const start = from
    const end = () => body.destroy()
    closed.addEventListener('abort', end, { once: true })
    try {
      for await (const piece of body) {
        from += piece.length
        if (!out.write(piece)) await once(out, 'drain', { signal: closed })
      }
      return
    } catch (error) {
      // Two broken connections in a row without a byte between them end the stream.
      if (closed.aborted || from === start) throw new S3Failed({ method: 'GET', name }, brokenOff(error))
    } finally {
      closed.removeEventListener('abort', end)
    }
    const headers = { range: rangeOf({ from, to }), ...(etag === undefined ? {} : { 'if-match': etag }) }
    opened = await client.open({ method: 'GET', name, headers, signal: closed })
  }
}

function brokenOff(error: unknown): OutboundFailed {
  return new OutboundFailed('connection', 'broke off its answer', error)
}
