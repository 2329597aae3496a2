import { ticksPerMs } from './timeline.ts'

/** Encoders send what they had gathered in bursts, and their clocks drift: less than this is not worth a jump. */
const driftMsMax = 1_000

/**
 * The time of day of the media: that of the first picture plus the media time since, so that it runs smoothly however
 * the pictures arrive. It is set right where a whole segment arrived too late, or one of its pictures too early.
 */
export class ProgrammeTime {
  #anchorMs = 0
  #anchorTicks = 0
  #leastLateMs = Infinity
  #lastMs = -Infinity

  /** A connection's first picture has arrived. */
  anchor(nowMs: number, ticks: number): void {
    this.#anchorMs = nowMs
    this.#anchorTicks = ticks
    this.#leastLateMs = Infinity
  }

  /** Media time has left something out: what was on time before says nothing about what follows. */
  resume(): void {
    this.#leastLateMs = Infinity
  }

  /** A picture has arrived. One that waited on its way is late; the least late of a segment tells the clock. */
  arrived(nowMs: number, ticks: number): void {
    this.#leastLateMs = Math.min(this.#leastLateMs, nowMs - this.#timeOf(ticks))
  }

  /**
   * When the first segment of a session was live; asked when it begins and once more when it is complete, before anybody
   * is told. What an encoder had gathered while it started comes before its time, and says when the first of it was.
   */
  ofFirstSegment(ticks: number): number {
    this.#anchorMs += Math.min(0, this.#leastLateMs)
    this.#leastLateMs = Infinity
    this.#lastMs = Math.round(this.#timeOf(ticks))
    return this.#lastMs
  }

  /** When a segment that begins there was live, in ms since 1970. Asked once for each segment, in their order. */
  ofSegment(ticks: number): number {
    if (Number.isFinite(this.#leastLateMs) && Math.abs(this.#leastLateMs) > driftMsMax) {
      this.#anchorMs += this.#leastLateMs
    }
    this.#leastLateMs = Infinity
    // Who looks for a moment relies on segments that stand in the order of their times.
    this.#lastMs = Math.max(this.#lastMs, Math.round(this.#timeOf(ticks)))
    return this.#lastMs
  }

  #timeOf(ticks: number): number {
    return this.#anchorMs + (ticks - this.#anchorTicks) / ticksPerMs
  }
}
