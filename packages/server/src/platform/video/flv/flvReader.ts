import type { MediaTag } from '#platform/video/mediaTypes.ts'

const tagKinds = new Map<number, MediaTag['kind']>([
  [8, 'audio'],
  [9, 'video'],
  [18, 'data'],
])
const fileHeadBytesMin = 9
const tagHeadBytes = 11
const previousSizeBytes = 4

/**
 * Reads the messages of an FLV file from a stream of bytes (Video File Format Specification 10.1, annex E). Tags other
 * than audio, video and data are skipped. Between two reads it holds at most one incomplete message.
 */
export class FlvReader {
  #rest: Buffer = Buffer.alloc(0)
  #isInside = false

  /** Takes the next bytes and returns the messages that they complete. */
  read(bytes: Buffer): MediaTag[] {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const tags: MediaTag[] = []
    let at = 0
    for (let end = this.#endFrom(all, at); end !== undefined; end = this.#endFrom(all, at)) {
      const tag = this.#isInside ? readTag(all, at, end - previousSizeBytes) : undefined
      if (tag !== undefined) tags.push(tag)
      this.#isInside = true
      at = end
    }
    this.#rest = all.subarray(at)
    return tags
  }

  /** End offset of the header or message at an offset, its length field included. Undefined while it is incomplete. */
  #endFrom(bytes: Buffer, at: number): number | undefined {
    const headBytes = this.#isInside ? tagHeadBytes : fileHeadBytesMin
    if (at + headBytes > bytes.length) return undefined
    const size = this.#isInside ? tagHeadBytes + bytes.readUIntBE(at + 1, 3) : bytes.readUInt32BE(at + 5)
    const end = at + size + previousSizeBytes
    return end > bytes.length ? undefined : end
  }
}

function readTag(bytes: Buffer, at: number, end: number): MediaTag | undefined {
  const kind = tagKinds.get(bytes.readUInt8(at) & 0x1f)
  if (kind === undefined) return undefined
  // The highest byte of the timestamp follows the lower three.
  const timestampMs = bytes.readUIntBE(at + 4, 3) + bytes.readUInt8(at + 7) * 2 ** 24
  return { kind, timestampMs, body: bytes.subarray(at + tagHeadBytes, end) }
}
