import type { ByteRange } from '#platform/files/files.ts'

/**
 * Reads the Range header of a request for a file of `size` bytes (RFC 9110, section 14). Undefined means the whole
 * file: no range, several ranges, another unit, or a syntax error.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const from = Math.max(0, size - Number(last))
    return from < size ? { from, to: size } : 'unsatisfiable'
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  const to = last === '' ? size : Math.min(size, Number(last) + 1)
  return Number(first) < size ? { from: Number(first), to } : 'unsatisfiable'
}
