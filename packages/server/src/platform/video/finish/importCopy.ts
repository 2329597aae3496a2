import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from 'mediabunny'
import { readInitTracks } from '#platform/video/fmp4/fragmentReader.ts'
import { makeInitSection } from '#platform/video/fmp4/initSection.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { InitSection } from '#platform/video/mediaTypes.ts'
import { withoutAdtsHeader } from './adts.ts'
import { withLengths } from './annexB.ts'
import { AssetDraft, type MediaSample } from './assetDraft.ts'
import { DecodeTimes } from './decodeTimes.ts'
import { FinishFailed } from './finishFailed.ts'
import type { VideoForm, AudioForm } from './importForm.ts'
import type { ImportedFile, ImportOrder } from './importVideo.ts'

type VideoInput = { input: InputVideoTrack } & Exclude<VideoForm, { refused: string }>
type AudioInput = { input: InputAudioTrack } & Exclude<AudioForm, { refused: string }>

/** The part of a file to copy. `lengthSeconds`: expected end of its video, if known. */
export type MediaRun = Pick<ImportedFile, 'byteCount' | 'startsAtMs'> & {
  video: VideoInput
  audio: AudioInput | undefined
  lengthSeconds: number | undefined
}

/** Largest ratio of media bytes to file size: a file whose chunks overlap would grow without end. */
const bytesGrowthMax = 1.1
const bytesMargin = 1024 * 1024
/** Drift of audio from its sample clock that counts as a gap: containers round to a millisecond or worse. */
const audioGapSeconds = 0.08

/** Part of the stated length that may be missing at the end of a file, as a share and in seconds. */
const missingShareMax = 0.02
const missingSecondsMax = 1

/**
 * Copies video and audio into a new asset, one file after the other, each from its first key frame on. Throws
 * FinishFailed.
 */
export async function copyMedia(runs: readonly MediaRun[], order: Pick<ImportOrder, 'folder' | 'onProgress'>) {
  const begins: { ticks: number; startsAtMs: number }[] = []
  const draft = new AssetDraft({
    folder: order.folder,
    bytesMax: runs.reduce((sum, { byteCount }) => sum + byteCount, 0) * bytesGrowthMax + bytesMargin,
    programmeTime(at) {
      const { ticks, startsAtMs } = begins.findLast((begin) => begin.ticks <= at) ?? { ticks: 0, startsAtMs: 0 }
      return startsAtMs + ((at - ticks) / videoTicksPerSecond) * 1000
    },
  })
  const lengthSeconds = runs.reduce((sum, run) => sum + (run.lengthSeconds ?? NaN), 0)
  const progress = (atSeconds: number) => {
    if (lengthSeconds > 0) order.onProgress?.(Math.min(1, atSeconds / lengthSeconds))
  }
  try {
    let ticks = 0
    for (const run of runs) {
      begins.push({ ticks, startsAtMs: run.startsAtMs })
      ticks = await copyRun(draft, run, { ticks, progress })
    }
    await draft.finish()
  } catch (error) {
    await draft.abandon()
    throw error
  }
}

/** Begin of a run in the asset. */
type RunBegin = { ticks: number; progress(atSeconds: number): void }

/** Copies a file, and returns the begin of the next one, in ticks. */
async function copyRun(draft: AssetDraft, run: MediaRun, { ticks, progress }: RunBegin): Promise<number> {
  const { video, audio, lengthSeconds = 0 } = run
  await draft.startRun(await makeInit(video, audio))
  const videoFrames = videoFramesOf(video)
  const first = await videoFrames.next()
  if (first.done === true) throw new FinishFailed('damaged', 'The file holds no key frame to begin with.')
  const begin: Begin = { dts: first.value.dts, pts: first.value.dts + first.value.compositionOffset }
  const rate = audio?.track.sampleRate ?? 1
  const audioTicks = Math.round((ticks / videoTicksPerSecond) * rate)
  const audioFrames = audio && audioFramesOf(audio, begin)
  let frame = await audioFrames?.next()
  let end = 0
  let endTicks = 0
  for (let next: IteratorResult<MediaSample> = first; next.done !== true; next = await videoFrames.next()) {
    const { dts, duration } = next.value
    await draft.addVideo({ ...next.value, dts: ticks + dts - begin.dts })
    endTicks = dts - begin.dts + duration
    end = (endTicks + first.value.compositionOffset) / videoTicksPerSecond
    for (; frame?.done === false && frame.value.dts / rate < end; frame = await audioFrames?.next()) {
      await draft.addAudio({ ...frame.value, dts: audioTicks + frame.value.dts })
    }
    progress(ticks / videoTicksPerSecond + end)
  }
  checkWhole(begin.dts / videoTicksPerSecond + end, lengthSeconds)
  return ticks + endTicks
}

