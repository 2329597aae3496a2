/** How long the picture before lasted, and how many are likely to be missing after it. */
export type CadenceStep = { ms: number; missing: number }

/** Enough steps to know an uneven cadence such as 33, 33, 34 ms, and to learn a new one within a second. */
const stepCountMax = 15
/** A step of one and a half is nearer to two. */
const gapShareMin = 1.5
/** Steps that are no cadence but another stretch of time. */
const stepMsMax = 10_000
const keyFrameIntervalCountMax = 5

/** The rhythm of an encoder's pictures, by its own clock. */
export class Cadence {
  #steps: number[] = []
  #lastMs: number | undefined
  #lastKeyFrameMs: number | undefined
  #keyFrameMs: number[] = []

  /** Takes the next picture. Undefined when it begins anew: it is the first, or its timestamp jumped. */
  picture(ms: number, isKeyFrame: boolean): CadenceStep | undefined {
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

  /** Between the last two key frames, and on average over the last few. */
  keyFrameSeconds(): { last: number | undefined; mean: number | undefined } {
    const count = this.#keyFrameMs.length
    if (count === 0) return { last: undefined, mean: undefined }
    const sum = this.#keyFrameMs.reduce((sum, ms) => sum + ms, 0)
    return { last: (this.#keyFrameMs.at(-1) ?? 0) / 1_000, mean: sum / count / 1_000 }
  }

  /** The last interval, or the one that goes on where it is longer already. */
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
