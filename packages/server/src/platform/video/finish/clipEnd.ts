import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { MediaSample } from './assetDraft.ts'

/**
 * Selects the last frames of a clip. Frames arrive in decoding order: one shown after the end may be the reference of
 * an earlier one. It is kept then, and so is every frame shown before it, so that none is missing in between.
 */
export class ClipEnd {
  readonly #offset: number
  /** Frames shown before this are in the clip. */
  #limit: number
  #endTicks: number
  #undecided: MediaSample[] = []

  /** `toTicks` is a moment of media time, which runs with the decoding time of key frames. */
  constructor(toTicks: number, begin: MediaSample) {
    this.#offset = begin.compositionOffset
    this.#limit = toTicks + this.#offset - toleranceTicks
    this.#endTicks = begin.dts + this.#offset
  }

  /** Takes the next frame and returns those that are now known to be in the clip. */
  take(picture: MediaSample): MediaSample[] {
    this.#undecided.push(picture)
    if (picture.dts + picture.compositionOffset >= this.#limit) return []
    const decided = this.#undecided
    this.#undecided = []
    for (const { dts, compositionOffset, duration } of decided) {
      const shownAt = dts + compositionOffset
      this.#limit = Math.max(this.#limit, shownAt)
      this.#endTicks = Math.max(this.#endTicks, shownAt + duration)
    }
    return decided
  }

  /** End of the last frame of the clip so far. */
  get endTicks(): number {
    return this.#endTicks
  }

  /** Until here the clip lasts whatever comes, if there is as much. */
  get certainTicks(): number {
    return Math.min(this.#limit, this.#endTicks)
  }

  /** The same as a moment of media time. */
  get mediaTicks(): number {
    return this.#endTicks - this.#offset
  }
}

/** Tolerance of frame times: encoders round two times of a frame to milliseconds. */
const toleranceTicks = 0.004 * videoTicksPerSecond
