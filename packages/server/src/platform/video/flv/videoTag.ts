import { readAvcConfig, type VideoHeader } from './avcConfig.ts'
import {
  codecOfFourCc,
  type Damaged,
  damaged,
  type Nothing,
  nothing,
  type Unsupported,
  unsupported,
} from './refusedMedia.ts'

/** One coded picture. `payload` are NAL units behind their lengths, still lying in the message that brought them. */
export type VideoPicture = { kind: 'picture'; isKeyFrame: boolean; compositionMs: number; payload: Buffer }

/** What the body of a video message says. */
export type VideoMessage = VideoHeader | VideoPicture | Nothing | Unsupported | Damaged

/** H.264 reorders at most 16 pictures (annex A.3.1): more than this means that the bytes are something else. */
const compositionMsMax = 10_000
const avcCodecId = 7
/** Video File Format Specification 10.1, E.4.3.1, and what encoders send besides. */
const codecNames = new Map([
  [2, 'Sorenson H.263'],
  [3, 'Screen video'],
  [4, 'VP6'],
  [5, 'VP6'],
  [6, 'Screen video'],
  [12, 'HEVC'],
  [13, 'AV1'],
])
const keyFrame = 1
const commandFrame = 5
const packet = { header: 0, picture: 1, end: 2 }
/** Packet types of Enhanced RTMP, "ExVideoTagHeader". */
const enhanced = { header: 0, codedFrames: 1, end: 2, codedFramesAtOnce: 3, metadata: 4, multitrack: 6 }

/**
 * Reads the body of a video message (Video File Format Specification 10.1, E.4.3; Enhanced RTMP where bit 7 is set).
 * `nalLengthBytes` is that of the last header; without it pictures are not looked into. Never throws.
 */
export function readVideoTag(body: Buffer, nalLengthBytes: number | undefined): VideoMessage {
  const first = body[0]
  if (first === undefined) return nothing
  if (first & 0x80) return readEnhanced(body, nalLengthBytes)
  if (first >> 4 === commandFrame) return nothing
  const codecId = first & 0x0f
  if (codecId !== avcCodecId) return unsupported(codecNames.get(codecId) ?? 'an unknown codec')
  if (body.length < 5) return damaged('a video message without its head')
  const type = body.readUInt8(1)
  if (type === packet.header) return readAvcConfig(body.subarray(5))
  if (type === packet.end) return nothing
  if (type !== packet.picture) return damaged('a video message of an unknown type')
  return checked(pictureAt(body, 5, body.readIntBE(2, 3)), nalLengthBytes)
}

function readEnhanced(body: Buffer, nalLengthBytes: number | undefined): VideoMessage {
  const type = body.readUInt8(0) & 0x0f
  if (((body.readUInt8(0) >> 4) & 7) === commandFrame) return nothing
  if (type === enhanced.multitrack) return unsupported('Multitrack video', 'Send a single video track.')
  if (body.length < 5) return damaged('a video message without its FourCC')
  const fourCc = body.toString('latin1', 1, 5)
  if (fourCc !== 'avc1') return unsupported(codecOfFourCc(fourCc))
  if (type === enhanced.header) return readAvcConfig(body.subarray(5))
  if (type === enhanced.end || type === enhanced.metadata) return nothing
  if (type === enhanced.codedFramesAtOnce) return checked(pictureAt(body, 5, 0), nalLengthBytes)
  if (type !== enhanced.codedFrames || body.length < 8) return damaged('a video message of an unknown type')
  return checked(pictureAt(body, 8, body.readIntBE(5, 3)), nalLengthBytes)
}

function pictureAt(body: Buffer, start: number, compositionMs: number): VideoPicture {
  const isKeyFrame = ((body.readUInt8(0) >> 4) & 7) === keyFrame
  return { kind: 'picture', isKeyFrame, compositionMs, payload: body.subarray(start) }
}

function checked(picture: VideoPicture, nalLengthBytes: number | undefined): VideoPicture | Damaged {
  if (Math.abs(picture.compositionMs) > compositionMsMax) return damaged('an impossible composition time')
  if (nalLengthBytes !== undefined && !areWholeNals(picture.payload, nalLengthBytes)) {
    return damaged('NAL units that do not fill the frame')
  }
  return picture
}

/** Whether the lengths lead exactly to the end, and there is something behind each. */
function areWholeNals(payload: Buffer, lengthBytes: number): boolean {
  let at = 0
  while (at + lengthBytes < payload.length) {
    const length = payload.readUIntBE(at, lengthBytes)
    if (length === 0) return false
    at += lengthBytes + length
  }
  return at === payload.length && at > 0
}
