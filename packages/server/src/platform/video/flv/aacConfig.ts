import type { AudioTrack } from '#platform/video/mediaTypes.ts'
import { type Bits, readBits } from './bits.ts'
import { type Damaged, damaged, type Unsupported, unsupported } from './refusedMedia.ts'

/** Decoder configuration of the audio that follows. `track.sampleRate` is the output rate, SBR included. */
export type AudioHeader = { kind: 'header'; track: AudioTrack; samplesPerFrame: number }

/** ISO/IEC 14496-3, table 1.18. */
const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const explicitRate = 15
/** ISO/IEC 14496-3, table 1.19; 0 means that a program_config_element holds the channel count. */
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8]
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

type Config = { objectType: number; coreRate: number; rate: number; channelCount: number; isShort: boolean }

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
  return { kind: 'header', track, samplesPerFrame: (config.isShort ? 960 : 1_024) * (rate / coreRate) }
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
  const channelCount = channelIndex === 0 ? readProgramChannels(bits) : (channelCounts[channelIndex] ?? 0)
  const trailing = isExtended ? undefined : readTrailingSbr(bits)
  const config = { objectType: first, coreRate, rate: extendedRate, channelCount, isShort, ...trailing }
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

/** The channel count of a program_config_element (ISO/IEC 14496-3, 4.4.1.1). The reader stands behind it afterwards. */
function readProgramChannels(bits: Bits): number {
  bits.skip(10)
  const [front, side, back] = [bits.read(4), bits.read(4), bits.read(4)]
  const [lfe, associated, coupling] = [bits.read(2), bits.read(3), bits.read(4)]
  if (bits.flag()) bits.skip(4)
  if (bits.flag()) bits.skip(4)
  if (bits.flag()) bits.skip(3)
  let channelCount = lfe
  for (let left = front + side + back; left > 0; left -= 1) {
    channelCount += bits.flag() ? 2 : 1
    bits.skip(4)
  }
  bits.skip(4 * lfe + 4 * associated + 5 * coupling)
  // The comment begins at a full byte of the configuration, whose length is a whole number of them.
  if (bits.left() > 0) bits.skip(bits.left() % 8)
  bits.skip(8 * bits.read(8))
  return channelCount
}
