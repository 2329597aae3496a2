import { secondsOf, ticksOf, ticksPerMs } from './timeline.ts'

/** Frame durations of a steady rate differ from their mean by no more than this: timestamps are whole milliseconds. */
const unevenTicksMax = 2 * ticksPerMs
/** A stated frame duration counts when the measured one is this close to it. */
const statedShareMax = 0.03
/** Rounding of a part's duration to whole milliseconds, and the error of a frame duration measured over few frames. */
const roundingTicks = { stated: ticksPerMs, measured: 3 * ticksPerMs }

/**
 * Part target of a session: no part is longer. It is fixed before the first part, since playlists announce it: to a
 * whole number of frames close to the wanted length where the first frames have a steady rate, so that parts end
 * between frames, else to the wanted length.
 */
export class PartTarget {
  #ticks: number
  #isFixed: boolean

  /** `wantedSeconds` is undefined when each segment is a single part. */
  constructor(wantedSeconds: number | undefined) {
    this.#ticks = wantedSeconds === undefined ? Infinity : ticksOf(wantedSeconds)
    this.#isFixed = wantedSeconds === undefined
  }

  get ticks(): number {
    return this.#ticks
  }

  /** The target in seconds; undefined until it is fixed, and without parts. */
  get seconds(): number | undefined {
    return this.#isFixed && Number.isFinite(this.#ticks) ? secondsOf(this.#ticks) : undefined
  }

  get isFixed(): boolean {
    return this.#isFixed
  }

  /** Fixes the target by the durations of the first frames, and by the one that the stream states. In ticks. */
  fix(durations: readonly number[], stated: number | undefined): void {
    if (this.#isFixed) return
    this.#isFixed = true
    const mean = durations.reduce((sum, duration) => sum + duration, 0) / durations.length
    const isStated = stated !== undefined && Math.abs(stated - mean) <= statedShareMax * stated
    const frame = isStated ? stated : mean
    const isSteady = durations.every((duration) => Math.abs(duration - frame) <= unevenTicksMax)
    if (!isSteady || durations.length < (isStated ? 1 : 2)) return
    const count = Math.round(this.#ticks / frame)
    const ticks = count * frame + (isStated ? roundingTicks.stated : roundingTicks.measured)
    if (count > 0) this.#ticks = Math.ceil(ticks / ticksPerMs) * ticksPerMs
  }
}
