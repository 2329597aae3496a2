import { type AudioHeader, readAacConfig } from './aacConfig.ts'
import {
  codecOfFourCc,
  type Damaged,
  damaged,
  type Nothing,
  nothing,
  type Unsupported,
  unsupported,
} from './refusedMedia.ts'

/** One AAC frame. `payload` is a view of the message, not a copy. */
export type AudioFrame = { kind: 'frame'; payload: Buffer }

/** The parsed body of an audio message. */
export type AudioMessage = AudioHeader | AudioFrame | Nothing | Unsupported | Damaged

const aacFormat = 10
const enhancedFormat = 9
/** The length field of ADTS has 13 bits, and 6,144 bits a channel (ISO/IEC 14496-3, 4.5.3.1) are less. */
const frameBytesMax = 8_191
/** Video File Format Specification 10.1, E.4.2.1. */
const formatNames = new Map([
  [0, 'PCM'],
  [1, 'ADPCM'],
  [2, 'MP3'],
  [3, 'PCM'],
  [4, 'Nellymoser'],
  [5, 'Nellymoser'],
  [6, 'Nellymoser'],
  [7, 'G.711'],
  [8, 'G.711'],
  [11, 'Speex'],
  [14, 'MP3'],
])
const packet = { header: 0, frame: 1, end: 2, multichannel: 4 }
/** Packet types from this one on wrap others, which `plainTag` removes. */
const wrappedFrom = 5

/** Reads the body of an audio message (Video File Format Specification 10.1, E.4.2; Enhanced RTMP). Never throws. */
export function readAudioTag(body: Buffer): AudioMessage {
  const first = body[0]
  if (first === undefined) return nothing
  const format = first >> 4
  if (format === enhancedFormat) return readEnhanced(body)
  if (format !== aacFormat) return unsupported(formatNames.get(format) ?? 'an unknown audio codec')
  const type = body[1]
  if (type === undefined) return damaged('an audio message without its head')
  if (type === packet.header) return readAacConfig(body.subarray(2))
  return type === packet.frame ? frameAt(body, 2) : damaged('an audio message of an unknown type')
}

function readEnhanced(body: Buffer): AudioMessage {
  const type = body.readUInt8(0) & 0x0f
  if (body.length < 5 || type >= wrappedFrom) return damaged('an audio message without its FourCC')
  const fourCc = body.toString('latin1', 1, 5)
  if (fourCc !== 'mp4a') return unsupported(codecOfFourCc(fourCc))
  if (type === packet.header) return readAacConfig(body.subarray(5))
  if (type === packet.end || type === packet.multichannel) return nothing
  return type === packet.frame ? frameAt(body, 5) : damaged('an audio message of an unknown type')
}

function frameAt(body: Buffer, start: number): AudioMessage {
  const payload = body.subarray(start)
  if (payload.length === 0) return nothing
  return payload.length > frameBytesMax ? damaged('an AAC frame of an impossible size') : { kind: 'frame', payload }
}
