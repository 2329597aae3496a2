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

  /** `toTicks` is a media time: the decode time of key frames. */
  constructor(toTicks: number, begin: MediaSample) {
    this.#offset = begin.compositionOffset
    this.#limit = toTicks + this.#offset - toleranceTicks
    this.#endTicks = begin.dts + this.#offset
  }

  /** Takes the next frame and returns those that are now known to be in the clip. */
  take(frame: MediaSample): MediaSample[] {
    this.#undecided.push(frame)
    if (frame.dts + frame.compositionOffset >= this.#limit) return []
    const decided = this.#undecided
    this.#undecided = []
    for (const { dts, compositionOffset, duration } of decided) {
      const pts = dts + compositionOffset
      this.#limit = Math.max(this.#limit, pts)
      this.#endTicks = Math.max(this.#endTicks, pts + duration)
    }
    return decided
  }

  /** End of the last frame of the clip so far. */
  get endTicks(): number {
    return this.#endTicks
  }

  /** End of the clip that is certain, independent of later frames. */
  get certainTicks(): number {
    return Math.min(this.#limit, this.#endTicks)
  }

  /** `endTicks` as media time. */
  get mediaTicks(): number {
    return this.#endTicks - this.#offset
  }
}

/** Tolerance of frame times: encoders round two times of a frame to milliseconds. */
const toleranceTicks = 0.004 * videoTicksPerSecond
