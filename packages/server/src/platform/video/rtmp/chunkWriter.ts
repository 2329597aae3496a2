import { controlMessage, isMedia, messageType, type RtmpMessage } from './rtmpMessage.ts'

/** Chunk size of OBS, which servers are known to accept. */
const chunkBytes = 4_096
const extendedMark = 0xff_ffff
const headBytes = 12
/** Chunk stream 2 carries protocol control messages (Adobe RTMP 1.0, 5.4); the other numbers are free. */
const chunkStream = { control: 2, command: 3, media: 4 } as const

/** Set Chunk Size for the chunks of `chunksOf`. It must be the first message that is sent. */
export const chunkSizeMessage = controlMessage(messageType.setChunkSize, chunkBytes)

/**
 * Encodes a message as chunks (Adobe RTMP 1.0, 5.3.1): type 0 with the whole header, then type 3. Shorter headers would
 * save 4 to 11 bytes a message and need state on both sides.
 */
export function chunksOf({ type, timestampMs, streamId, body }: RtmpMessage): Buffer {
  const chunkStreamId = streamOf(type)
  const isExtended = timestampMs >= extendedMark
  const extendedBytes = isExtended ? 4 : 0
  const continuations = Math.max(0, Math.ceil(body.length / chunkBytes) - 1)
  const bytes = Buffer.allocUnsafe(headBytes + extendedBytes + continuations * (1 + extendedBytes) + body.length)
  bytes[0] = chunkStreamId
  bytes.writeUIntBE(isExtended ? extendedMark : timestampMs, 1, 3)
  bytes.writeUIntBE(body.length, 4, 3)
  bytes[7] = type
  bytes.writeUInt32LE(streamId, 8)
  let at = headBytes
  for (let from = 0; from === 0 || from < body.length; from += chunkBytes) {
    if (from > 0) at = bytes.writeUInt8(0xc0 | chunkStreamId, at)
    if (isExtended) at = bytes.writeUInt32BE(timestampMs, at)
    at += body.copy(bytes, at, from, from + chunkBytes)
  }
  return bytes
}

/** One chunk stream carries all media: messages of a chunk stream arrive in order and whole. */
function streamOf(type: number): number {
  if (isMedia(type) || type === messageType.dataAmf0) return chunkStream.media
  return type === messageType.commandAmf0 ? chunkStream.command : chunkStream.control
}
