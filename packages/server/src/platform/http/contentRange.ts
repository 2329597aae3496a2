import { field, invalid } from '#kit/call/problem.ts'

/** The part of a file that a body holds. `fromByte` is undefined when the request only reads the progress. */
export type ContentRange = { fromByte: number | undefined; totalBytes: number | undefined; isLast: boolean }

const form = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/

/**
 * Reads Content-Range (RFC 9110, 14.4) and Content-Length, which a part of a file needs. Without a Content-Range the
 * body is the whole file. Throws invalid.
 */
export function readContentRange(range: string | undefined, length: string | undefined): ContentRange {
  const bytes = length === undefined ? undefined : Number(length)
  if (range === undefined) return { fromByte: 0, totalBytes: bytes, isLast: true }
  const [, from, to, total] =
    form.exec(range) ?? refuse('must be bytes FROM-TO/TOTAL, or bytes */TOTAL to read the state')
  const totalBytes = total === '*' ? undefined : Number(total)
  if (from === undefined) {
    if (bytes !== undefined && bytes > 0) refuse('names no bytes, but the body is not empty')
    return { fromByte: undefined, totalBytes, isLast: false }
  }
  const [fromByte, endByte] = [Number(from), Number(to) + 1]
  if (endByte <= fromByte || endByte > (totalBytes ?? Infinity)) refuse('must lie within the file, FROM before TO')
  if (bytes !== endByte - fromByte) refuse('must have the length that Content-Length names')
  return { fromByte, totalBytes, isLast: endByte === totalBytes }
}

function refuse(message: string): never {
  throw invalid(field('content-range', 'format', message))
}
