import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { emptyHash, hashOf } from './s3Signature.ts'

/** Body of a request: bytes, or the range from `from` up to, not including, `to` of a local file. */
export type S3Body = Uint8Array | { path: string; from: number; to: number }

/** Number of bytes of a body. */
export function lengthOf(body: S3Body): number {
  return body instanceof Uint8Array ? body.length : body.to - body.from
}

/** SHA-256 of a body, which its signature covers. A file is read once before it is sent, in pieces. */
export async function hashOfBody(body: S3Body | undefined): Promise<string> {
  if (body === undefined) return emptyHash
  if (body instanceof Uint8Array) return hashOf(body)
  const hash = createHash('sha256')
  for await (const piece of pieces(body)) hash.update(piece)
  return hash.digest('hex')
}

/** A body as the HTTP client sends it: a few pieces of a file are in memory at a time. */
export function sendable(body: S3Body | undefined): Uint8Array | Readable | null {
  if (body === undefined || body instanceof Uint8Array) return body ?? null
  return pieces(body)
}

const pieceBytes = 256 * 1024

function pieces({ path, from, to }: { path: string; from: number; to: number }): Readable {
  return createReadStream(path, { start: from, end: to - 1, highWaterMark: pieceBytes })
}
