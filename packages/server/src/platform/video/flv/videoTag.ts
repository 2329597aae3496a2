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

/** One coded frame. `payload` holds length-prefixed NAL units: a view of the message, not a copy. */
export type VideoFrame = { kind: 'frame'; isKeyFrame: boolean; compositionMs: number; payload: Buffer }

/** The parsed body of a video message. */
export type VideoMessage = VideoHeader | VideoFrame | Nothing | Unsupported | Damaged

/** H.264 reorders at most 16 frames (annex A.3.1); a larger composition offset is damage. */
const compositionMsMax = 10_000
const avcCodecId = 7
/** Codec ids (Video File Format Specification 10.1, E.4.3.1), and unofficial ones of encoders. */
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
const packet = { header: 0, frame: 1, end: 2 }
/** Packet types of Enhanced RTMP, "ExVideoTagHeader". */
const enhanced = { header: 0, codedFrames: 1, end: 2, codedFramesAtOnce: 3, metadata: 4 }
/** Packet types from this one on wrap others, which `plainTag` removes. */
const wrappedFrom = 6

/**
 * Reads the body of a video message (Video File Format Specification 10.1, E.4.3; Enhanced RTMP where bit 7 is set).
 * `nalLengthBytes` comes from the last header; without it the NAL units are not checked. Never throws.
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
  if (type !== packet.frame) return damaged('a video message of an unknown type')
  return checked(frameAt(body, 5, body.readIntBE(2, 3)), nalLengthBytes)
}

function readEnhanced(body: Buffer, nalLengthBytes: number | undefined): VideoMessage {
  const type = body.readUInt8(0) & 0x0f
  if (((body.readUInt8(0) >> 4) & 7) === commandFrame) return nothing
  if (body.length < 5 || type >= wrappedFrom) return damaged('a video message without its FourCC')
  const fourCc = body.toString('latin1', 1, 5)
  if (fourCc !== 'avc1') return unsupported(codecOfFourCc(fourCc))
  if (type === enhanced.header) return readAvcConfig(body.subarray(5))
  if (type === enhanced.end || type === enhanced.metadata) return nothing
  if (type === enhanced.codedFramesAtOnce) return checked(frameAt(body, 5, 0), nalLengthBytes)
  if (type !== enhanced.codedFrames || body.length < 8) return damaged('a video message of an unknown type')
  return checked(frameAt(body, 8, body.readIntBE(5, 3)), nalLengthBytes)
}

function frameAt(body: Buffer, start: number, compositionMs: number): VideoFrame {
  const isKeyFrame = ((body.readUInt8(0) >> 4) & 7) === keyFrame
  return { kind: 'frame', isKeyFrame, compositionMs, payload: body.subarray(start) }
}

function checked(frame: VideoFrame, nalLengthBytes: number | undefined): VideoFrame | Damaged {
  if (Math.abs(frame.compositionMs) > compositionMsMax) return damaged('an impossible composition time')
  if (nalLengthBytes !== undefined && !areWholeNals(frame.payload, nalLengthBytes)) {
    return damaged('NAL units that do not fill the frame')
  }
  return frame
}

/** Whether the NAL units fill the payload exactly and none is empty. */
function areWholeNals(payload: Buffer, lengthBytes: number): boolean {
  let at = 0
  while (at + lengthBytes < payload.length) {
    const length = payload.readUIntBE(at, lengthBytes)
    if (length === 0) return false
    at += lengthBytes + length
  }
  return at === payload.length && at > 0
}
