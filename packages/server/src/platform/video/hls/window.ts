import type { Part, Segment } from '#platform/video/mediaTypes.ts'
import { partLine, segmentLines, skipTargets, startLines } from './playlistTags.ts'

/** Most segments in memory. */
export const memoryCountMax = 8

/** Most bytes of segments in memory, unless that leaves fewer segments than `memoryCountMin`. */
export const memoryBytesMax = 8 * 1024 * 1024

/** Fewest segments in memory: nearly all players load the newest ones. */
const memoryCountMin = 4

/** Shortest live playlist, in target durations (RFC 8216bis, 6.2.2). */
const targetsMin = 3
/** Distance from the live edge up to which the playlist lists parts, in target durations (4.4.4.9). */
const partTargets = 3
/** Distance up to which parts can still be loaded: players with an older playlist request them. */
const partLoadTargets = 6

/** Segment of the playlist, with its lines. */
export type ListedSegment = {
  segment: Segment
  /** Undefined once evicted from memory. */
  bytes: Buffer | undefined
  /** Byte offset of the end of each part; empty once no part can be loaded. */
  partEnds: readonly number[]
  startLines: string
  partLines: string
  endLines: string
}

export type WindowOptions = {
  assetId: string
  /** DVR window in seconds. */
  windowSeconds: number
  targetSeconds: number
  /** Whether the playlist lists parts. */
  hasParts: boolean
  /** Whether a segment that was evicted from memory can be read from the store. */
  isStored(number: number): boolean
  discontinuitiesBefore: number
}

/**
 * Sliding window of a live playlist: the segments of the DVR window in order, the newest with their bytes.
 * A segment passes three limits as it ages: its parts are unlisted and then dropped, its bytes are evicted from memory,
 * and it leaves the playlist. A segment that is neither in memory nor in the store leaves at once, with all before it.
 */
export class Window {
  readonly #options: WindowOptions
  readonly #listed: ListedSegment[] = []
  #seconds = 0
  #memoryCount = 0
  #memoryBytes = 0
  #discontinuitySequence: number
  /** Lines of the segments before those with parts, joined on first use. */
  #olderText: string | undefined

  constructor(options: WindowOptions) {
    this.#options = options
    this.#discontinuitySequence = options.discontinuitiesBefore
  }

  /** Count of the discontinuities that have left the playlist. */
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

  get first(): ListedSegment | undefined {
    return this.#listed[0]
  }

  get last(): ListedSegment | undefined {
    return this.#listed.at(-1)
  }

