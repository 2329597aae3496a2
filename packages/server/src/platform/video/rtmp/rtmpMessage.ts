import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { readLeadingString, writeAmf } from './amf0.ts'
import { RtmpDamage } from './damage.ts'

/** One message of the RTMP message stream, which chunks carry in pieces. */
export type RtmpMessage = {
  /** One of `messageType`. */
  type: number
  /** Milliseconds, unsigned 32 bit, on a clock that the sender started anywhere. */
  timestampMs: number
  /** Message stream: 0 for the connection, else the result of createStream. */
  streamId: number
  body: Buffer
}

/** Message types (Adobe RTMP 1.0, 5.4, 6.2 and 7.1). */
export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAckSize: 5,
  setPeerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const

/** Events of user control messages (7.1.7). */
export const userEvent = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const

/** Whether a message carries audio or video, whose length limit is `messageBytesMax`. */
export function isMedia(type: number): boolean {
  return type === messageType.audio || type === messageType.video || type === messageType.aggregate
}

/** A protocol control message whose body is one number (5.4): chunk size, acknowledgement or window. */
export function controlMessage(type: number, value: number): RtmpMessage {
  const body = Buffer.alloc(4)
  body.writeUInt32BE(value % 0x1_0000_0000)
  return { type, timestampMs: 0, streamId: 0, body }
}

/** Set Peer Bandwidth (5.4.5) of the dynamic kind. */
export function peerBandwidth(byteCount: number): RtmpMessage {
  const { body } = controlMessage(messageType.setPeerBandwidth, byteCount)
  return { type: messageType.setPeerBandwidth, timestampMs: 0, streamId: 0, body: Buffer.concat([body, Buffer.of(2)]) }
}

/** A user control message (6.2) with one number: a stream or the time of a ping. */
export function userControl(event: number, value: number): RtmpMessage {
  const body = Buffer.alloc(6)
  body.writeUInt16BE(event)
  body.writeUInt32BE(value, 2)
  return { type: messageType.userControl, timestampMs: 0, streamId: 0, body }
}

/** The number in a control message. Throws RtmpDamage when the body is too short. */
export function controlValue(body: Buffer): number {
  if (body.length < 4) throw new RtmpDamage('a control message that is too short')
  return body.readUInt32BE(0)
}

const setDataFrame = '@setDataFrame'
const clearDataFrame = '@clearDataFrame'
const aggregatedMax = 1_024
/** The head of a tag and the length behind it (Adobe RTMP 1.0, 7.1.6; Video File Format Specification 10.1, E.4). */
const tagHeadBytes = 11
const tagTailBytes = 4

/**
 * The tags of an audio, video or data message. Tags of an aggregate (7.1.6) get times relative to its own. Data begins
 * behind `@setDataFrame`, which is a command to the server. Empty bodies are dropped.
 */
export function tagsOf(message: RtmpMessage): MediaTag[] {
  const tags = message.type === messageType.aggregate ? aggregated(message) : [tagOf(message)]
  return tags.filter((tag): tag is MediaTag => tag !== undefined && tag.body.length > 0)
}

function tagOf({ type, timestampMs, body }: Omit<RtmpMessage, 'streamId'>): MediaTag | undefined {
  switch (type) {
    case messageType.audio:
      return { kind: 'audio', timestampMs, body }
    case messageType.video:
      return { kind: 'video', timestampMs, body }
    case messageType.dataAmf0:
      return dataTag(timestampMs, body)
    case messageType.dataAmf3:
      return dataTag(timestampMs, withoutSwitch(body))
    default:
      return undefined
  }
}

function dataTag(timestampMs: number, body: Buffer): MediaTag | undefined {
  const leading = readLeadingString(body)
  if (leading?.text === clearDataFrame) return undefined
  return { kind: 'data', timestampMs, body: leading?.text === setDataFrame ? body.subarray(leading.end) : body }
}

/** The AMF0 of an AMF3 message, which encoders send behind one zero byte. Throws RtmpDamage for real AMF3. */
export function withoutSwitch(body: Buffer): Buffer {
  if (body.length > 0 && body[0] !== 0) throw new RtmpDamage('a message in AMF3')
  return body.subarray(1)
}

function aggregated({ timestampMs, body }: RtmpMessage): (MediaTag | undefined)[] {
  const tags: (MediaTag | undefined)[] = []
  let firstMs: number | undefined
  for (let at = 0; at < body.length;) {
    const start = at + tagHeadBytes
    if (start > body.length) throw new RtmpDamage('an aggregate message that ends early')
    const end = start + body.readUIntBE(at + 1, 3)
    if (end > body.length || tags.length === aggregatedMax) throw new RtmpDamage('a damaged aggregate message')
    const tagMs = body.readUIntBE(at + 4, 3) + body.readUInt8(at + 7) * 0x100_0000
    firstMs ??= tagMs
    const type = body.readUInt8(at)
    tags.push(tagOf({ type, timestampMs: (timestampMs + tagMs - firstMs) >>> 0, body: body.subarray(start, end) }))
    at = end + tagTailBytes
  }
  return tags
}

const typeOfTag = { audio: messageType.audio, video: messageType.video, data: messageType.dataAmf0 } as const
const setDataFrameBytes = writeAmf([setDataFrame])

/** The message that carries a tag to a server; data with `@setDataFrame`, which a server sends to late players. */
export function messageOfTag(tag: MediaTag, streamId: number): RtmpMessage {
  const body = tag.kind === 'data' ? Buffer.concat([setDataFrameBytes, tag.body]) : tag.body
  return { type: typeOfTag[tag.kind], timestampMs: tag.timestampMs, streamId, body }
}
