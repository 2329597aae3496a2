import type { Sample } from '#platform/video/fmp4/fragment.ts'
import type { PartTarget } from './partTarget.ts'
import { ticksOf } from './timeline.ts'

/** Video frame on the media clock. Its duration is known when the next frame arrives. */
export type TimedFrame = Sample & { dts: number }

/** Media time of a part and the frames that begin in it. */
export type Cut = { start: number; end: number; frames: TimedFrame[]; isLast: boolean }

/** Part target and lengths in ticks. `statedTicks`: duration of a frame by the parameter set, where it holds it. */
export type CutterOptions = { partTarget: PartTarget; segmentTicksMin: number; statedTicks: number | undefined }

/** Limits that the cutter reads, and the events that it emits. */
export type CutterHost = {
  /** Longest duration of the open segment, in ticks. */
  segmentTicksMax(): number
  /** Whether queued audio begins in this time. */
  audioBeginsBetween(fromTicks: number, toTicks: number): boolean
  part(cut: Cut): void
  segmentEnds(): void
}

/**
 * Parts other than the last of a segment reach 85 % of their target (RFC 8216bis, 4.4.4.9); one per cent more covers
 * rounding. The rest behind a cut inside a video frame is longer than an audio frame, so it is not empty.
 */
const partShareMin = 0.86
/** Bytes of a segment, about 40 Mbit/s: memory is bounded even when the timestamps stand still. */
const segmentBytesMax = 32 * 1_048_576
/** Frame duration when neither parameter set nor other frames define it. */
const frameTicksDefault = ticksOf(1 / 30)
/** Longest estimate for the duration of the last frame, so that it never needs a part of its own. */
const guessTicksMax = ticksOf(0.1)

/**
 * Decides where parts and segments end. A cut is emitted once the frame behind it has arrived, with an exact duration.
 *
 * A part ends before the frame that would exceed its target, and a segment before a key frame: `add()`. The target is
 * fitted to the first frames of the session: five frames of 41.7 ms where 200 ms are wanted, at 24 frames a second. It
 * is announced once, but encoders change their frame rate and drop frames. That may leave no frame to end at, because
 * parts have a shortest duration too. Then a part ends inside a frame, and a segment before any frame: `#fit()`.
 *
 * Example: a target of 200 ms and 24 frames a second. Four frames are too short for a part and five too long, so parts
 * end 172 and 344 ms after the start, inside frames, then at 542 ms, after frame 13.
 */
export class Cutter {
  readonly #options: CutterOptions
  readonly #host: CutterHost
  #frames: TimedFrame[] = []
  #partStart: number
  #segmentStart: number
  /** Estimated duration of the next frame: the shorter of the last two. */
  #expectedTicks: number
  #lastTicks: number
  #segmentBytes = 0
  /** Whether the open segment begins with a key frame; undefined before its first frame. */
  #isIndependent: boolean | undefined

  constructor(startTicks: number, options: CutterOptions, host: CutterHost) {
    this.#options = options
    this.#host = host
    this.#partStart = startTicks
    this.#segmentStart = startTicks
    this.#expectedTicks = Math.round(options.statedTicks ?? frameTicksDefault)
    this.#lastTicks = this.#expectedTicks
  }

