import { controlMessage, isMedia, messageType, type RtmpMessage } from './rtmpMessage.ts'

/** What OBS uses: a size that every server has met. */
const chunkBytes = 4_096
const extendedMark = 0xff_ffff
const headBytes = 12
/** Chunk stream 2 is that of protocol control messages (Adobe RTMP 1.0, 5.4); the others are ours to choose. */
const chunkStream = { control: 2, command: 3, media: 4 } as const

/** The message that makes a peer read chunks as `chunksOf` cuts them. It must be the first that is sent. */
export const chunkSizeMessage = controlMessage(messageType.setChunkSize, chunkBytes)

/**
 * A message as chunks (Adobe RTMP 1.0, 5.3.1): one of type 0 with the whole header, then those of type 3. Shorter
 * headers would save 4 to 11 bytes a message and need memory on both sides.
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

/** Messages of a chunk stream follow each other whole, so one for all media keeps their order. */
function streamOf(type: number): number {
  if (isMedia(type) || type === messageType.dataAmf0) return chunkStream.media
  return type === messageType.commandAmf0 ? chunkStream.command : chunkStream.control
}
