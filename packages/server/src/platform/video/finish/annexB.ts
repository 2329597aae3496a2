import { readSps } from '#platform/video/flv/sps.ts'

// H.264 as a byte stream with start codes (ITU-T H.264, annex B), and in MP4's form: after lengths of four bytes.

const nalType = { sequenceSet: 7, pictureSet: 8, delimiter: 9 } as const
const highProfile = 100

/** The NAL units between the start codes. */
export function splitAnnexB(stream: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = []
  let from: number | undefined
  for (let at = 0; at + 2 < stream.length; at++) {
    if (stream[at] !== 0 || stream[at + 1] !== 0 || stream[at + 2] !== 1) continue
    if (from !== undefined) units.push(withoutTrailingZeros(stream.subarray(from, at)))
    from = at + 3
    at += 2
  }
  if (from !== undefined) units.push(withoutTrailingZeros(stream.subarray(from)))
  return units.filter(({ length }) => length > 0)
}

function withoutTrailingZeros(unit: Uint8Array): Uint8Array {
  return unit.subarray(0, unit.findLastIndex((byte) => byte !== 0) + 1)
}

/** A frame with length prefixes instead of start codes, without access unit delimiters. */
export function withLengths(stream: Uint8Array): Buffer {
  const units = splitAnnexB(stream).filter((unit) => typeOf(unit) !== nalType.delimiter)
  const bytes = Buffer.allocUnsafe(units.reduce((sum, { length }) => sum + 4 + length, 0))
  let at = 0
  for (const unit of units) {
    at = bytes.writeUInt32BE(unit.length, at)
    bytes.set(unit, at)
    at += unit.length
  }
  return bytes
}

/** Makes an `avcC` record (ISO/IEC 14496-15, 5.3.3.1) of the parameter sets in a frame; undefined without them. */
export function makeAvcConfig(stream: Uint8Array): Buffer | undefined {
  const units = splitAnnexB(stream)
  const sequence = units.find((unit) => typeOf(unit) === nalType.sequenceSet)
  const pictureParams = units.find((unit) => typeOf(unit) === nalType.pictureSet)
  if (sequence === undefined || pictureParams === undefined || sequence.length < 4) return undefined
  const record = Buffer.concat([
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1, sequence.length >> 8, sequence.length & 0xff]),
    sequence,
    Buffer.from([1, pictureParams.length >> 8, pictureParams.length & 0xff]),
    pictureParams,
  ])
  const sps = readSps(sequence)
  if ((sequence[1] ?? 0) < highProfile || sps === undefined) return record
  const depth = 0xf8 | (sps.bitDepth - 8)
  return Buffer.concat([record, Buffer.from([0xfc | sps.chromaFormat, depth, depth, 0])])
}

function typeOf(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f
}
