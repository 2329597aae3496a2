import type { AudioTrack, VideoTrack } from '#platform/video/mediaTypes.ts'
import { ascii, box, fullBox, u16, u32, u8, zeros } from './boxes.ts'
import { sampleFlags, trackId, videoTicksPerSecond } from './trackIds.ts'

const unityMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const dotsPerInch = 72 << 16
/** Language `und` (ISO 639-2), packed as three letters of five bits. */
const undetermined = 0x55c4

/** Encodes an init section: `ftyp` and `moov` (ISO/IEC 14496-12, 8.2, 8.8) with one track or two. */
export function makeInitSection(video: VideoTrack | undefined, audio: AudioTrack | undefined): Buffer {
  const tracks: Buffer[] = []
  const defaults: Buffer[] = []
  if (video !== undefined) {
    tracks.push(videoTrack(video))
    defaults.push(trackDefaults(trackId.video, sampleFlags.delta))
  }
  if (audio !== undefined) {
    tracks.push(audioTrack(audio))
    defaults.push(trackDefaults(trackId.audio, sampleFlags.sync))
  }
  const ftyp = box('ftyp', ascii('iso6'), u32(0), ascii('iso6mp41'))
  return Buffer.concat([ftyp, box('moov', movieHeader(), ...tracks, box('mvex', ...defaults))])
}

function movieHeader(): Buffer {
  const nextTrackId = u32(trackId.audio + 1)
  const rateAndVolume = [u32(0x10000), u16(0x100), zeros(10)]
  return fullBox('mvhd', 0, u32(0, 0, 1_000, 0), ...rateAndVolume, unityMatrix, zeros(24), nextTrackId)
}

function trackDefaults(id: number, flags: number): Buffer {
  return fullBox('trex', 0, u32(id, 1, 0, 0, flags))
}

type TrackForm = {
  id: number
  ticksPerSecond: number
  handler: 'vide' | 'soun'
  width: number
  height: number
  volume: number
  mediaHeader: Buffer
  sampleEntry: Buffer
}

function track(form: TrackForm): Buffer {
  const enabledInMovie = 3
  const header = fullBox(
    'tkhd',
    enabledInMovie,
    u32(0, 0, form.id, 0, 0),
    zeros(8),
    u16(0, 0, form.volume, 0),
    unityMatrix,
    u32(form.width * 0x10000, form.height * 0x10000),
  )
  const media = box(
    'mdia',
    fullBox('mdhd', 0, u32(0, 0, form.ticksPerSecond, 0), u16(undetermined, 0)),
    fullBox('hdlr', 0, u32(0), ascii(form.handler), zeros(12), ascii('Fairground\0')),
    box('minf', form.mediaHeader, box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))), sampleTable(form)),
  )
  return box('trak', header, media)
}

/** Sample table of a fragmented file: it holds only the sample entry, samples are in fragments. */
function sampleTable({ sampleEntry }: TrackForm): Buffer {
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), sampleEntry),
    fullBox('stts', 0, u32(0)),
    fullBox('stsc', 0, u32(0)),
    fullBox('stsz', 0, u32(0, 0)),
    fullBox('stco', 0, u32(0)),
  )
}

function videoTrack({ width, height, description }: VideoTrack): Buffer {
  const noColourTable = 0xffff
  // VisualSampleEntry (12.1.3): reserved, data reference 1, size, resolution, one frame per sample, depth 24.
  const sampleEntry = box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width, height),
    u32(dotsPerInch, dotsPerInch, 0),
    u16(1),
    zeros(32),
    u16(0x18, noColourTable),
    box('avcC', description),
  )
  const mediaHeader = fullBox('vmhd', 1, zeros(8))
  const clock = { id: trackId.video, ticksPerSecond: videoTicksPerSecond, handler: 'vide' as const }
  return track({ ...clock, width, height, volume: 0, mediaHeader, sampleEntry })
}

function audioTrack({ sampleRate, channelCount, description }: AudioTrack): Buffer {
  // AudioSampleEntry (12.2.3): the rate has 16 bits. A higher rate is written as 0; decoders read it from `esds`.
  const rateField = sampleRate < 0x10000 ? sampleRate * 0x10000 : 0
  const sampleEntry = box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(channelCount, 16, 0, 0),
    u32(rateField),
    fullBox('esds', 0, elementaryStream(description)),
  )
  const mediaHeader = fullBox('smhd', 0, zeros(4))
  const clock = { id: trackId.audio, ticksPerSecond: sampleRate, handler: 'soun' as const }
  return track({ ...clock, width: 0, height: 0, volume: 0x100, mediaHeader, sampleEntry })
}

/** ES_Descriptor (ISO/IEC 14496-1, 7.2.6.5): an audio stream of AAC (0x40) with its AudioSpecificConfig. */
function elementaryStream(configuration: Buffer): Buffer {
  const specificInfo = descriptor(0x05, configuration)
  const audioStream = (0x05 << 2) | 1
  const decoderConfig = descriptor(0x04, u8(0x40, audioStream), zeros(3), u32(0, 0), specificInfo)
  return descriptor(0x03, u16(0), u8(0), decoderConfig, descriptor(0x06, u8(0x02)))
}

/** Encodes a descriptor: tag, length in four groups of seven bits, contents. */
function descriptor(tag: number, ...contents: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(contents)
  const { length } = bytes
  const size = u8(0x80 | (length >> 21), 0x80 | ((length >> 14) & 0x7f), 0x80 | ((length >> 7) & 0x7f), length & 0x7f)
  return Buffer.concat([u8(tag), size, bytes])
}
