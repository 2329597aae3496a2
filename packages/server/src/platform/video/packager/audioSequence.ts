import type { AudioHeader } from '#platform/video/flv/aacConfig.ts'
import type { Run, Sample } from '#platform/video/fmp4/fragment.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'

/** Timestamps are whole milliseconds and jitter: up to this drift only samples are counted. */
const driftSecondsMax = 0.08

type Frame = { at: number; payload: Buffer }

/**
 * Queue of AAC frames from their arrival until a part takes them. Its clock counts samples, so frames join without
 * clicks; it follows the timestamps when both differ by more than 80 ms. Before a gap a frame lasts longer; a frame
 * that overlaps earlier ones is dropped.
 */
export class AudioSequence {
  readonly header: AudioHeader
  readonly #earliest: number
  readonly #rate: number
  #frames: Frame[] = []
  #next: number | undefined
  #isAhead = false

  /** Frames before `startTicks` are dropped. */
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

  /** Whether a frame that can be taken begins in this time. The youngest frame cannot: its duration is unknown. */
  beginsBetween(fromTicks: number, toTicks: number): boolean {
    for (let index = 0; index < this.#frames.length - 1; index += 1) {
      const ticks = this.#ticksAt(this.#frames[index]?.at ?? Infinity)
      if (ticks >= toTicks) return false
      if (ticks >= fromTicks) return true
    }
    return false
  }

  /** Longest time between two moments in which no frame begins, in ticks. */
  longestGap(fromTicks: number, toTicks: number): number {
    let longest = 0
    let last = fromTicks
    for (const { at } of this.#frames.slice(0, -1)) {
      const ticks = Math.min(this.#ticksAt(at), toTicks)
      longest = Math.max(longest, ticks - last)
      last = Math.max(last, ticks)
    }
    return Math.max(longest, toTicks - last)
  }

  /** Takes the frames that begin before a moment. The youngest stays until its duration is known, unless `isLast`. */
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
