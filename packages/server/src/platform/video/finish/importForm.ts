import { EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from 'mediabunny'
import { readAacConfig } from '#platform/video/flv/aacConfig.ts'
import { readAvcConfig } from '#platform/video/flv/avcConfig.ts'
import type { AudioTrack, VideoTrack } from '#platform/video/mediaTypes.ts'
import { hasAdtsHeader, makeAacConfig } from './adts.ts'
import { makeAvcConfig } from './annexB.ts'
import { FinishFailed } from './finishFailed.ts'

/** Video that can be copied, or its unsupported codec. */
export type VideoForm = { track: VideoTrack; isAnnexB: boolean } | { refused: string }

/** Audio that can be copied, or its unsupported codec. */
export type AudioForm = { track: AudioTrack; samplesPerFrame: number; hasAdts: boolean } | { refused: string }

/** Reads whether a track is H.264 that browsers play. Throws FinishFailed. */
export async function readVideoForm(track: InputVideoTrack): Promise<VideoForm> {
  const config = await track.getDecoderConfig()
  if (config === null || (await track.getCodec()) !== 'avc') return { refused: await nameOf(track) }
  const first = await new EncodedPacketSink(track).getFirstKeyPacket({ verifyKeyPackets: true })
  if (first === null) throw new FinishFailed('damaged', 'The file holds no key frame to begin with.')
  const isAnnexB = config.description === undefined
  const record = isAnnexB ? makeAvcConfig(first.data) : bytesOf(config.description)
  const header = record && readAvcConfig(record)
  if (header?.kind === 'header') return { track: header.track, isAnnexB }
  return { refused: header?.kind === 'unsupported' ? header.codec : 'H.264 without its parameters' }
}

/** Reads whether a track is AAC that browsers play. */
export async function readAudioForm(track: InputAudioTrack): Promise<AudioForm> {
  const config = await track.getDecoderConfig()
  if (config === null || (await track.getCodec()) !== 'aac') return { refused: await nameOf(track) }
  const first = await new EncodedPacketSink(track).getFirstPacket()
  const hasAdts = config.description === undefined && first !== null && hasAdtsHeader(first.data)
  const description = hasAdts ? makeAacConfig(first.data) : bytesOf(config.description)
  const header = readAacConfig(description)
  if (header.kind === 'header') return { track: header.track, samplesPerFrame: header.samplesPerFrame, hasAdts }
  return { refused: header.kind === 'unsupported' ? header.codec : 'AAC without its parameters' }
}

function bytesOf(description: AllowSharedBufferSource | undefined): Buffer {
  if (description === undefined) return Buffer.alloc(0)
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
}

const names: Record<string, string> = {
  hevc: 'HEVC (H.265)',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
}

async function nameOf(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const codec = await track.getCodec()
  if (codec !== null) return names[codec] ?? (codec.startsWith('pcm') ? 'PCM' : codec)
  const id = await track.getInternalCodecId()
  // A file may hold any bytes here; only text in the form of a codec name is repeated.
  return typeof id === 'string' && /^[\w ./-]{1,24}$/.test(id) ? id.trim() : 'an unknown codec'
}
