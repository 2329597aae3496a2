import type { Init, VideoTrack } from '#platform/video/mediaTypes.ts'
import { type AudioHeader, isSameFormat } from '#platform/video/flv/aacConfig.ts'
import type { VideoHeader } from '#platform/video/flv/avcConfig.ts'
import type { VideoFrame } from '#platform/video/flv/videoTag.ts'
import { Cutter, type TimedFrame } from './cutter.ts'
import type { PartTarget } from './partTarget.ts'
import type { SegmentWriter } from './segmentWriter.ts'
import { AudioSequence } from './audioSequence.ts'
import { ticksOf, ticksPerMs } from './timeline.ts'

/** Tracks of a stretch, and the time of its first frame on the encoder's clock and in the session's media. */
export type StretchOptions = {
  startMs: number
  startTicks: number
  video: VideoHeader
  /** Header of the audio; undefined while the encoder has sent none. */
  audio: AudioHeader | undefined
  /** Whether the audio header may still arrive. */
  waitsForAudio: boolean
  /** Header of the audio track for what the encoder has sent: that of the session wherever its decoder serves. */
  trackFor(audio: AudioHeader | undefined): AudioHeader
  partTarget: PartTarget
  segmentTicksMin: number
  writer: SegmentWriter
  initOf(video: VideoTrack, audio: AudioHeader): Init
}

/**
 * Wait of the init section for the audio header, which encoders send first or with the first audio frame. Afterwards
 * the audio track holds silence.
 */
const audioWaitTicks = ticksOf(0.5)
/** Largest backward step of timestamps within a stretch. */
const stepBackMsMax = 500
/** Longest pause between frames within a stretch, and longest distance of audio from the last frame. */
const stepMsMax = 10_000
/** Longest time without a frame and without audio in a stretch: the shortest segment must be able to hold it. */
const gapMsMax = 2_000

/** Stretch: continuous media from a key frame on, with one init section and consecutive timestamps. */
export class Stretch {
  readonly #options: StretchOptions
  #audioSequence: AudioSequence | undefined
  #cutter: Cutter | undefined
  /** Frames that wait for the audio header or the end of that wait. */
  #pending: TimedFrame[] = []
  #lastMs: number
  #lastTicks: number

  constructor(options: StretchOptions) {
    this.#options = options
    this.#lastMs = options.startMs
    this.#lastTicks = options.startTicks - ticksPerMs
    if (options.audio !== undefined || !options.waitsForAudio) this.#open(options.audio)
  }

  /** Whether a frame at `ms` continues the stretch: its timestamp neither jumps nor leaves too long a gap. */
  isFollowedBy(ms: number): boolean {
    const step = ms - this.#lastMs
    if (step < -stepBackMsMax || step > stepMsMax) return false
    if (step <= gapMsMax) return true
    const gap = this.#audioSequence?.longestGap(this.#lastTicks, this.ticksAt(ms)) ?? Infinity
    return gap <= gapMsMax * ticksPerMs
  }

  /** Media time of an encoder timestamp, in ticks. */
  ticksAt(ms: number): number {
    return this.#options.startTicks + (ms - this.#options.startMs) * ticksPerMs
  }

  /** Encoder timestamp of a media time in ticks. */
  msAt(ticks: number): number {
    return this.#options.startMs + (ticks - this.#options.startTicks) / ticksPerMs
  }

  videoFrame(ms: number, { payload, isKeyFrame, compositionMs }: VideoFrame): void {
    const stamped = this.ticksAt(ms)
    const dts = Math.max(stamped, this.#lastTicks + ticksPerMs)
    // Presentation time stays exact, even when decode time had to move.
    const compositionOffset = stamped + compositionMs * ticksPerMs - dts
    this.#lastMs = Math.max(this.#lastMs, ms)
    this.#lastTicks = dts
    const frame = { dts, payload, duration: 0, compositionOffset, isSync: isKeyFrame }
    if (this.#cutter === undefined) {
      this.#pending.push(frame)
      if (dts - this.#options.startTicks >= audioWaitTicks) this.#open(undefined)
      return
    }
    this.#cutter.add(frame)
    this.#options.writer.placed(frame)
  }

  /** Sets the header of the following audio. False when the audio track of the stretch cannot hold it. */
  takesAudioOf(header: AudioHeader): boolean {
    if (this.#cutter === undefined) this.#open(header)
    return this.#audioSequence !== undefined && isSameFormat(this.#audioSequence.header, header)
  }

  /** Adds an AAC frame. False before the audio track is open, or when the frame is too far from the video. */
  audioFrame(ms: number, payload: Buffer): boolean {
    if (this.#audioSequence === undefined || Math.abs(ms - this.#lastMs) > stepMsMax) return false
    this.#audioSequence.add(this.ticksAt(ms), payload)
    return true
  }

  /** Ends the last segment, at encoder time `atMs` if given. Returns the end of the media in ticks. */
  finish(atMs?: number): number {
    const cutter = this.#cutter ?? this.#open(undefined)
    return cutter.finish(atMs === undefined ? undefined : Math.max(this.ticksAt(atMs), this.#lastTicks + ticksPerMs))
  }

  #open(audio: AudioHeader | undefined): Cutter {
    const { video, startTicks, partTarget, segmentTicksMin, writer, trackFor, initOf } = this.#options
    const sequence = new AudioSequence(trackFor(audio), startTicks)
    this.#audioSequence = sequence
    writer.startRun(initOf(video.track, sequence.header), sequence)
    const statedTicks = video.frameSeconds === undefined ? undefined : video.frameSeconds * ticksOf(1)
    const cutter = new Cutter(
      startTicks,
      { partTarget, segmentTicksMin, statedTicks },
      {
        segmentTicksMax: () => writer.segmentTicksMax,
        audioBeginsBetween: (from, to) => sequence.beginsBetween(from, to),
        part: (cut) => writer.part(cut),
        segmentEnds: () => writer.segmentEnds(),
      },
    )
    this.#cutter = cutter
    for (const frame of this.#pending) {
      cutter.add(frame)
      writer.placed(frame)
    }
    this.#pending = []
    return cutter
  }
}
