import { type Bits, readBits } from './bits.ts'

/** Frame properties in a sequence parameter set (ITU-T H.264, 7.3.2.1.1 and annex E). */
export type Sps = {
  /** Displayed width in pixels, after cropping. */
  width: number
  height: number
  /** 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  chromaFormat: number
  bitDepth: number
  /** Duration of one frame, where the encoder sets it. */
  frameSeconds: number | undefined
}

const pixelsMax = 16_384
/** Profiles whose parameter sets carry the chroma format (7.3.2.1.1). */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const macroblockPixels = 16
const aspectRatioExtended = 255

/** Reads a parameter set with its NAL header. Undefined when it is damaged or its frame size is out of range. */
export function readSps(nal: Uint8Array): Sps | undefined {
  const bits = readBits(withoutEmulationPrevention(nal))
  bits.skip(8)
  const profile = bits.read(8)
  bits.skip(16)
  bits.unsigned()
  const colour = highProfiles.has(profile) ? readColour(bits) : { chromaFormat: 1, bitDepth: 8 }
  bits.unsigned()
  skipPictureOrder(bits)
  bits.unsigned()
  bits.skip(1)
  const size = readSize(bits, colour.chromaFormat)
  if (bits.overran() || !isSensible(size.width) || !isSensible(size.height)) return undefined
  const frameSeconds = bits.left() > 1 && bits.flag() ? readFrameSeconds(bits) : undefined
  return { ...size, ...colour, frameSeconds }
}

/** Emulation prevention: 00 00 03 encodes 00 00 inside a NAL unit (7.4.1). */
function withoutEmulationPrevention(nal: Uint8Array): Uint8Array {
  const kept = new Uint8Array(nal.length)
  let length = 0
  let zeros = 0
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    kept[length] = byte
    length += 1
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return kept.subarray(0, length)
}

function readColour(bits: Bits): { chromaFormat: number; bitDepth: number } {
  const chromaFormat = bits.unsigned()
  if (chromaFormat === 3) bits.skip(1)
  const bitDepth = 8 + Math.max(bits.unsigned(), bits.unsigned())
  bits.skip(1)
  if (bits.flag()) skipScalingLists(bits, chromaFormat === 3 ? 12 : 8)
  return { chromaFormat, bitDepth }
}

function skipScalingLists(bits: Bits, listCount: number): void {
  for (let list = 0; list < listCount; list += 1) {
    if (!bits.flag()) continue
    const size = list < 6 ? 16 : 64
    let next = 8
    let last = 8
    for (let at = 0; at < size && !bits.overran(); at += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256
      if (next !== 0) last = next
    }
  }
}

function skipPictureOrder(bits: Bits): void {
  const type = bits.unsigned()
  if (type === 0) bits.unsigned()
  if (type !== 1) return
  bits.skip(1)
  bits.signed()
  bits.signed()
  const cycleCount = bits.unsigned()
  for (let at = 0; at < cycleCount && !bits.overran(); at += 1) bits.signed()
}

function readSize(bits: Bits, chromaFormat: number): { width: number; height: number } {
  const columns = bits.unsigned() + 1
  const rows = bits.unsigned() + 1
  const isFramesOnly = bits.flag()
  if (!isFramesOnly) bits.skip(1)
  bits.skip(1)
  const crop = bits.flag() ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : []
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const fields = isFramesOnly ? 1 : 2
  // Cropping counts chroma samples (table 6-1), and pairs of lines in interlaced video.
  const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1
  const unitY = (chromaFormat === 1 ? 2 : 1) * fields
  return {
    width: columns * macroblockPixels - unitX * (left + right),
    height: rows * macroblockPixels * fields - unitY * (top + bottom),
  }
}

function isSensible(pixels: number): boolean {
  return pixels >= 1 && pixels <= pixelsMax
}

/** VUI parameters up to the timing (annex E.1.1). A frame has two ticks: the clock counts fields. */
function readFrameSeconds(bits: Bits): number | undefined {
  if (bits.flag() && bits.read(8) === aspectRatioExtended) bits.skip(32)
  if (bits.flag()) bits.skip(1)
  if (bits.flag()) {
    bits.skip(4)
    if (bits.flag()) bits.skip(24)
  }
  if (bits.flag()) {
    bits.unsigned()
    bits.unsigned()
  }
  if (!bits.flag()) return undefined
  const tickCount = bits.read(32)
  const ticksPerSecond = bits.read(32)
  const seconds = (2 * tickCount) / ticksPerSecond
  return !bits.overran() && seconds >= frameSecondsMin && seconds <= frameSecondsMax ? seconds : undefined
}

/** Range from 1,000 frames a second to one in ten. Other values are placeholders, such as a tick of 1 ms. */
const frameSecondsMin = 0.001
const frameSecondsMax = 10
