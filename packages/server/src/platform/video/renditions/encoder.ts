import type { Ffmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { FfmpegStream } from '#platform/video/ffmpeg/ffmpegProcess.ts'
import { FlvReader } from '#platform/video/flv/flvReader.ts'
import { flvHead, flvFrame, flvVideoHeader } from '#platform/video/flv/flvWriter.ts'
import { readVideoTag } from '#platform/video/flv/videoTag.ts'
import type { VideoHeader } from '#platform/video/flv/avcConfig.ts'
import type { MediaTag, PlacedFrame, VideoTrack } from '#platform/video/mediaTypes.ts'
import { ticksPerMs } from '#platform/video/packager/timeline.ts'
import { encodingArgs } from './encodingArgs.ts'
import type { RenditionSize } from './rungs.ts'

/** A scaled frame. `place` is the number of its input frame, from 0. */
export type EncodedFrame = { place: number; pts: number; isSync: boolean; payload: Buffer; track: VideoTrack }

export type EncodingOptions = {
  ffmpeg: Ffmpeg
  /** Track of the input frames. */
  track: VideoTrack
  sizes: readonly RenditionSize[]
  /** Time-out of the last frames; eight seconds when left out. */
  finishTimeoutMs?: number | undefined
  nowMs(): number
  /** Called when frames arrived. */
  onFrames(): void
}

/** An input frame without output yet, by display time. */
type Awaited = { pts: number; atMs: number }

/** Output of one size: its pending input frames in display order, and the frames that arrived. */
type Line = {
  reader: FlvReader
  header: VideoHeader | undefined
  awaited: Awaited[]
  /** Number of frames that arrived or were dropped. */
  doneCount: number
  frames: EncodedFrame[]
}

const finishTimeoutMsDefault = 8_000

/**
 * One run of ffmpeg that scales every frame to all sizes. Its output has no B-frames, so frames arrive in display
 * order. The n-th output frame takes the decode time of the n-th input frame: parts and segments are those of the
 * source.
 */
export class Encoding {
  /** Resolves at the end of the output: undefined when it is complete, else the error for the log. Never rejects. */
  readonly ended: Promise<string | undefined>
  readonly beganAtMs: number
  readonly #options: EncodingOptions
  readonly #stream: FfmpegStream
  readonly #lines: Line[]
  #fedCount = 0
  #claimedCount = 0
  #isFinished = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined

  /** Starts ffmpeg. Throws when the process cannot start. */
  constructor(options: EncodingOptions) {
    this.#options = options
    const { ffmpeg, sizes, nowMs } = options
    this.beganAtMs = nowMs()
    this.#stream = ffmpeg.begin(encodingArgs(sizes), sizes.length)
    this.#lines = sizes.map(() => ({
      reader: new FlvReader(),
      header: undefined,
      awaited: [],
      doneCount: 0,
      frames: [],
    }))
    for (const [at, line] of this.#lines.entries()) {
      this.#stream.outputs[at]?.on('data', (bytes: Buffer) => this.#read(line, bytes))
    }
    this.ended = this.#stream.ended.finally(() => {
      clearTimeout(this.#timer)
      this.#isOver = true
    })
  }

  /** Whether the output has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Bytes buffered for ffmpeg's input. */
  get waitingBytes(): number {
    return this.#stream.input.writableLength
  }

  /** Feeds the next frame; the first one must be a key frame. */
  feed({ dts, compositionOffset, isSync, payload }: PlacedFrame): void {
    if (this.#isFinished || this.#isOver) return
    const { input } = this.#stream
    const pts = dts + compositionOffset
    const timestampMs = msOf(dts)
    if (this.#fedCount === 0) {
      input.write(flvHead)
      input.write(flvVideoHeader(timestampMs, this.#options.track.description))
    }
    input.write(flvFrame({ timestampMs, compositionMs: msOf(pts) - timestampMs, isKeyFrame: isSync, payload }))
    this.#fedCount += 1
    const atMs = this.#options.nowMs()
    for (const { awaited } of this.#lines) {
      const before = awaited.findLastIndex((each) => each.pts <= pts)
      awaited.splice(before + 1, 0, { pts, atMs })
    }
  }

  /** Assigns the next `count` frames to a part and returns the place behind them. */
  claim(count: number): number {
    this.#claimedCount += count
    return this.#claimedCount
  }

  /** Whether no frame of a size is pending any longer, up to a place. */
  hasAll(at: number, toPlace: number): boolean {
    return this.#isOver || (this.#lines[at]?.doneCount ?? 0) >= toPlace
  }

  /** Removes and returns the arrived frames of a size, up to a place. */
  take(at: number, toPlace: number): EncodedFrame[] {
    const frames = this.#lines[at]?.frames ?? []
    const later = frames.findIndex(({ place }) => place >= toPlace)
    return frames.splice(0, later === -1 ? frames.length : later)
  }

  /**
   * Milliseconds behind a frame of the source: the smaller of the wait of the oldest pending frame and the media time
   * since then. So neither a pause nor a burst of the source looks like a slow encoder.
   */
  behindMs(nowMs: number, dts: number): number {
    const oldest = this.#lines.flatMap(({ awaited }) => awaited.slice(0, 1))
    return Math.max(0, ...oldest.map(({ atMs, pts }) => Math.min(nowMs - atMs, (dts - pts) / ticksPerMs)))
  }

  /** Closes the input. The last frames must arrive within the time-out. */
  finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#stream.input.end()
    const { finishTimeoutMs = finishTimeoutMsDefault } = this.#options
    this.#timer = setTimeout(() => this.#stream.kill(), finishTimeoutMs).unref()
  }

  /** Kills ffmpeg at once. */
  kill(): void {
    this.#stream.kill()
  }

  #read(line: Line, bytes: Buffer): void {
    const before = line.doneCount
    for (const tag of line.reader.read(bytes)) if (tag.kind === 'video') this.#take(line, tag)
    if (line.doneCount > before) this.#options.onFrames()
  }

  #take(line: Line, { timestampMs, body }: MediaTag): void {
    const message = readVideoTag(body, line.header?.nalLengthBytes)
    if (message.kind === 'header') line.header = message
    if (message.kind !== 'frame' || line.header === undefined) return
    const ptsMs = timestampMs + message.compositionMs
    const found = line.awaited.findIndex(({ pts }) => msOf(pts) >= ptsMs)
    const awaited = line.awaited[found]
    if (awaited === undefined) return
    // Frames expected before this one were dropped, such as undecodable ones.
    const place = line.doneCount + found
    line.awaited.splice(0, found + 1)
    line.doneCount = place + 1
    const { isKeyFrame: isSync, payload } = message
    line.frames.push({ place, pts: awaited.pts, isSync, payload, track: line.header.track })
  }
}

function msOf(ticks: number): number {
  return Math.round(ticks / ticksPerMs)
}
