import type { AudioTrack } from '#platform/video/mediaTypes.ts'
import { type Bits, readBits } from './bits.ts'
import { type Damaged, damaged, type Unsupported, unsupported } from './refusedMedia.ts'
import { type ChannelElement, elementsOf, silentAacFrame } from './silentAac.ts'

/**
 * Decoder configuration of the audio that follows. `track.sampleRate` is the output rate, SBR included.
 * `silentFrame` decodes to silence with it.
 */
export type AudioHeader = { kind: 'header'; track: AudioTrack; samplesPerFrame: number; silentFrame: Buffer }

/** ISO/IEC 14496-3, table 1.18. */
const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const explicitRate = 15
const configBytesMax = 512
const sampleRateMax = 192_000
/** Audio object types (table 1.17). */
const lowComplexity = 2
const sbr = 5
const parametricStereo = 29
const escapeType = 31
/** Sync words that signal SBR and then PS, backward compatibly at the end of a configuration (1.6.2.1). */
const sbrSync = 0x2b7
const psSync = 0x548

type Config = {
  objectType: number
  coreRate: number
  rate: number
  channelCount: number
  elements: readonly ChannelElement[]
  isShort: boolean
}

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): AAC-LC, with SBR and PS where they are signalled. */
export function readAacConfig(bytes: Buffer): AudioHeader | Unsupported | Damaged {
  if (bytes.length < 2 || bytes.length > configBytesMax) return damaged('an AudioSpecificConfig of an impossible size')
  const bits = readBits(bytes)
  const config = readConfig(bits)
  if (typeof config === 'number') return unsupported(`AAC of object type ${config}`, 'Set the encoder to AAC-LC.')
  const { objectType, coreRate, rate, channelCount } = config
  if (bits.overran() || channelCount === 0) return damaged('a damaged AudioSpecificConfig')
  if (coreRate < 1 || rate > sampleRateMax || (rate !== coreRate && rate !== 2 * coreRate)) {
    return damaged('an AudioSpecificConfig with an impossible sample rate')
  }
  const codec = `mp4a.40.${objectType}`
  const track = { codec, sampleRate: rate, channelCount, description: Buffer.from(bytes) }
  const samplesPerFrame = (config.isShort ? 960 : 1_024) * (rate / coreRate)
  return { kind: 'header', track, samplesPerFrame, silentFrame: silentAacFrame(config.elements) }
}

/** The header of AAC-LC with one channel or two; undefined for another channel count or an unusual sample rate. */
export function lowComplexityHeader(sampleRate: number, channelCount: number): AudioHeader | undefined {
  const rateIndex = sampleRates.indexOf(sampleRate)
  if (rateIndex < 0 || (channelCount !== 1 && channelCount !== 2)) return undefined
  return makeHeader(rateIndex, channelCount)
}

/** The header of AAC-LC, 48 kHz, stereo, which most encoders send. */
export const usualHeader = makeHeader(sampleRates.indexOf(48_000), 2)

function makeHeader(rateIndex: number, channelCount: number): AudioHeader {
  const description = Buffer.alloc(2)
  description.writeUInt16BE((lowComplexity << 11) | (rateIndex << 7) | (channelCount << 3))
  const track = { codec: 'mp4a.40.2', sampleRate: sampleRates[rateIndex] ?? 0, channelCount, description }
  return { kind: 'header', track, samplesPerFrame: 1_024, silentFrame: silentAacFrame(elementsOf(channelCount)) }
}

/** Whether a decoder that is set up for one header decodes the frames of the other one. */
export function isSameFormat(a: AudioHeader, b: AudioHeader): boolean {
  const { codec, sampleRate, channelCount } = a.track
  const isSameTrack =
    codec === b.track.codec && sampleRate === b.track.sampleRate && channelCount === b.track.channelCount
  // Silent frames name the channel elements: equal ones mean the same layout.
  return isSameTrack && a.samplesPerFrame === b.samplesPerFrame && a.silentFrame.equals(b.silentFrame)
}

/** The parsed configuration, or the number of an unsupported object type. */
function readConfig(bits: Bits): Config | number {
  const first = readObjectType(bits)
  const coreRate = readRate(bits)
  const channelIndex = bits.read(4)
  const isExtended = first === sbr || first === parametricStereo
  const extendedRate = isExtended ? readRate(bits) : coreRate
  const core = isExtended ? readObjectType(bits) : first
  if (core !== lowComplexity) return core
  const isShort = bits.flag()
  if (bits.flag()) bits.skip(14)
  bits.skip(1)
  const elements = channelIndex === 0 ? readProgramElements(bits) : elementsOf(channelIndex)
  const channelCount = elements.reduce((sum, { kind }) => sum + (kind === 'pair' ? 2 : 1), 0)
  const trailing = isExtended ? undefined : readTrailingSbr(bits)
  const config = { objectType: first, coreRate, rate: extendedRate, channelCount, elements, isShort, ...trailing }
  // Parametric stereo decodes one channel to two.
  return config.objectType === parametricStereo ? { ...config, channelCount: 2 } : config
}

function readObjectType(bits: Bits): number {
  const type = bits.read(5)
  return type === escapeType ? 32 + bits.read(6) : type
}

function readRate(bits: Bits): number {
  const index = bits.read(4)
  return index === explicitRate ? bits.read(24) : (sampleRates[index] ?? 0)
}

/** SBR with backward compatible signalling, which older decoders ignore. */
function readTrailingSbr(bits: Bits): { objectType: number; rate: number } | undefined {
  if (bits.left() < 16 || bits.read(11) !== sbrSync || readObjectType(bits) !== sbr || !bits.flag()) return undefined
  const rate = readRate(bits)
  const hasPs = bits.left() >= 12 && bits.read(11) === psSync && bits.flag()
  return { objectType: hasPs ? parametricStereo : sbr, rate }
}

/** The elements of a program_config_element (ISO/IEC 14496-3, 4.4.1.1). The reader stands behind it afterwards. */
function readProgramElements(bits: Bits): ChannelElement[] {
  bits.skip(10)
  const [front, side, back] = [bits.read(4), bits.read(4), bits.read(4)]
  const [lfe, associated, coupling] = [bits.read(2), bits.read(3), bits.read(4)]
  if (bits.flag()) bits.skip(4)
  if (bits.flag()) bits.skip(4)
  if (bits.flag()) bits.skip(3)
  const elements: ChannelElement[] = []
  for (let left = front + side + back; left > 0; left -= 1) {
    elements.push({ kind: bits.flag() ? 'pair' : 'single', tag: bits.read(4) })
  }
  for (let left = lfe; left > 0; left -= 1) elements.push({ kind: 'effects', tag: bits.read(4) })
  bits.skip(4 * associated + 5 * coupling)
  // The comment begins at a full byte of the configuration, whose length is a whole number of them.
  if (bits.left() > 0) bits.skip(bits.left() % 8)
  bits.skip(8 * bits.read(8))
  return elements
}
