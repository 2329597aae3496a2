import { ticksPerMs } from './timeline.ts'

/** Encoders send what they had gathered in bursts: so much is no drift. */
const burstMsMax = 100
/** How fast it is set right: more than clocks drift, and so little that players who rely on its pace do not notice. */
const correctionShare = 1 / 1_000
/** An encoder that stood still for so long is followed at once; a shorter while where the media is broken anyway. */
const leapMs = { unbroken: 5_000, broken: 1_000 }

/**
 * The time of day of the media: that of the first picture plus the media time since, so that it runs smoothly however
 * the pictures arrive. Players take their bearings from it (hls.js 1.7 for one stops loading where it jumps), so clocks
 * that drift are followed by a thousandth of the time that passes.
 */
export class ProgrammeTime {
  #anchorMs = 0
  #anchorTicks = 0
  #leastLateMs = Infinity
  #lastMs = -Infinity
  #lastTicks = 0
  #isBroken = false

  /** A connection's first picture has arrived. */
  anchor(nowMs: number, ticks: number): void {
    this.#anchorMs = nowMs
    this.#anchorTicks = ticks
    this.#lastTicks = ticks
    this.#leastLateMs = Infinity
  }

  /** Media time has left something out: what was on time before says nothing about what follows. */
  resume(): void {
    this.#leastLateMs = Infinity
    this.#isBroken = true
  }

  /** A picture has arrived. One that waited on its way is late; the least late of a segment tells the clock. */
  arrived(nowMs: number, ticks: number): void {
    this.#leastLateMs = Math.min(this.#leastLateMs, nowMs - this.#timeOf(ticks))
  }

  /**
   * When the first segment of a session was live; asked when it begins and once more when it is complete, before
   * anybody is told. What an encoder had gathered while it started comes early, and says when the first of it was.
   */
  ofFirstSegment(ticks: number): number {
    this.#anchorMs += Math.min(0, this.#leastLateMs)
    this.#lastMs = -Infinity
    return this.#tell(ticks)
  }

  /** When a segment that begins there was live, in ms since 1970. Asked once for each segment, in their order. */
  ofSegment(ticks: number): number {
    this.#anchorMs += this.#correctionMs((ticks - this.#lastTicks) / ticksPerMs)
    return this.#tell(ticks)
  }

  #correctionMs(passedMs: number): number {
    const lateMs = Number.isFinite(this.#leastLateMs) ? this.#leastLateMs : 0
    if (Math.abs(lateMs) >= (this.#isBroken ? leapMs.broken : leapMs.unbroken)) return lateMs
    if (Math.abs(lateMs) < burstMsMax) return 0
    return Math.sign(lateMs) * Math.min(Math.abs(lateMs), passedMs * correctionShare)
  }

  /** Who looks for a moment relies on segments that stand in the order of their times. */
  #tell(ticks: number): number {
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
