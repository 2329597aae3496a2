import type { AudioHeader } from '#platform/video/flv/aacConfig.ts'
import type { Run, Sample } from '#platform/video/fmp4/fragment.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'

/** Timestamps are whole milliseconds, and encoders are uneven by some: up to here the samples alone are counted. */
const driftSecondsMax = 0.08

type Frame = { at: number; payload: Buffer }

/**
 * The sound between its arrival and its part. It runs on a clock of its own samples, so that frames join without
 * clicks, and follows the timestamps when they differ by more than 80 ms: after a gap the frame before lasts longer,
 * and what would lie over others is left out.
 */
export class AudioSequence {
  readonly header: AudioHeader
  readonly #earliest: number
  readonly #rate: number
  #frames: Frame[] = []
  #next: number | undefined
  #isAhead = false

  /** Sound from before `startTicks` is not taken. */
  constructor(header: AudioHeader, startTicks: number) {
    this.header = header
    this.#rate = header.track.sampleRate
    this.#earliest = this.#samplesAt(startTicks)
  }

  add(ticks: number, payload: Buffer): void {
    const stamped = this.#samplesAt(ticks)
    if (stamped < this.#earliest) return
    const drift = this.#next === undefined ? Infinity : stamped - this.#next
    const driftMax = driftSecondsMax * this.#rate
    if (drift < -driftMax) this.#isAhead = true
    else if (drift > -this.header.samplesPerFrame / 2) this.#isAhead = false
    if (this.#isAhead) return
    const at = drift > driftMax || this.#next === undefined ? stamped : this.#next
    this.#frames.push({ at, payload })
    this.#next = at + this.header.samplesPerFrame
  }

  /** Whether there is sound to take that begins in this time. */
  beginsBetween(fromTicks: number, toTicks: number): boolean {
    for (let index = 0; index < this.#frames.length - 1; index += 1) {
      const ticks = this.#ticksAt(this.#frames[index]?.at ?? Infinity)
      if (ticks >= toTicks) return false
      if (ticks >= fromTicks) return true
    }
    return false
  }

  /** The longest time between two moments in which no frame begins, in ticks. */
  longestSilence(fromTicks: number, toTicks: number): number {
    let longest = 0
    let last = fromTicks
    for (const { at } of this.#frames.slice(0, -1)) {
      const ticks = Math.min(this.#ticksAt(at), toTicks)
      longest = Math.max(longest, ticks - last)
      last = Math.max(last, ticks)
    }
    return Math.max(longest, toTicks - last)
  }

  /**
   * Takes the frames that begin before. The youngest one stays until it is known how long it lasts, unless nothing
   * more is to come.
   */
  take(beforeTicks: number, isLast: boolean): Run {
    const takeable = isLast ? this.#frames.length : this.#frames.length - 1
    const samples: Sample[] = []
    const decodeTime = this.#frames[0]?.at ?? 0
    for (const [index, { at, payload }] of this.#frames.entries()) {
      if (index >= takeable || this.#ticksAt(at) >= beforeTicks) break
      const duration = (this.#frames[index + 1]?.at ?? at + this.header.samplesPerFrame) - at
      samples.push({ payload, duration, compositionOffset: 0, isSync: true })
    }
    this.#frames.splice(0, samples.length)
    return { decodeTime, samples }
  }

  #samplesAt(ticks: number): number {
    return Math.round((ticks * this.#rate) / videoTicksPerSecond)
  }

  #ticksAt(samples: number): number {
    return (samples * videoTicksPerSecond) / this.#rate
  }
}
