import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import type { MediaSample } from './assetDraft.ts'

/**
 * Decides which pictures are still in a clip. They come in decoding order: one that is shown after the end may be what
 * an earlier one is decoded from. Then it stays, and so does all that is shown before it, so that no picture is
 * missing in between.
 */
export class ClipEnd {
  readonly #offset: number
  /** Pictures that are shown before this are in the clip. */
  #limit: number
  #endTicks: number
  #undecided: MediaSample[] = []

  /** `toTicks` is a moment of media time, which runs with the decoding time of key frames. */
  constructor(toTicks: number, begin: MediaSample) {
    this.#offset = begin.compositionOffset
    this.#limit = toTicks + this.#offset - toleranceTicks
    this.#endTicks = begin.dts + this.#offset
  }

  /** Takes the next picture; answers those that are now known to be in the clip. */
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

  /** When the last picture of the clip ends, of those taken so far. */
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

/** Encoders tell two times of a picture in whole milliseconds, so that it may be that much off. */
const toleranceTicks = 0.004 * videoTicksPerSecond
