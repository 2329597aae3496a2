import type { ByteRange } from '#platform/files/files.ts'

/**
 * Reads the Range of a request for a file of some size (RFC 9110, section 14). Undefined for all of the file: no range,
 * several of them, another unit, or one that cannot be understood.
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