function checkWhole(endSeconds: number, lengthSeconds: number): void {
  const missing = lengthSeconds - endSeconds
  if (missing <= missingSecondsMax || missing <= missingShareMax * lengthSeconds) return
  throw new FinishFailed('damaged', 'The file is cut off: it ends before its own end.')
}

/** Begin of the video, in ticks of its clock. */
type Begin = { dts: number; pts: number }

async function makeInit({ input, track }: VideoInput, audio: AudioInput | undefined): Promise<Omit<InitSection, 'id'>> {
  const data = makeInitSection(track, audio?.track)
  const turn = await input.getTransformationMatrix()
  const videoTrack = readInitTracks(data).find(({ kind }) => kind === 'video')
  // Nine numbers, of which the third of each row is a share of one in 2^30ths, the others in 65,536ths (8.3.2).
  const numbers = turn.map((number, index) => Math.round(number * (index % 3 === 2 ? 2 ** 30 : 2 ** 16)) | 0)
  const [a, b, , c, d] = numbers
  const isNone = [a, b, c, d].every((number) => number === 0)
  if (!isNone) for (const [index, number] of numbers.entries()) videoTrack?.matrix.writeInt32BE(number, 4 * index)
  const isOnItsSide = a === 0 && d === 0 && !isNone
  const [width, height] = isOnItsSide ? [track.height, track.width] : [track.width, track.height]
  return { data, video: { codec: track.codec, width, height }, audio: audio?.track }
}

/** The video frames from the first key frame on, in decoding order, in ticks of their clock. */
async function* videoFramesOf({ input, isAnnexB }: VideoInput): AsyncGenerator<MediaSample> {
  const times = new DecodeTimes<ReturnType<typeof videoFrameOf>>()
  let begin: number | undefined
  for await (const packet of new EncodedPacketSink(input).packets(undefined, undefined, { verifyKeyPackets: true })) {
    const frame = videoFrameOf(packet, isAnnexB)
    begin ??= frame.isSync ? frame.pts : undefined
    // Frames shown before the first key frame refer to missing frames.
    if (begin === undefined || frame.pts < begin) continue
    for (const timed of times.take(frame)) yield sampleOf(timed)
  }
  for (const timed of times.end()) yield sampleOf(timed)
}

function videoFrameOf(packet: EncodedPacket, isAnnexB: boolean) {
  return {
    pts: Math.round(packet.timestamp * videoTicksPerSecond),
    duration: Math.round(packet.duration * videoTicksPerSecond),
    isSync: packet.type === 'key',
    payload: isAnnexB ? withLengths(packet.data) : bytesOf(packet),
  }
}

function sampleOf({ pts, ...frame }: ReturnType<typeof videoFrameOf> & { dts: number }): MediaSample {
  return { ...frame, compositionOffset: pts - frame.dts }
}

function bytesOf({ data }: EncodedPacket): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}

/** The audio from the first video frame on, on the clock of the new asset, without gaps. */
async function* audioFramesOf(
  { input, track, samplesPerFrame, hasAdts }: AudioInput,
  begin: Begin,
): AsyncGenerator<MediaSample> {
  const { sampleRate } = track
  const beginSamples = (begin.dts / videoTicksPerSecond) * sampleRate
  let next: number | undefined
  for await (const packet of new EncodedPacketSink(input).packets()) {
    const statedTicks = Math.round(packet.timestamp * sampleRate)
    const at: number =
      next !== undefined && Math.abs(statedTicks - next) < audioGapSeconds * sampleRate ? next : statedTicks
    next = at + samplesPerFrame
    if ((at / sampleRate) * videoTicksPerSecond < begin.pts) continue
    const frame = { dts: Math.round(at - beginSamples), duration: samplesPerFrame, compositionOffset: 0, isSync: true }
    const whole = bytesOf(packet)
    yield { ...frame, payload: hasAdts ? withoutAdtsHeader(whole) : whole }
  }
}