  /** Appends a segment with its parts, or without parts where only the store holds its bytes. */
  add(segment: Segment, parts: readonly Part[]): void {
    const { assetId, hasParts } = this.#options
    const { number, durationSeconds } = segment
    let byteCount = 0
    this.#listed.push({
      segment,
      // Parts are slices of one buffer, so the packager's buffers are freed.
      bytes: parts.length === 0 ? undefined : Buffer.concat(parts.map(({ data }) => data)),
      partEnds: parts.map(({ data }) => (byteCount += data.length)),
      startLines: startLines(assetId, segment, { lastInitId: this.last?.segment.initId, isTimed: true }),
      partLines: hasParts ? parts.map((part) => partLine(assetId, part)).join('') : '',
      endLines: segmentLines(assetId, { from: number, to: number, durationSeconds }),
    })
    this.#seconds += durationSeconds
    if (parts.length > 0) this.#memoryCount += 1
    this.#memoryBytes += byteCount
    this.#olderText = undefined
    this.#dropParts()
    this.#evictBytes()
    this.#slide()
  }

  /** Removes the segments before this one. */
  dropBefore(number: number): void {
    const count = this.#listed.findIndex(({ segment }) => segment.number >= number)
    this.#remove(count === -1 ? this.#listed.length : count)
    this.#olderText = undefined
  }

  find(number: number): ListedSegment | undefined {
    const guess = this.#listed[number - (this.first?.segment.number ?? 0)]
    return guess?.segment.number === number ? guess : undefined
  }

  /** Newest segments, at most `count`. */
  newest(count: number): Segment[] {
    return this.#listed.slice(-count).map(({ segment }) => segment)
  }

  /** Count of the oldest segments that a delta update leaves out. */
  skippable(): number {
    return this.#firstWithin(skipTargets)
  }

  /** Lines of all segments but the first `skipped`; the newest segments include their parts. */
  text(skipped: number): string {
    const recent = Math.max(skipped, this.#firstWithin(partTargets))
    const newest = this.#join({ from: recent, to: this.#listed.length, skipped })
    if (skipped > 0) return this.#join({ from: skipped, to: recent, skipped }) + newest
    this.#olderText ??= this.#join({ from: 0, to: recent, skipped })
    return this.#olderText + newest
  }

  #join({ from, to, skipped }: { from: number; to: number; skipped: number }): string {
    const hasParts = to === this.#listed.length
    let text = ''
    for (let at = from; at < to; at++) {
      const listed = this.#listed[at]
      if (listed === undefined) break
      // The first segment of a playlist always names its init section.
      const first = { lastInitId: undefined, isTimed: true }
      text += at > skipped ? listed.startLines : startLines(this.#options.assetId, listed.segment, first)
      if (hasParts) text += listed.partLines
      text += listed.endLines
    }
    return text
  }

  /** Index of the first segment that ends less than `targets` target durations before the live edge. */
  #firstWithin(targets: number): number {
    let left = targets * this.#options.targetSeconds
    let at = this.#listed.length
    while (at > 0 && left > 0) left -= this.#listed[(at -= 1)]?.segment.durationSeconds ?? 0
    return at
  }

  #dropParts(): void {
    for (let at = this.#firstWithin(partLoadTargets) - 1; at >= 0; at--) {
      const listed = this.#listed[at]
      if (listed === undefined || listed.partEnds.length === 0) return
      listed.partEnds = []
      listed.partLines = ''
    }
  }

  #evictBytes(): void {
    while (this.#isMemoryFull()) {
      const oldest = this.#listed[this.#listed.length - this.#memoryCount]
      if (oldest === undefined) return
      this.#evict(oldest)
    }
    // A segment that is neither in memory nor stored cannot be played: it leaves the playlist, with all before it.
    const at = this.#listed.length - this.#memoryCount - 1
    const newest = this.#listed[at]
    if (newest !== undefined && !this.#options.isStored(newest.segment.number)) this.#remove(at + 1)
  }

  #isMemoryFull(): boolean {
    if (this.#memoryCount <= memoryCountMin) return false
    if (this.#memoryCount <= memoryCountMax && this.#memoryBytes <= memoryBytesMax) return false
    const oldest = this.#listed.length - this.#memoryCount
    return this.#firstWithin(targetsMin) > oldest
  }

  #evict(listed: ListedSegment): void {
    if (listed.bytes === undefined) return
    this.#memoryCount -= 1
    this.#memoryBytes -= listed.bytes.length
    listed.bytes = undefined
  }

  #slide(): void {
    const { windowSeconds, targetSeconds } = this.#options
    const secondsMin = Math.max(windowSeconds, targetsMin * targetSeconds)
    let count = 0
    let left = this.#seconds
    for (const { segment } of this.#listed) {
      left -= segment.durationSeconds
      if (left < secondsMin) break
      count += 1
    }
    this.#remove(count)
  }

  /** Removes the oldest segments. EXT-X-DISCONTINUITY-SEQUENCE grows when a discontinuity tag leaves (6.2.2). */
  #remove(count: number): void {
    for (const listed of this.#listed.splice(0, count)) {
      this.#evict(listed)
      this.#seconds -= listed.segment.durationSeconds
      if (listed.segment.isDiscontinuous) this.#discontinuitySequence += 1
    }
  }
}
