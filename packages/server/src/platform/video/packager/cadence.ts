/** Duration of the frame before, and the estimated number of frames dropped after it. */
export type CadenceStep = { ms: number; missing: number }

/** Number of steps: enough for an uneven cadence such as 33, 33, 34 ms, and a new one is learned within a second. */
const stepCountMax = 15
/** Steps from one and a half typical steps on count as a gap. */
const gapShareMin = 1.5
/** Longest step; a longer one is a jump of the timestamps. */
const stepMsMax = 10_000
const keyFrameIntervalCountMax = 5

/** Frame rate and key-frame intervals of an encoder, measured by its timestamps. */
export class Cadence {
  #steps: number[] = []
  #lastMs: number | undefined
  #lastKeyFrameMs: number | undefined
  #keyFrameMs: number[] = []

  /** Adds the next frame. Undefined for the first frame and after a jump of the timestamps. */
  frame(ms: number, isKeyFrame: boolean): CadenceStep | undefined {
    const step = this.#lastMs === undefined ? Infinity : ms - this.#lastMs
    this.#lastMs = ms
    const isNew = step < 0 || step > stepMsMax
    if (isNew) this.#lastKeyFrameMs = undefined
    if (isKeyFrame) this.#keyFrame(ms)
    if (isNew) return undefined
    const missing = this.#missingIn(step)
    this.#steps.push(step)
    if (this.#steps.length > stepCountMax) this.#steps.shift()
    return { ms: step, missing }
  }

  /** Key-frame interval in seconds: the last one, and the mean of the last five. */
  keyFrameSeconds(): { last: number | undefined; mean: number | undefined } {
    const count = this.#keyFrameMs.length
    if (count === 0) return { last: undefined, mean: undefined }
    const sum = this.#keyFrameMs.reduce((sum, ms) => sum + ms, 0)
    return { last: (this.#keyFrameMs.at(-1) ?? 0) / 1_000, mean: sum / count / 1_000 }
  }

  /** The last key-frame interval, or the current one when that is longer already. */
  longestKeyFrameSeconds(): number | undefined {
    const open = this.#lastKeyFrameMs === undefined ? undefined : (this.#lastMs ?? 0) - this.#lastKeyFrameMs
    const last = this.#keyFrameMs.at(-1)
    return open === undefined && last === undefined ? undefined : Math.max(open ?? 0, last ?? 0) / 1_000
  }

  #keyFrame(ms: number): void {
    if (this.#lastKeyFrameMs !== undefined) this.#keyFrameMs.push(ms - this.#lastKeyFrameMs)
    if (this.#keyFrameMs.length > keyFrameIntervalCountMax) this.#keyFrameMs.shift()
    this.#lastKeyFrameMs = ms
  }

  #missingIn(step: number): number {
    if (this.#steps.length < stepCountMax) return 0
    const typical = this.#steps.toSorted((a, b) => a - b)[stepCountMax >> 1] ?? step
    return typical > 0 && step >= gapShareMin * typical ? Math.round(step / typical) - 1 : 0
  }
}
