/** Header of an FLV file with video only (Video File Format Specification 10.1, E.2 and E.3). */
export const flvHead = Buffer.from('464c5601010000000900000000', 'hex')

/** A coded frame: length-prefixed NAL units. Times in whole ms: 31 bits decoding, 24 signed bits composition. */
export type FlvFrame = { timestampMs: number; compositionMs: number; isKeyFrame: boolean; payload: Buffer }

const videoTag = 9
const tagHeadBytes = 11
const videoHeadBytes = 5
const previousSizeBytes = 4
/** Frame type and codec id 7, which is AVC, in one byte (E.4.3.1). */
const form = { key: 0x17, inter: 0x27 }
const packet = { header: 0, frame: 1 }

/** The sequence header: a message with an `avcC` record. */
export function flvVideoHeader(timestampMs: number, description: Buffer): Buffer {
  const header = { timestampMs, compositionMs: 0, isKeyFrame: true, payload: description }
  return write(header, packet.header)
}

/** The message of a frame. */
export function flvFrame(frame: FlvFrame): Buffer {
  return write(frame, packet.frame)
}

function write({ timestampMs, compositionMs, isKeyFrame, payload }: FlvFrame, type: number): Buffer {
  const bodyBytes = videoHeadBytes + payload.length
  const bytes = Buffer.allocUnsafe(tagHeadBytes + bodyBytes + previousSizeBytes)
  let at = bytes.writeUInt8(videoTag, 0)
  at = bytes.writeUIntBE(bodyBytes, at, 3)
  // The highest byte of the timestamp follows the lower three; the stream id is always 0.
  at = bytes.writeUIntBE(timestampMs % 2 ** 24, at, 3)
  at = bytes.writeUInt8(Math.floor(timestampMs / 2 ** 24), at)
  at = bytes.writeUIntBE(0, at, 3)
  at = bytes.writeUInt8(isKeyFrame ? form.key : form.inter, at)
  at = bytes.writeUInt8(type, at)
  at = bytes.writeIntBE(compositionMs, at, 3)
  at += payload.copy(bytes, at)
  bytes.writeUInt32BE(tagHeadBytes + bodyBytes, at)
  return bytes
}
