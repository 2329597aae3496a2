import { RangeOutside, type ByteRange } from '#platform/files/files.ts'
import type { S3Opened } from './s3Client.ts'

/** A range as HTTP names it: the last byte is meant as well (RFC 9110, 14.1.2). */
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
 * The bytes that an answer holds. A server gives what there is of a range, so one that ends early was not wholly in
 * the object: RangeOutside.
 */
export function rangeIn(headers: S3Opened['headers'], requested: ByteRange | undefined): ByteRange {
  if (requested === undefined) return { from: 0, to: Number(headers['content-length']) }
  const given = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '')
  if (given === null) throw new Error('the object store does not answer ranges')
  if (Number(given[1]) !== requested.from || Number(given[2]) !== requested.to - 1) throw new RangeOutside(requested)
  return requested
}
