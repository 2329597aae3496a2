import type { VideoTrack } from '#platform/video/mediaTypes.ts'
import { type Damaged, damaged, type Unsupported, unsupported } from './refusedMedia.ts'
import { readSps, type Sps } from './sps.ts'

/** Decoder configuration of the video that follows. */
export type VideoHeader = {
  kind: 'header'
  track: VideoTrack
  /** Bytes of the length field of each NAL unit. */
  nalLengthBytes: number
  /** Duration of a frame, where the parameter set holds it. */
  frameSeconds: number | undefined
}

const fixedBytes = 6
const configBytesMax = 16_384
const adviceOnColour =
  'Set the colour format of the encoder to NV12 (8 bit, 4:2:0). In OBS: Settings, Advanced, Colour Format.'

/** Reads an AVCDecoderConfigurationRecord, `avcC` (ISO/IEC 14496-15, 5.3.3.1). Copies it out of the message. */
export function readAvcConfig(record: Buffer): VideoHeader | Unsupported | Damaged {
  if (record.length <= fixedBytes || record.length > configBytesMax) return damaged('an avcC of an impossible size')
  if (record[0] !== 1) return damaged('an avcC of an unknown version')
  const nalLengthBytes = (record.readUInt8(4) & 3) + 1
  if (nalLengthBytes === 3) return damaged('NAL lengths of three bytes')
  const sets = readSets(record)
  if (sets === undefined) return damaged('an avcC with damaged parameter sets')
  const sps = readSps(sets.sequence)
  if (sps === undefined) return damaged('a damaged sequence parameter set')
  if (sps.chromaFormat > 1 || sps.bitDepth > 8) return unsupported(`H.264 with ${colourOf(sps)}`, adviceOnColour)
  const codec = `avc1.${record.toString('hex', 1, 4).toUpperCase()}`
  const track = { codec, width: sps.width, height: sps.height, description: Buffer.from(record) }
  return { kind: 'header', track, nalLengthBytes, frameSeconds: sps.frameSeconds }
}

/** The first sequence parameter set. Undefined unless all sets lie within the record and both kinds are present. */
function readSets(record: Buffer): { sequence: Buffer } | undefined {
  const sequences = readList(record, 5, 0x1f)
  const sequence = sequences?.sets[0]
  if (sequences === undefined || sequence === undefined) return undefined
  const pictureSets = readList(record, sequences.end, 0xff)
  return pictureSets?.sets[0] === undefined ? undefined : { sequence }
}

/** A count, then that many NAL units behind 16 bit lengths. */
function readList(record: Buffer, start: number, countMask: number): { sets: Buffer[]; end: number } | undefined {
  if (start >= record.length) return undefined
  const count = record.readUInt8(start) & countMask
  const sets: Buffer[] = []
  let at = start + 1
  while (sets.length < count) {
    if (at + 2 > record.length) return undefined
    const length = record.readUInt16BE(at)
    at += 2
    if (length === 0 || at + length > record.length) return undefined
    sets.push(record.subarray(at, at + length))
    at += length
  }
  return { sets, end: at }
}

function colourOf({ chromaFormat, bitDepth }: Sps): string {
  const samples = ['no colour', '4:2:0', '4:2:2', '4:4:4'][chromaFormat] ?? 'unknown'
  return `${bitDepth} bit ${samples} colour`
}
