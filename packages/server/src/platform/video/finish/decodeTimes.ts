/** Something that is shown at a time, in ticks. */
type Shown = { shownAt: number }

/** H.264 reorders at most 16 frames (ITU-T H.264, A.3.1). */
const heldMax = 16

/**
 * Computes decode times, which containers other than MP4 lack. Frames arrive in decoding order. The n-th frame is
 * decoded at the n-th display time, less a delay so that none is shown before it is decoded.
 */
export class DecodeTimes<Picture extends Shown> {
  #held: Picture[] = []
  /** When those that have no time yet are shown, in order. */
  #times: number[] = []
  #delay: number | undefined
  #last = -Infinity

  /** Takes the next frame and returns those whose decode time is known. */
  take(picture: Picture): (Picture & { dts: number })[] {
    this.#held.push(picture)
    const at = this.#times.findLastIndex((time) => time <= picture.shownAt) + 1
    this.#times.splice(at, 0, picture.shownAt)
    return this.#held.length > heldMax ? this.#release(1) : []
  }

  /** The remaining frames, after the last one. */
  end(): (Picture & { dts: number })[] {
    return this.#release(this.#held.length)
  }

  #release(count: number): (Picture & { dts: number })[] {
    this.#delay ??= Math.max(0, ...this.#held.map(({ shownAt }, index) => (this.#times[index] ?? 0) - shownAt))
    const times = this.#times.splice(0, count)
    return this.#held.splice(0, count).map((picture, index) => {
      this.#last = Math.max(this.#last + 1, (times[index] ?? 0) - (this.#delay ?? 0))
      return { ...picture, dts: this.#last }
    })
  }
}
