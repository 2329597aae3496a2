import { ticksPerMs } from './timeline.ts'

/** Encoders send buffered frames in bursts: lateness below this is no drift. */
const burstMsMax = 100
/** Speed of corrections: faster than clocks drift, and too slow for players to notice. */
const correctionShare = 1 / 1_000
/** Lateness that is corrected at once; less at a discontinuity, where a jump does no harm. */
const leapMs = { unbroken: 5_000, broken: 1_000 }

/**
 * Programme time: the time of day of the media. It is the arrival of the first frame plus the media time since, so it
 * runs evenly however unevenly frames arrive. Players rely on it (hls.js 1.7 stops loading where it jumps), so clock
 * drift is corrected by a thousandth of the time that passes.
 */
export class ProgrammeTime {
  #anchorMs = 0
  #anchorTicks = 0
  #leastLateMs = Infinity
  #lastMs = -Infinity
  #lastTicks = 0
  #isBroken = false

  /** The first frame of a connection has arrived. */
  anchor(nowMs: number, ticks: number): void {
    this.#anchorMs = nowMs
    this.#anchorTicks = ticks
    this.#lastTicks = ticks
    this.#leastLateMs = Infinity
  }

  /** Media time skipped a gap: lateness before the gap does not predict that of the frames after it. */
  resume(): void {
    this.#leastLateMs = Infinity
    this.#isBroken = true
  }

  /** A frame has arrived. The least late frame of a segment shows the drift; later ones were delayed on their way. */
  arrived(nowMs: number, ticks: number): void {
    this.#leastLateMs = Math.min(this.#leastLateMs, nowMs - this.#timeOf(ticks))
  }

  /**
   * Programme time of a session's first segment, in ms since 1970. Called when the segment begins, and again before it
   * is emitted, when the initial burst of an encoder has shown the age of the first frame.
   */
  ofFirstSegment(ticks: number): number {
    this.#anchorMs += Math.min(0, this.#leastLateMs)
    this.#lastMs = -Infinity
    return this.#stamp(ticks)
  }

  /** Programme time of a segment that begins at `ticks`, in ms since 1970. Called once per segment, in order. */
  ofSegment(ticks: number): number {
    this.#anchorMs += this.#correctionMs((ticks - this.#lastTicks) / ticksPerMs)
    return this.#stamp(ticks)
  }

  #correctionMs(passedMs: number): number {
    const lateMs = Number.isFinite(this.#leastLateMs) ? this.#leastLateMs : 0
    if (Math.abs(lateMs) >= (this.#isBroken ? leapMs.broken : leapMs.unbroken)) return lateMs
    if (Math.abs(lateMs) < burstMsMax) return 0
    return Math.sign(lateMs) * Math.min(Math.abs(lateMs), passedMs * correctionShare)
  }

  /** Fixes the programme time at `ticks`. It never decreases: seeking needs segments in the order of times. */
  #stamp(ticks: number): number {
    this.#leastLateMs = Infinity
    this.#isBroken = false
    this.#lastTicks = ticks
    this.#lastMs = Math.max(this.#lastMs, Math.round(this.#timeOf(ticks)))
    return this.#lastMs
  }

  #timeOf(ticks: number): number {
    return this.#anchorMs + (ticks - this.#anchorTicks) / ticksPerMs
  }
}
