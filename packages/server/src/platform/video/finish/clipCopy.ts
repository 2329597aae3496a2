import { type AssetRun, type AssetSource, findRuns, readSegments } from '#platform/video/asset/assetSource.ts'
import { type FragmentRun, type InitTrack, readInitTracks, readRuns } from '#platform/video/fmp4/fragmentReader.ts'
import { trackId, videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { AssetInit, AssetSegment } from '#platform/video/mediaTypes.ts'
import { AssetDraft, type MediaSample } from './assetDraft.ts'
import { ClipEnd } from './clipEnd.ts'
import { FinishFailed } from './finishFailed.ts'

/** Range of an asset, in seconds of its media time. */
export type ClipRange = { fromSeconds: number; toSeconds: number }

/** The range of a clip, and the programme time of its first frame in ms since 1970. */
export type CopiedClip = ClipRange & { startsAtMs: number }

export type ClipOrder = ClipRange & {
  /** Existing empty folder on the local disk. */
  folder: string
  bytesMax: number
}

/** Tolerance of frame times: encoders round two times of a frame to milliseconds. */
const toleranceSeconds = 0.004

/**
 * Copies a range of an asset into a new one, sample by sample. It begins with the last key frame at or before the
 * requested begin, and ends with the last frame before the requested end, with the frames shown between it and its
 * references. Returns the copied range. Throws FinishFailed and BoxesDamaged.
 */
export async function copyClip(source: AssetSource, order: ClipOrder): Promise<CopiedClip> {
  const segments = segmentsOf(source.index.segments, order)
  const draft = new AssetDraft({
    folder: order.folder,
    bytesMax: order.bytesMax,
    programmeTime: (ticks) => programmeTimeAt(segments, cut.fromSeconds + ticks / videoTicksPerSecond),
  })
  const cut = new Cut(draft, order)
  try {
    const runs = await findRuns(source, segments)
    for (const run of runs) await cut.addRun(source, run)
    await cut.finish()
    await draft.finish()
  } catch (error) {
    await draft.abandon()
    throw error
  }
  const { fromSeconds, toSeconds } = cut
  return { fromSeconds, toSeconds, startsAtMs: programmeTimeAt(segments, fromSeconds) }
}

/** Segments of the range, from the last one with a leading key frame at or before its begin. */
function segmentsOf(all: readonly AssetSegment[], { fromSeconds, toSeconds }: ClipRange): AssetSegment[] {
  const end = all.findIndex(({ mediaSeconds }) => mediaSeconds >= toSeconds - toleranceSeconds)
  const before = end < 0 ? all : all.slice(0, end)
  const isBegin = ({ isIndependent, mediaSeconds }: AssetSegment) =>
    isIndependent && mediaSeconds <= fromSeconds + toleranceSeconds
  const first = Math.max(0, before.findLastIndex(isBegin))
  const last = before.at(-1)
  if (last === undefined || last.mediaSeconds + last.durationSeconds <= fromSeconds) {
    throw new FinishFailed('outside_range', 'There is no video in this range.')
  }
  // Frames are shown a little after decoding; the audio of that time lies in the next segment.
  const behind = all[before.length]
  return behind?.initId === last.initId ? [...before.slice(first), behind] : before.slice(first)
}

function programmeTimeAt(segments: readonly AssetSegment[], seconds: number): number {
  const segment = segments.findLast(({ mediaSeconds }) => mediaSeconds <= seconds + toleranceSeconds) ?? segments[0]
  return segment === undefined ? 0 : segment.startsAtMs + (seconds - segment.mediaSeconds) * 1000
}

/** Writes the samples of a clip into a draft. Sample times are those of the source until then. */
class Cut {
  readonly #draft: AssetDraft
  readonly #order: ClipOrder
  #startDts: number | undefined
  #end: ClipEnd | undefined
  /** Audio frames that may begin before or after the end of the last video frame. */
  #audio: MediaSample[] = []
  #sampleRate = 1

  constructor(draft: AssetDraft, order: ClipOrder) {
    this.#draft = draft
    this.#order = order
  }

  get fromSeconds(): number {
    return (this.#startDts ?? 0) / videoTicksPerSecond
  }

  get toSeconds(): number {
    return (this.#end?.mediaTicks ?? 0) / videoTicksPerSecond
  }

  async addRun(source: AssetSource, run: AssetRun): Promise<void> {
    const form = source.index.inits.find(({ id }) => id === run.segments[0]?.initId)
    const tracks = readInitTracks(run.init)
    checkForm(tracks, form)
    await this.#addAudioBefore(this.#end?.endTicks ?? 0)
    this.#audio = []
    this.#end = undefined
    await this.#draft.startRun({ data: run.init, video: form.video, audio: form.audio })
    this.#sampleRate = form.audio?.sampleRate ?? 1
    let begin: MediaSample | undefined
    for await (const { bytes } of readSegments(source, run.segments)) {
      const runs = readRuns(bytes, tracks)
      const frames = samplesOf(bytes, runs, trackId.video)
      begin ??= this.#findBegin(frames)
      if (begin !== undefined) await this.#addSegment(begin, frames, samplesOf(bytes, runs, trackId.audio))
    }
  }

  /** The key frame at which a run begins: the last one before the requested begin, if that lies in these frames. */
  #findBegin(frames: readonly MediaSample[]): MediaSample | undefined {
    const latestTicks = (this.#order.fromSeconds + toleranceSeconds) * videoTicksPerSecond
    const keys = frames.filter(({ isSync }) => isSync)
    const begin = this.#startDts === undefined ? keys.findLast(({ dts }) => dts <= latestTicks) : undefined
    const found = begin ?? keys[0]
    if (found === undefined) return undefined
    this.#startDts ??= found.dts
    this.#end = new ClipEnd(this.#order.toSeconds * videoTicksPerSecond, found)
    return found
  }

  async #addSegment(begin: MediaSample, frames: MediaSample[], audio: MediaSample[]): Promise<void> {
    const beginPts = ptsOf(begin)
    // Frames decoded after the first key frame and shown before it refer to frames that are not in the clip.
    const kept = frames.filter((frame) => frame.dts >= begin.dts && ptsOf(frame) >= beginPts)
    const audible = audio.filter(({ dts }) => this.#inVideoTicks(dts) >= beginPts)
    for (const sample of this.#interleaved(kept, audible)) {
      if (!sample.isVideo) this.#audio.push(sample)
      else for (const frame of this.#end?.take(sample) ?? []) await this.#addVideo(frame)
      await this.#addAudioBefore(this.#end?.certainTicks ?? 0)
    }
  }

  #inVideoTicks(audioTicks: number): number {
    return (audioTicks / this.#sampleRate) * videoTicksPerSecond
  }

  *#interleaved(video: MediaSample[], audio: MediaSample[]): Generator<MediaSample & { isVideo: boolean }> {
    let at = 0
    for (const frame of video) {
      for (let next = audio[at]; next && this.#inVideoTicks(next.dts) < frame.dts; next = audio[at]) {
        yield { ...next, isVideo: false }
        at += 1
      }
      yield { ...frame, isVideo: true }
    }
    for (const frame of audio.slice(at)) yield { ...frame, isVideo: false }
  }

  async #addVideo(frame: MediaSample): Promise<void> {
    await this.#draft.addVideo({ ...frame, dts: frame.dts - (this.#startDts ?? 0) })
  }

  async #addAudioBefore(ticks: number): Promise<void> {
    const begin = ((this.#startDts ?? 0) / videoTicksPerSecond) * this.#sampleRate
    for (let frame = this.#audio[0]; frame !== undefined; frame = this.#audio[0]) {
      if (this.#inVideoTicks(frame.dts) >= ticks) return
      this.#audio.shift()
      await this.#draft.addAudio({ ...frame, dts: Math.max(0, Math.round(frame.dts - begin)) })
    }
  }

  async finish(): Promise<void> {
    if (this.#startDts === undefined) throw new FinishFailed('outside_range', 'There is no key frame in this range.')
    await this.#addAudioBefore(this.#end?.endTicks ?? 0)
  }
}

function ptsOf({ dts, compositionOffset }: MediaSample): number {
  return dts + compositionOffset
}

function samplesOf(bytes: Buffer, runs: readonly FragmentRun[], id: number): MediaSample[] {
  return runs
    .filter(({ track }) => track.id === id)
    .flatMap(({ samples }) => samples)
    .map(({ at, size, ...sample }) => ({ ...sample, payload: bytes.subarray(at, at + size) }))
}

/** Fragments of the clip use the track ids and clocks of this server, so the source must have the same. */
function checkForm(tracks: readonly InitTrack[], form: AssetInit | undefined): asserts form is AssetInit {
  const video = tracks.find(({ id }) => id === trackId.video)
  const audio = tracks.find(({ id }) => id === trackId.audio)
  const isOwn =
    video?.kind === 'video' &&
    video.ticksPerSecond === videoTicksPerSecond &&
    audio?.ticksPerSecond === form?.audio?.sampleRate
  if (form === undefined || !isOwn) throw new FinishFailed('damaged', 'The video that it is cut from is damaged.')
}
