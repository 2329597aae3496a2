import { sampleFlags, trackId } from './trackIds.ts'

/** One video frame or AAC frame. Duration and composition offset are in ticks of its track. */
export type Sample = { payload: Buffer; duration: number; compositionOffset: number; isSync: boolean }

/** Consecutive samples of a track in a fragment; the first is decoded at `decodeTime`, in ticks of the track. */
export type Run = { decodeTime: number; samples: readonly Sample[] }

/** Content of a fragment. A track without samples is left out. */
export type Fragment = { sequenceNumber: number; video: Run; audio: Run }

/** Field flags of `trun` (ISO/IEC 14496-12, 8.8.8): data offset; per sample duration, size, flags, offset. */
const runFields = { dataOffset: 0x1, duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 }
const videoFields =
  runFields.dataOffset | runFields.duration | runFields.size | runFields.flags | runFields.compositionOffset
const audioFields = runFields.dataOffset | runFields.duration | runFields.size
const videoSampleBytes = 16
const audioSampleBytes = 8
const boxHeadBytes = 8
const movieHeadBytes = boxHeadBytes + 16
/** Bytes of a `traf` header with `tfhd` and `tfdt`. */
const trackHeadBytes = boxHeadBytes + 16 + 20
/** Bytes of a `traf` header with `tfhd`, `tfdt` and the header of `trun`. */
const runHeadBytes = trackHeadBytes + 20
const defaultBaseIsMoof = 0x020000
const durationIsEmpty = 0x010000
const version1 = 0x01000000

/**
 * Encodes `moof` and `mdat` (ISO/IEC 14496-12, 8.8) into one allocation and copies each sample once, video before
 * audio. Decode times have 64 bits, composition offsets are signed (`tfdt` and `trun` version 1).
 */
export function makeFragment({ sequenceNumber, video, audio }: Fragment): Buffer {
  const videoBytes = byteCount(video)
  const headBytes = movieHeadBytes + trackBytes(video, videoSampleBytes) + trackBytes(audio, audioSampleBytes)
  const dataStart = headBytes + boxHeadBytes
  const bytes = Buffer.allocUnsafe(dataStart + videoBytes + byteCount(audio))
  let at = writeMovieHead(bytes, headBytes, sequenceNumber)
  at = writeTrack(bytes, at, { id: trackId.video, run: video, dataOffset: dataStart })
  at = writeTrack(bytes, at, { id: trackId.audio, run: audio, dataOffset: dataStart + videoBytes })
  at = writeBoxHead(bytes, at, { size: bytes.length - headBytes, type: 'mdat' })
  for (const { payload } of video.samples) at += payload.copy(bytes, at)
  for (const { payload } of audio.samples) at += payload.copy(bytes, at)
  return bytes
}

/** Fragment of a track without samples: the track's id, and the decode time at which the gap begins. */
export type EmptyFragment = { sequenceNumber: number; id: number; decodeTime: number }

/** Encodes a fragment of a track without samples (`duration-is-empty`, 8.8.7). */
export function makeEmptyFragment({ sequenceNumber, id, decodeTime }: EmptyFragment): Buffer {
  const bytes = Buffer.allocUnsafe(movieHeadBytes + trackHeadBytes + boxHeadBytes)
  let at = writeMovieHead(bytes, movieHeadBytes + trackHeadBytes, sequenceNumber)
  at = writeTrackHead(bytes, at, {
    byteCount: trackHeadBytes,
    flags: defaultBaseIsMoof | durationIsEmpty,
    id,
    decodeTime,
  })
  writeBoxHead(bytes, at, { size: boxHeadBytes, type: 'mdat' })
  return bytes
}

function writeMovieHead(bytes: Buffer, size: number, sequenceNumber: number): number {
  let at = writeBoxHead(bytes, 0, { size, type: 'moof' })
  at = writeBoxHead(bytes, at, { size: 16, type: 'mfhd' })
  at = bytes.writeUInt32BE(0, at)
  return bytes.writeUInt32BE(sequenceNumber >>> 0, at)
}

function byteCount({ samples }: Run): number {
  return samples.reduce((sum, { payload }) => sum + payload.length, 0)
}

function trackBytes({ samples }: Run, sampleBytes: number): number {
  return samples.length === 0 ? 0 : runHeadBytes + sampleBytes * samples.length
}

function writeBoxHead(bytes: Buffer, at: number, { size, type }: { size: number; type: string }): number {
  bytes.writeUInt32BE(size, at)
  bytes.write(type, at + 4, 'latin1')
  return at + boxHeadBytes
}

type TrackRun = { id: number; run: Run; dataOffset: number }

function writeTrack(bytes: Buffer, start: number, { id, run, dataOffset }: TrackRun): number {
  const { samples, decodeTime } = run
  if (samples.length === 0) return start
  const isVideo = id === trackId.video
  const samplesBytes = samples.length * (isVideo ? videoSampleBytes : audioSampleBytes)
  const head = { byteCount: runHeadBytes + samplesBytes, flags: defaultBaseIsMoof, id, decodeTime }
  let at = writeTrackHead(bytes, start, head)
  at = writeBoxHead(bytes, at, { size: 20 + samplesBytes, type: 'trun' })
  at = bytes.writeUInt32BE((version1 | (isVideo ? videoFields : audioFields)) >>> 0, at)
  at = bytes.writeUInt32BE(samples.length, at)
  at = bytes.writeUInt32BE(dataOffset, at)
  for (const { payload, duration, compositionOffset, isSync } of samples) {
    at = bytes.writeUInt32BE(duration, at)
    at = bytes.writeUInt32BE(payload.length, at)
    if (!isVideo) continue
    at = bytes.writeUInt32BE(isSync ? sampleFlags.sync : sampleFlags.delta, at)
    at = bytes.writeInt32BE(compositionOffset, at)
  }
  return at
}

type TrackHead = { byteCount: number; flags: number; id: number; decodeTime: number }

/** Writes the header of a `traf` of `byteCount` bytes, with `tfhd` and `tfdt`. Returns the offset behind it. */
function writeTrackHead(bytes: Buffer, start: number, { byteCount: size, flags, id, decodeTime }: TrackHead): number {
  let at = writeBoxHead(bytes, start, { size, type: 'traf' })
  at = writeBoxHead(bytes, at, { size: 16, type: 'tfhd' })
  at = bytes.writeUInt32BE(flags, at)
  at = bytes.writeUInt32BE(id, at)
  at = writeBoxHead(bytes, at, { size: 20, type: 'tfdt' })
  at = bytes.writeUInt32BE(version1, at)
  at = bytes.writeUInt32BE(Math.floor(decodeTime / 2 ** 32), at)
  return bytes.writeUInt32BE(decodeTime % 2 ** 32, at)
}
