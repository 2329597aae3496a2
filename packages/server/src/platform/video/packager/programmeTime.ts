import { ticksPerMs } from './timeline.ts'

/** Encoders send buffered frames in bursts: lateness below this is no drift. */
const burstMsMax = 100
/** Speed of corrections: faster than clocks drift, and too slow for players to notice. */
const correctionShare = 1 / 1_000
/** Lateness that is corrected at once, when it is steady; less at a discontinuity, where a jump does no harm. */
const leapMs = { unbroken: 5_000, broken: 1_000 }
/** Lateness of two segments in a row is steady within this range; an encoder that catches up gets less late. */
const steadyMsMax = 300
/** Slowest programme time, as a share of media time: no two segments carry one moment. */
const paceMin = 0.5

/**
 * Programme time: the time of day of the media. It is the arrival of the first frame plus the media time since, so it
 * runs evenly however unevenly frames arrive. Players rely on it (hls.js 1.7 stops loading where it jumps), so clock
 * drift is corrected by a thousandth of the time that passes.
 */
export class ProgrammeTime {
  #anchorMs = 0
  #anchorTicks = 0
  #leastLateMs = Infinity
  #lastLateMs = Infinity
  #lastMs = -Infinity
  #lastTicks = 0
  #isBroken = false

  /** The first frame of a connection has arrived. */
  anchor(nowMs: number, ticks: number): void {
    this.#anchorMs = nowMs
    this.#anchorTicks = ticks
    this.#leastLateMs = Infinity
    this.#lastLateMs = Infinity
  }

  /**
   * Media time leaves out a gap of `gapMs` on the encoder's clock before `ticks`. Programme time skips the gap, at most
   * to the arrival of the first frame behind it: a clock that was set forward is no gap.
   */
  resume(nowMs: number, ticks: number, gapMs: number): void {
    this.#anchorMs += Math.max(0, Math.min(gapMs, nowMs - this.#timeOf(ticks)))
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
    const isSteady = this.#isBroken || Math.abs(lateMs - this.#lastLateMs) <= steadyMsMax
    this.#lastLateMs = lateMs
    if (Math.abs(lateMs) >= (this.#isBroken ? leapMs.broken : leapMs.unbroken)) return isSteady ? lateMs : 0
    if (Math.abs(lateMs) < burstMsMax) return 0
    return Math.sign(lateMs) * Math.min(Math.abs(lateMs), passedMs * correctionShare)
  }

  /** Fixes the programme time at `ticks`. It always advances: seeking needs segments in the order of times. */
  #stamp(ticks: number): number {
    const leastMs = this.#lastMs + ((ticks - this.#lastTicks) / ticksPerMs) * paceMin
    this.#leastLateMs = Infinity
    this.#isBroken = false
    this.#lastTicks = ticks
    this.#lastMs = Math.round(Math.max(leastMs, this.#timeOf(ticks)))
    return this.#lastMs
  }

  #timeOf(ticks: number): number {
    return this.#anchorMs + (ticks - this.#anchorTicks) / ticksPerMs
  }
}
