import type { AudioHeader } from '#platform/video/flv/aacConfig.ts'
import type { Run, Sample } from '#platform/video/fmp4/fragment.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'

/** Timestamps are whole milliseconds and jitter: up to this drift only samples are counted. */
const driftSecondsMax = 0.08
/** Audio that is this far behind the video counts as missing. An encoder may interleave with a longer delay. */
const delaySecondsMax = 0.5

type Frame = { at: number; payload: Buffer }

/**
 * AAC frames of a stretch, from their arrival until a part takes them. The frames follow each other without a gap: the
 * clock counts samples and follows the timestamps when both differ by more than 80 ms. Silent frames stand where audio
 * is missing, a frame that overlaps earlier ones is dropped.
 *
 * Audio is missing before the first frame, in a gap between two frames, and when it is more than half a second behind
 * the video. An encoder whose audio is later than that by habit loses that audio once; afterwards its delay is known.
 */
export class AudioSequence {
  readonly header: AudioHeader
  readonly #earliest: number
  readonly #rate: number
  #frames: Frame[] = []
  /** End of the audio so far, in samples. */
  #next: number
  /** Audio is missing: parts are filled with silence up to their end. */
  #isSilent = true
  /** No frame has followed the silence yet: the next one takes its place by its timestamp. */
  #isResumed = true
  /** No part has taken audio yet: the first frame may begin at any sample. */
  #isUntaken = true
  #isAhead = false
  #delayMax: number

  /** Frames before `startTicks` are dropped. */
  constructor(header: AudioHeader, startTicks: number) {
    this.header = header
    this.#rate = header.track.sampleRate
    this.#earliest = this.#samplesAt(startTicks)
    this.#next = this.#earliest
    this.#delayMax = delaySecondsMax * this.#rate
  }

  add(ticks: number, payload: Buffer): void {
    const stamped = this.#samplesAt(ticks)
    if (stamped < this.#earliest) return
    const { samplesPerFrame } = this.header
    const drift = stamped - this.#next
    if (this.#isSilent) this.#resume(-drift)
    const driftMax = driftSecondsMax * this.#rate
    if (drift < (this.#isResumed ? -samplesPerFrame / 2 : -driftMax)) this.#isAhead = true
    else if (drift > -samplesPerFrame / 2) this.#isAhead = false
    if (this.#isAhead) return
    if (this.#isUntaken && this.#frames.length === 0) this.#next += Math.max(0, drift) % samplesPerFrame
    if (this.#isResumed || drift > driftMax) this.#fill(Math.round((stamped - this.#next) / samplesPerFrame))
    this.#isResumed = false
    this.#push(payload)
  }

  /** Whether a frame begins in this time, silence included. */
  beginsBetween(fromTicks: number, toTicks: number): boolean {
    if (this.#frames.some(({ at }) => this.#ticksAt(at) >= fromTicks && this.#ticksAt(at) < toTicks)) return true
    if (!this.#isMissing(toTicks)) return false
    const skipped = Math.ceil((this.#samplesAt(fromTicks) - this.#next) / this.header.samplesPerFrame)
    return this.#ticksAt(this.#next + Math.max(0, skipped) * this.header.samplesPerFrame) < toTicks
  }

  /** Longest time between two moments in which no frame of the encoder begins, in ticks. */
  longestGap(fromTicks: number, toTicks: number): number {
    let longest = 0
    let last = fromTicks
    for (const { at, payload } of this.#frames) {
      if (payload === this.header.silentFrame) continue
      const ticks = Math.min(this.#ticksAt(at), toTicks)
      longest = Math.max(longest, ticks - last)
      last = Math.max(last, ticks)
    }
    return Math.max(longest, toTicks - last)
  }

  /** Takes the frames that begin before a moment. With `isLast` no frame follows: silence fills the rest. */
  take(beforeTicks: number, isLast: boolean): Run {
    const missing = (this.#samplesAt(beforeTicks) - this.#next) / this.header.samplesPerFrame
    if (this.#isMissing(beforeTicks)) {
      this.#fill(Math.ceil(missing))
      this.#isSilent = true
    } else if (isLast) this.#fill(Math.floor(missing))
    const later = this.#frames.findIndex(({ at }) => this.#ticksAt(at) >= beforeTicks)
    const taken = this.#frames.splice(0, later < 0 ? this.#frames.length : later)
    if (taken.length > 0) this.#isUntaken = false
    const duration = this.header.samplesPerFrame
    const samples = taken.map(({ payload }): Sample => ({ payload, duration, compositionOffset: 0, isSync: true }))
    return { decodeTime: taken[0]?.at ?? 0, samples }
  }

  /** Ends the silence with a frame of the encoder that is `behind` samples late. */
  #resume(behind: number): void {
    this.#isSilent = false
    this.#isResumed = true
    this.#delayMax = Math.max(this.#delayMax, 2 * behind)
  }

  #isMissing(ticks: number): boolean {
    return this.#isSilent || this.#samplesAt(ticks) - this.#next > this.#delayMax
  }

  #fill(count: number): void {
    for (let left = count; left > 0; left -= 1) this.#push(this.header.silentFrame)
  }

  #push(payload: Buffer): void {
    this.#frames.push({ at: this.#next, payload })
    this.#next += this.header.samplesPerFrame
  }

  #samplesAt(ticks: number): number {
    return Math.round((ticks * this.#rate) / videoTicksPerSecond)
  }

  #ticksAt(samples: number): number {
    return (samples * videoTicksPerSecond) / this.#rate
  }
}
