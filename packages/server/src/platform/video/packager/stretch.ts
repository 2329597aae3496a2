import type { AudioTrack, Init, VideoTrack } from '#platform/video/mediaTypes.ts'
import type { AudioHeader } from '#platform/video/flv/aacConfig.ts'
import type { VideoHeader } from '#platform/video/flv/avcConfig.ts'
import type { VideoFrame } from '#platform/video/flv/videoTag.ts'
import { Cutter, type Picture } from './cutter.ts'
import type { SegmentWriter } from './segmentWriter.ts'
import { AudioSequence } from './audioSequence.ts'
import { ticksOf, ticksPerMs } from './timeline.ts'

/** What a stretch is made of, and where its first picture lies in the encoder's time and in the session's. */
export type StretchOptions = {
  startMs: number
  startTicks: number
  video: VideoHeader
  audio: AudioHeader | undefined
  /** Whether sound that is not known yet may still become part of it. */
  waitsForSound: boolean
  partTicks: number
  segmentTicksMin: number
  writer: SegmentWriter
  initOf(video: VideoTrack, audio: AudioTrack | undefined): Init
}

/** How long the init waits for the sound's header. Encoders send it first, or with the first sound. */
const soundWaitTicks = ticksOf(0.5)
/** Timestamps that step back by less are uneven; by more, they belong to another stretch. */
const stepBackMsMax = 500
/** A longer time without a picture is no pause but another stretch. Sound waits for a picture as long. */
const stepMsMax = 10_000
/** Time in which neither picture nor sound begins is left out when the shortest segment could not hold it. */
const silenceMsMax = 2_000
/** Where neither the parameter set nor other pictures tell how long one lasts. */
const frameSecondsDefault = 1 / 30

/** Media without a break, from a key frame on: one init, and timestamps that follow each other. */
export class Stretch {
  readonly #options: StretchOptions
  #audio: AudioHeader | undefined
  #sound: AudioSequence | undefined
  #cutter: Cutter | undefined
  /** Pictures that wait until it is known whether there is sound. */
  #held: Picture[] = []
  #lastMs: number
  #lastTicks: number

  constructor(options: StretchOptions) {
    this.#options = options
    this.#lastMs = options.startMs
    this.#lastTicks = options.startTicks - ticksPerMs
    if (options.audio !== undefined || !options.waitsForSound) this.#open(options.audio)
  }

  /** Whether a picture of that moment belongs here: no jump, and no hole that no segment could hold. */
  isFollowedBy(ms: number): boolean {
    const step = ms - this.#lastMs
    if (step < -stepBackMsMax || step > stepMsMax) return false
    if (step <= silenceMsMax) return true
    const silence = this.#sound?.longestSilence(this.#lastTicks, this.ticksAt(ms)) ?? Infinity
    return silence <= silenceMsMax * ticksPerMs
  }

  /** The media time of a moment of the encoder, in ticks. */
  ticksAt(ms: number): number {
    return this.#options.startTicks + (ms - this.#options.startMs) * ticksPerMs
  }

  picture(ms: number, { payload, isKeyFrame, compositionMs }: VideoFrame): void {
    const stamped = this.ticksAt(ms)
    const dts = Math.max(stamped, this.#lastTicks + ticksPerMs)
    // It is shown when it was meant to be, also where it had to be decoded later.
    const compositionOffset = stamped + compositionMs * ticksPerMs - dts
    this.#lastMs = Math.max(this.#lastMs, ms)
    this.#lastTicks = dts
    const picture = { dts, payload, duration: 0, compositionOffset, isSync: isKeyFrame }
    if (this.#cutter === undefined) {
      this.#held.push(picture)
      if (dts - this.#options.startTicks >= soundWaitTicks) this.#open(undefined)
      return
    }
    this.#cutter.add(picture)
    this.#options.writer.placed(picture)
  }

  /** Sound from now on is of this kind. False when it came too late, or other sound was there before. */
  takesSoundOf(header: AudioHeader): boolean {
    if (this.#cutter === undefined) this.#open(header)
    return this.#audio === header
  }

  /** Takes an AAC frame of the kind that it was told of. False when it lies too far from the pictures. */
  sound(ms: number, payload: Buffer): boolean {
    if (this.#sound === undefined || Math.abs(ms - this.#lastMs) > stepMsMax) return false
    this.#sound.add(this.ticksAt(ms), payload)
    return true
  }

  /** Ends its last segment, at that moment where it is known. Answers where its media ends, in ticks. */
  finish(atMs?: number): number {
    const cutter = this.#cutter ?? this.#open(this.#audio)
    return cutter.finish(atMs === undefined ? undefined : Math.max(this.ticksAt(atMs), this.#lastTicks + ticksPerMs))
  }

  #open(audio: AudioHeader | undefined): Cutter {
    const { video, startTicks, partTicks, segmentTicksMin, writer, initOf } = this.#options
    this.#audio = audio
    const sound = audio === undefined ? undefined : new AudioSequence(audio, startTicks)
    this.#sound = sound
    writer.startRun(initOf(video.track, audio?.track), sound)
    const typicalTicks = ticksOf(video.frameSeconds ?? frameSecondsDefault)
    const cutter = new Cutter(
      startTicks,
      { partTicks, segmentTicksMin, typicalTicks },
      {
        segmentTicksMax: () => writer.segmentTicksMax,
        soundBeginsBetween: (from, to) => sound?.beginsBetween(from, to) ?? false,
        part: (cut) => writer.part(cut),
        segmentEnds: () => writer.segmentEnds(),
      },
    )
    this.#cutter = cutter
    for (const picture of this.#held) {
      cutter.add(picture)
      writer.placed(picture)
    }
    this.#held = []
    return cutter
  }
}
