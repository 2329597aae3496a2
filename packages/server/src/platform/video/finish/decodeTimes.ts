/** Frame with its presentation time, in ticks. */
type Presented = { pts: number }

/** H.264 reorders at most 16 frames (ITU-T H.264, A.3.1). */
const pendingMax = 16

/**
 * Computes decode times, which containers other than MP4 lack. Frames arrive in decoding order. The n-th frame is
 * decoded at the n-th display time, less a delay so that none is displayed before it is decoded.
 */
export class DecodeTimes<Frame extends Presented> {
  #pending: Frame[] = []
  /** Presentation times without a frame yet, in order. */
  #times: number[] = []
  #delay: number | undefined
  #last = -Infinity

  /** Takes the next frame and returns those whose decode time is known. */
  take(frame: Frame): (Frame & { dts: number })[] {
    this.#pending.push(frame)
    const at = this.#times.findLastIndex((time) => time <= frame.pts) + 1
    this.#times.splice(at, 0, frame.pts)
    return this.#pending.length > pendingMax ? this.#release(1) : []
  }

  /** Returns the remaining frames, after the last one. */
  end(): (Frame & { dts: number })[] {
    return this.#release(this.#pending.length)
  }

  #release(count: number): (Frame & { dts: number })[] {
    this.#delay ??= Math.max(0, ...this.#pending.map(({ pts }, index) => (this.#times[index] ?? 0) - pts))
    const times = this.#times.splice(0, count)
    return this.#pending.splice(0, count).map((frame, index) => {
      this.#last = Math.max(this.#last + 1, (times[index] ?? 0) - (this.#delay ?? 0))
      return { ...frame, dts: this.#last }
    })
  }
}
