import { field, invalid } from '#kit/call/problem.ts'

/** Position of a body in a file; `fromByte` is undefined in a request of the progress alone. */
export type ContentRange = { fromByte: number | undefined; totalBytes: number | undefined; isLast: boolean }

const form = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/

/**
 * Reads a Content-Range (RFC 9110, 14.4) along with a Content-Length, which a stretch of a file needs. Without one the
 * body is the whole file. Throws invalid.
 */
export function readContentRange(range: string | undefined, length: string | undefined): ContentRange {
  const bytes = length === undefined ? undefined : Number(length)
  if (range === undefined) return { fromByte: 0, totalBytes: bytes, isLast: true }
  const [, from, to, total] =
    form.exec(range) ?? refuse('must be bytes FROM-TO/TOTAL, or bytes */TOTAL to read the state')
  const totalBytes = total === '*' ? undefined : Number(total)
  if (from === undefined) {
    if (bytes !== undefined && bytes > 0) refuse('names no bytes, and yet the body has some')
    return { fromByte: undefined, totalBytes, isLast: false }
  }
  const [fromByte, endByte] = [Number(from), Number(to) + 1]
  if (endByte <= fromByte || endByte > (totalBytes ?? Infinity)) refuse('must lie within the file, FROM before TO')
  if (bytes !== endByte - fromByte) refuse('must be as long as the Content-Length says')
  return { fromByte, totalBytes, isLast: endByte === totalBytes }
}

function refuse(message: string): never {
  throw invalid(field('content-range', 'format', message))
}
