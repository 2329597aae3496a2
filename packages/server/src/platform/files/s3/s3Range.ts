import { RangeOutside, type ByteRange } from '#platform/files/files.ts'
import type { S3Opened } from './s3Client.ts'

/** A range in HTTP's form, which includes the last byte (RFC 9110, 14.1.2). */
export function rangeOf({ from, to }: ByteRange): string {
  return `bytes=${from}-${to - 1}`
}

/** Throws RangeOutside unless 0 <= from < to. */
export function checkRange(range: ByteRange | undefined): void {
  if (range === undefined) return
  const { from, to } = range
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to <= from) throw new RangeOutside(range)
}

/**
 * The range of bytes in a response. A server sends what exists of a range, so a short one extends beyond the object:
 * RangeOutside.
 */
export function rangeIn(headers: S3Opened['headers'], requested: ByteRange | undefined): ByteRange {
  if (requested === undefined) return { from: 0, to: Number(headers['content-length']) }
  const given = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '')
  if (given === null) throw new Error('the object store does not support ranges')
  if (Number(given[1]) !== requested.from || Number(given[2]) !== requested.to - 1) throw new RangeOutside(requested)
  return requested
}
