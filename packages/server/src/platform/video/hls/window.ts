import type { Part, Segment } from '#platform/video/mediaTypes.ts'
import { partLine, segmentLines, skipTargets, startLines } from './playlistTags.ts'

/** Segments that stay in memory at most. */
export const memoryCountMax = 8

/** Bytes of segments that stay in memory, unless that were fewer segments than the least. */
export const memoryBytesMax = 8 * 1024 * 1024

/** Segments that stay in memory at least: what nearly everybody asks for. */
const memoryCountMin = 4

// All in target durations before the end, after RFC 8216bis, 4.4.4.9 and 6.2.2: how far back a playlist goes at least,
// how far back it tells of parts, and how long those can be had.
const leastTargets = 3
const partTargets = 3
const partKeptTargets = 6

/** A segment of the playlist. */
export type Listed = {
  segment: Segment
  /** Undefined once it has left memory. */
  bytes: Buffer | undefined
  /** Where each part ends in the bytes; empty once no part can be had. */
  partEnds: readonly number[]
  startLines: string
  partLines: string
  endLines: string
}

export type WindowOptions = {
  assetId: string
  /** How far back a player may go. */
  windowSeconds: number
  targetSeconds: number
  /** Whether the playlist tells of parts. */
  hasParts: boolean
  /** Whether a segment can still be had when it has left memory. */
  isStored(number: number): boolean
  discontinuitiesBefore: number
}

/** The segments of a live playlist, the newest of them with their bytes. */
export class Window {
  readonly #options: WindowOptions
  readonly #listed: Listed[] = []
  #seconds = 0
  #memoryCount = 0
  #memoryBytes = 0
  #discontinuitySequence: number
  /** The lines of the segments before those with parts, joined when they are first needed. */
  #older: string | undefined

  constructor(options: WindowOptions) {
    this.#options = options
    this.#discontinuitySequence = options.discontinuitiesBefore
  }

  /** How many discontinuities have left the playlist. */
  get discontinuitySequence(): number {
    return this.#discontinuitySequence
  }

  get targetSeconds(): number {
    return this.#options.targetSeconds
  }

  /** Bytes of segments in memory. */
  get memoryBytes(): number {
    return this.#memoryBytes
  }

  get first(): Listed | undefined {
    return this.#listed[0]
  }

  get last(): Listed | undefined {
    return this.#listed.at(-1)
  }

  /** Takes the next segment with its parts, or without them where only the store has it. */
  add(segment: Segment, parts: readonly Part[]): void {
    const { assetId, hasParts } = this.#options
    const { number, durationSeconds } = segment
    let byteCount = 0
    this.#listed.push({
      segment,
      // One buffer of which the parts are slices: the packager's own buffers can go.
      bytes: parts.length === 0 ? undefined : Buffer.concat(parts.map(({ data }) => data)),
      partEnds: parts.map(({ data }) => (byteCount += data.length)),
      startLines: startLines(assetId, segment, { lastInitId: this.last?.segment.initId, isTimed: true }),
      partLines: hasParts ? parts.map((part) => partLine(assetId, part)).join('') : '',
      endLines: segmentLines(assetId, { from: number, to: number, durationSeconds }),
    })
    this.#seconds += durationSeconds
    if (parts.length > 0) this.#memoryCount += 1
    this.#memoryBytes += byteCount
    this.#older = undefined
    this.#forgetParts()
    this.#forgetBytes()
    this.#slide()
  }

  /** Leaves out the segments before this one. */
  forgetBefore(number: number): void {
    const count = this.#listed.findIndex(({ segment }) => segment.number >= number)
    this.#remove(count === -1 ? this.#listed.length : count)
    this.#older = undefined
  }

  find(number: number): Listed | undefined {
    const guess = this.#listed[number - (this.first?.segment.number ?? 0)]
    return guess?.segment.number === number ? guess : undefined
  }

  /** The newest segments, at most so many. */
  newest(count: number): Segment[] {
    return this.#listed.slice(-count).map(({ segment }) => segment)
  }

  /** How many segments a player that knows the playlist may leave out. */
  skippable(): number {
    return this.#firstWithin(skipTargets)
  }

  /** The lines of all segments but the first `skipped`, the newest ones with their parts. */
  text(skipped: number): string {
    const recent = Math.max(skipped, this.#firstWithin(partTargets))
    const newest = this.#join({ from: recent, to: this.#listed.length, skipped })
    if (skipped > 0) return this.#join({ from: skipped, to: recent, skipped }) + newest
    this.#older ??= this.#join({ from: 0, to: recent, skipped })
    return this.#older + newest
  }

  #join({ from, to, skipped }: { from: number; to: number; skipped: number }): string {
    const hasParts = to === this.#listed.length
    let text = ''
    for (let at = from; at < to; at++) {
      const listed = this.#listed[at]
      if (listed === undefined) break
      // The first one names its init section, whatever was before it.
      const first = { lastInitId: undefined, isTimed: true }
      text += at > skipped ? listed.startLines : startLines(this.#options.assetId, listed.segment, first)
      if (hasParts) text += listed.partLines
      text += listed.endLines
    }
    return text
  }

  /** The index of the first segment that is not wholly so many target durations before the end. */
  #firstWithin(targets: number): number {
    let left = targets * this.#options.targetSeconds
    let at = this.#listed.length
    while (at > 0 && left > 0) left -= this.#listed[(at -= 1)]?.segment.durationSeconds ?? 0
    return at
  }

  #forgetParts(): void {
    for (let at = this.#firstWithin(partKeptTargets) - 1; at >= 0; at--) {
      const listed = this.#listed[at]
      if (listed === undefined || listed.partEnds.length === 0) return
      listed.partEnds = []
      listed.partLines = ''
    }
  }

  #forgetBytes(): void {
    while (this.#hasTooMuch()) {
      const oldest = this.#listed[this.#listed.length - this.#memoryCount]
      if (oldest === undefined) return
      this.#leaveMemory(oldest)
    }
    // What has left memory and is not stored cannot be played, nor what is before it.
    const at = this.#listed.length - this.#memoryCount - 1
    const newest = this.#listed[at]
    if (newest !== undefined && !this.#options.isStored(newest.segment.number)) this.#remove(at + 1)
  }

  #hasTooMuch(): boolean {
    if (this.#memoryCount <= memoryCountMin) return false
    if (this.#memoryCount <= memoryCountMax && this.#memoryBytes <= memoryBytesMax) return false
    const oldest = this.#listed.length - this.#memoryCount
    return this.#firstWithin(leastTargets) > oldest
  }

  #leaveMemory(listed: Listed): void {
    if (listed.bytes === undefined) return
    this.#memoryCount -= 1
    this.#memoryBytes -= listed.bytes.length
    listed.bytes = undefined
  }

  #slide(): void {
    const { windowSeconds, targetSeconds } = this.#options
    const least = Math.max(windowSeconds, leastTargets * targetSeconds)
    let count = 0
    let left = this.#seconds
    for (const { segment } of this.#listed) {
      left -= segment.durationSeconds
      if (left < least) break
      count += 1
    }
    this.#remove(count)
  }

  /** Removes the oldest segments. A discontinuity is counted from when its tag has gone (RFC 8216bis, 6.2.2). */
  #remove(count: number): void {
    for (const listed of this.#listed.splice(0, count)) {
      this.#leaveMemory(listed)
      this.#seconds -= listed.segment.durationSeconds
      if (listed.segment.isDiscontinuous) this.#discontinuitySequence += 1
    }
  }
}
