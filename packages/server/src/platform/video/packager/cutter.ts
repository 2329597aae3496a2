import type { Sample } from '#platform/video/fmp4/fragment.ts'
import { ticksOf } from './timeline.ts'

/** A picture on the media clock. It lasts until the next one, which is known when that has come. */
export type Picture = Sample & { dts: number }

/** A stretch of media time and the pictures that begin in it. */
export type Cut = { start: number; end: number; pictures: Picture[]; isLast: boolean }

/** Lengths in ticks; `partTicks` is Infinity where a segment is a single part. */
export type CutterOptions = { partTicks: number; segmentTicksMin: number; typicalTicks: number }

/** What the cutter asks and tells. */
export type CutterHost = {
  /** The longest that the open segment may last. */
  segmentTicksMax(): number
  /** Whether sound waits that begins in this time. */
  soundBeginsBetween(fromTicks: number, toTicks: number): boolean
  part(cut: Cut): void
  segmentEnds(): void
}

/**
 * Parts but the last of a segment reach 85 % of their target (RFC 8216bis, 4.4.4.9); one more keeps rounding out. What
 * a cut inside a picture leaves is longer than a frame of sound, so that something begins in the rest, too.
 */
const partShareMin = 0.86
/** 40 Mbit/s for as long as a segment can last: memory is bounded even when the timestamps stand still. */
const segmentBytesMax = 32 * 1_048_576
/** How long the very last picture lasts is a guess, and no reason for a part of its own. */
const guessTicksMax = ticksOf(0.1)

/**
 * Decides where parts and segments end. Each is told when the picture after it is known, so that its length is exact,
 * and a segment's end is told together with its last part. Segments end before key frames, if need be before others.
 */
export class Cutter {
  readonly #options: CutterOptions
  readonly #host: CutterHost
  readonly #partTicksMin: number
  #pictures: Picture[] = []
  #partStart: number
  #segmentStart: number
  /** How long pictures are likely to last: the shorter of the last two. */
  #expectedTicks: number
  #lastTicks: number
  #segmentBytes = 0
  /** Whether the open segment's first picture is a key frame; undefined before it has one. */
  #isIndependent: boolean | undefined

  constructor(startTicks: number, options: CutterOptions, host: CutterHost) {
    this.#options = options
    this.#host = host
    this.#partTicksMin = Math.ceil(options.partTicks * partShareMin)
    this.#partStart = startTicks
    this.#segmentStart = startTicks
    this.#expectedTicks = options.typicalTicks
    this.#lastTicks = options.typicalTicks
  }

  /** Takes the next picture. Its `dts` is after that of the one before. */
  add(picture: Picture): void {
    this.#lastUntil(picture.dts)
    this.#fit(picture.dts)
    const elapsed = picture.dts - this.#partStart
    if (this.#endsSegment(picture)) {
      if (this.#hasContentBefore(picture.dts)) this.#cut(picture.dts, false)
      this.#endSegment()
    } else if (elapsed >= this.#partTicksMin && elapsed + this.#expectedTicks > this.#options.partTicks) {
      if (this.#hasContentBefore(picture.dts)) this.#cut(picture.dts, false)
    }
    this.#pictures.push(picture)
    this.#segmentBytes += picture.payload.length
    this.#isIndependent ??= picture.isSync
  }

  /** Ends the part and the segment, there or when the last picture is likely to end. Answers where that is. */
  finish(endTicks?: number): number {
    const guessTicks = Math.min(this.#expectedTicks, guessTicksMax)
    const end = endTicks ?? (this.#pictures.at(-1)?.dts ?? this.#partStart) + guessTicks
    this.#lastUntil(end)
    this.#fit(end)
    if (this.#hasContentBefore(end)) this.#cut(end, true)
    this.#endSegment()
    return this.#partStart
  }

  #lastUntil(ticks: number): void {
    const last = this.#pictures.at(-1)
    if (last === undefined) return
    last.duration = ticks - last.dts
    this.#expectedTicks = Math.min(last.duration, this.#lastTicks)
    this.#lastTicks = last.duration
  }

  /** Cuts until the time up to there fits into the open part and segment. */
  #fit(ticks: number): void {
    for (;;) {
      const isOver = this.#isOver(ticks)
      if (!isOver && ticks - this.#partStart <= this.#options.partTicks) return
      const end = this.#endBefore(ticks)
      // In time in which nothing begins there is no part: it belongs to another one, which is too long.
      if (end === undefined && (!isOver || this.#partStart === this.#segmentStart)) return
      const last = this.#pictures.at(-1)?.dts
      if (end !== undefined) this.#cut(end, false)
      const isFull = this.#partStart + this.#partTicksMin > this.#segmentStart + this.#host.segmentTicksMax()
      if (isOver && (end === undefined || end === last || isFull)) this.#endSegment()
    }
  }

  /**
   * Where the open part ends when the time up to there is too long for it: before the last picture, or while that is
   * shown where the part would be too short. Pictures and sound belong to the part that they begin in.
   */
  #endBefore(ticks: number): number | undefined {
    const last = this.#pictures.at(-1)?.dts ?? -1
    const segmentEnd = this.#segmentStart + Math.floor(this.#host.segmentTicksMax())
    const inside = Math.min(this.#partStart + this.#partTicksMin, segmentEnd)
    const isOver = this.#isOver(ticks)
    const isLongEnough = last - this.#partStart >= this.#partTicksMin || isOver
    const candidates = isLongEnough ? [last, inside] : [inside, last]
    if (isOver) candidates.push(segmentEnd)
    return candidates.find((end) => {
      if (end <= this.#partStart || end >= ticks || !this.#hasContentBefore(end)) return false
      // What is left has something in it, or is short enough to begin a part with what comes then.
      const isShort = ticks - end < this.#partTicksMin
      return end === last || isShort || this.#host.soundBeginsBetween(end, ticks)
    })
  }

  #isOver(ticks: number): boolean {
    return ticks - this.#segmentStart > this.#host.segmentTicksMax()
  }

  #endsSegment({ dts, isSync }: Picture): boolean {
    const elapsed = dts - this.#segmentStart
    // A player cannot begin with a segment that was cut at any picture: the next key frame puts an end to it.
    if (isSync && (elapsed >= this.#options.segmentTicksMin || this.#isIndependent === false)) return true
    return this.#isOver(dts + this.#expectedTicks) || this.#segmentBytes >= segmentBytesMax
  }

  #hasContentBefore(ticks: number): boolean {
    const first = this.#pictures[0]
    return (first !== undefined && first.dts < ticks) || this.#host.soundBeginsBetween(-Infinity, ticks)
  }

  #cut(end: number, isLast: boolean): void {
    const later = this.#pictures.findIndex(({ dts }) => dts >= end)
    const pictures = this.#pictures.splice(0, later === -1 ? this.#pictures.length : later)
    this.#host.part({ start: this.#partStart, end, pictures, isLast })
    this.#partStart = end
  }

  #endSegment(): void {
    if (this.#partStart === this.#segmentStart) return
    this.#segmentStart = this.#partStart
    this.#segmentBytes = 0
    this.#isIndependent = this.#pictures[0]?.isSync
    this.#host.segmentEnds()
  }
}

/** What a segment may last, in ticks: EXTINF rounds to at most the target (RFC 8216bis, 4.4.3.1). */
export function segmentTicksMaxFor(targetSeconds: number): number {
  return ticksOf(targetSeconds + 0.5) - 1
}