  get #partTicks(): number {
    return this.#options.partTarget.ticks
  }

  get #partTicksMin(): number {
    return Math.ceil(this.#partTicks * partShareMin)
  }

  /** Adds the next frame. Its `dts` is greater than that of the frame before. */
  add(frame: TimedFrame): void {
    this.#lastUntil(frame.dts)
    if (frame.dts + this.#expectedTicks - this.#partStart > this.#partTicksMin) this.#fixPartTarget()
    this.#fit(frame.dts)
    const elapsed = frame.dts - this.#partStart
    const endsSegment = this.#endsSegment(frame)
    const endsPart = elapsed >= this.#partTicksMin && elapsed + this.#expectedTicks > this.#partTicks
    if ((endsSegment || endsPart) && this.#hasContentBefore(frame.dts)) this.#cut(frame.dts, false)
    if (endsSegment) this.#endSegment()
    this.#frames.push(frame)
    this.#segmentBytes += frame.payload.length
    this.#isIndependent ??= frame.isSync
  }

  /** Ends part and segment at `endTicks`, else at the estimated end of the last frame. Returns the end in ticks. */
  finish(endTicks?: number): number {
    const guessTicks = Math.min(this.#expectedTicks, guessTicksMax)
    const end = endTicks ?? (this.#frames.at(-1)?.dts ?? this.#partStart) + guessTicks
    this.#lastUntil(end)
    this.#fixPartTarget()
    this.#fit(end)
    if (this.#hasContentBefore(end)) this.#cut(end, true)
    this.#endSegment()
    return this.#partStart
  }

  /** Fixes the part target of the session by the frames so far. Called before the first part is cut. */
  #fixPartTarget(): void {
    const { partTarget, statedTicks } = this.#options
    if (partTarget.isFixed) return
    partTarget.fix(
      this.#frames.map(({ duration }) => duration),
      statedTicks,
    )
  }

  #lastUntil(ticks: number): void {
    const last = this.#frames.at(-1)
    if (last === undefined) return
    last.duration = ticks - last.dts
    this.#expectedTicks = Math.min(last.duration, this.#lastTicks)
    this.#lastTicks = last.duration
  }

  /** Cuts until the time up to `ticks` fits into the open part and segment. */
  #fit(ticks: number): void {
    for (;;) {
      const isOver = this.#isOver(ticks)
      if (!isOver && ticks - this.#partStart <= this.#partTicks) return
      const end = this.#endBefore(ticks, isOver)
      // A part in which nothing begins would be empty: its time is added to another part, which gets too long.
      if (end === undefined && (!isOver || this.#partStart === this.#segmentStart)) return
      const last = this.#frames.at(-1)?.dts
      if (end !== undefined) this.#cut(end, false)
      const isFull = this.#partStart + this.#partTicksMin > this.#segmentStart + this.#host.segmentTicksMax()
      if (isOver && (end === undefined || end === last || isFull)) this.#endSegment()
    }
  }

  /**
   * End of the open part when the time up to `ticks` is too long for it, or for the segment with `isOver`: before the
   * last frame, or inside that frame when the part would be too short. Samples belong to the part in which they begin.
   */
  #endBefore(ticks: number, isOver: boolean): number | undefined {
    const last = this.#frames.at(-1)?.dts ?? -1
    const segmentEnd = this.#segmentStart + Math.floor(this.#host.segmentTicksMax())
    const inside = Math.min(this.#partStart + this.#partTicksMin, segmentEnd)
    const isLongEnough = last - this.#partStart >= this.#partTicksMin || isOver
    const candidates = isLongEnough ? [last, inside] : [inside, last]
    if (isOver) candidates.push(segmentEnd)
    return candidates.find((end) => {
      if (end <= this.#partStart || end >= ticks || !this.#hasContentBefore(end)) return false
      // The rest holds a frame or audio, or is short enough to start the next part.
      const isShort = ticks - end < this.#partTicksMin
      return end === last || isShort || this.#host.audioBeginsBetween(end, ticks)
    })
  }

  #isOver(ticks: number): boolean {
    return ticks - this.#segmentStart > this.#host.segmentTicksMax()
  }

  #endsSegment({ dts, isSync }: TimedFrame): boolean {
    const elapsed = dts - this.#segmentStart
    // A player cannot start in a segment without a leading key frame: the next key frame ends such a segment.
    if (isSync && (elapsed >= this.#options.segmentTicksMin || this.#isIndependent === false)) return true
    return this.#isOver(dts + this.#expectedTicks) || this.#segmentBytes >= segmentBytesMax
  }

  #hasContentBefore(ticks: number): boolean {
    const first = this.#frames[0]
    return (first !== undefined && first.dts < ticks) || this.#host.audioBeginsBetween(-Infinity, ticks)
  }

  #cut(end: number, isLast: boolean): void {
    const later = this.#frames.findIndex(({ dts }) => dts >= end)
    const frames = this.#frames.splice(0, later === -1 ? this.#frames.length : later)
    this.#host.part({ start: this.#partStart, end, frames, isLast })
    this.#partStart = end
  }

  #endSegment(): void {
    if (this.#partStart === this.#segmentStart) return
    this.#segmentStart = this.#partStart
    this.#segmentBytes = 0
    this.#isIndependent = this.#frames[0]?.isSync
    this.#host.segmentEnds()
  }
}

/** Longest duration of a segment, in ticks: EXTINF rounds to at most the target (RFC 8216bis, 4.4.3.1). */
export function segmentTicksMaxFor(targetSeconds: number): number {
  return ticksOf(targetSeconds + 0.5) - 1
}
