import type { MediaTag } from '#platform/video/mediaTypes.ts'

const fourCcEnd = 5
/** Codec id of AVC (Video File Format Specification 10.1, E.4.3.1). */
const avcCodecId = 7
/** AAC, 44 kHz, 16 bit, stereo: the value of every AAC tag; the configuration has the true format (E.4.2.1). */
const aacHead = 0xaf
/** Packet types of Enhanced RTMP for video; those of audio have the same numbers for header and frame. */
const enhanced = { header: 0, frame: 1, end: 2, frameAtOnce: 3 }
const noOffset = Buffer.alloc(3)
/** Codec ids in metadata (E.5): Enhanced RTMP has the FourCC as a number there. */
const metadataCodecs = [
  { field: 'videocodecid', fourCc: 'avc1', id: avcCodecId },
  { field: 'audiocodecid', fourCc: 'mp4a', id: aacHead >> 4 },
]
const doubleBytes = 8

/**
 * Writes H.264 and AAC of Enhanced RTMP in the classic form of FLV, which every server reads; expects the output of
 * `plainTag`. Undefined for a tag without a classic form: metadata of the colours, the end of audio. Other tags are
 * returned as they are.
 */
export function classicTag(tag: MediaTag): MediaTag | undefined {
  const { kind, body } = tag
  const first = body[0]
  if (kind === 'data') return classicMetadata(tag)
  if (first === undefined || body.length < fourCcEnd) return tag
  const fourCc = body.toString('latin1', 1, fourCcEnd)
  if (kind === 'video' && first >= 0x80 && fourCc === 'avc1') return withBody(tag, classicVideo(first, body))
  if (kind === 'audio' && first >> 4 === 9 && fourCc === 'mp4a') return withBody(tag, classicAudio(first, body))
  return tag
}

/** Replaces the codec ids in place: a field is its name behind a length, the marker of a number (0), a double. */
function classicMetadata(tag: MediaTag): MediaTag {
  let { body } = tag
  for (const { field, fourCc, id } of metadataCodecs) {
    const name = Buffer.concat([Buffer.of(0, field.length), Buffer.from(field), Buffer.of(0)])
    const at = body.indexOf(name) + name.length
    if (at < name.length || at + doubleBytes > body.length) continue
    if (body.readDoubleBE(at) !== Buffer.from(fourCc).readUInt32BE()) continue
    body = Buffer.from(body)
    body.writeDoubleBE(id, at)
  }
  return body === tag.body ? tag : { ...tag, body }
}

function withBody(tag: MediaTag, parts: readonly Buffer[] | undefined): MediaTag | undefined {
  return parts && { ...tag, body: Buffer.concat(parts) }
}

/** Frame type and codec id, packet type and composition time, then the payload (E.4.3). */
function classicVideo(first: number, body: Buffer): Buffer[] | undefined {
  const type = first & 0x0f
  const codec = (first & 0x70) | avcCodecId
  const payload = body.subarray(fourCcEnd)
  // The composition time of a coded frame stands behind the FourCC, where the classic form has it as well.
  if (type === enhanced.frame) return [Buffer.of(codec, enhanced.frame), payload]
  if (type === enhanced.frameAtOnce) return [Buffer.of(codec, enhanced.frame), noOffset, payload]
  if (type === enhanced.header || type === enhanced.end) return [Buffer.of(codec, type), noOffset, payload]
  return undefined
}

function classicAudio(first: number, body: Buffer): Buffer[] | undefined {
  const type = first & 0x0f
  if (type !== enhanced.header && type !== enhanced.frame) return undefined
  return [Buffer.of(aacHead, type), body.subarray(fourCcEnd)]
}
