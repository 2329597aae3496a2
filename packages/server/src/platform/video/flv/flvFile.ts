import type { MediaTag } from '#platform/video/media.ts'

const tagKinds = new Map<number, MediaTag['kind']>([
  [8, 'audio'],
  [9, 'video'],
  [18, 'data'],
])
const tagHeadBytes = 11
const previousSizeBytes = 4

/**
 * The messages of an FLV file that is trusted and in memory, as RTMP would bring them (Video File Format Specification
 * 10.1, annex E). A last message that is cut off is left out. Throws RangeError where the file is too short for a head.
 */
export function readFlvFile(file: Buffer): MediaTag[] {
  const tags: MediaTag[] = []
  let at = file.readUInt32BE(5) + previousSizeBytes
  while (at + tagHeadBytes <= file.length) {
    const size = file.readUIntBE(at + 1, 3)
    // The highest byte of the timestamp stands behind the lower three.
    const timestampMs = file.readUIntBE(at + 4, 3) + file.readUInt8(at + 7) * 2 ** 24
    const start = at + tagHeadBytes
    if (start + size > file.length) break
    const kind = tagKinds.get(file.readUInt8(at) & 0x1f)
    if (kind !== undefined) tags.push({ kind, timestampMs, body: file.subarray(start, start + size) })
    at = start + size + previousSizeBytes
  }
  return tags
}
