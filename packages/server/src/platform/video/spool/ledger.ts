import { summaryOf, withSegment } from '#platform/video/asset/summary.ts'
import type { AssetIndex, AssetInit, AssetSegment, AssetSummary, Segment } from '#platform/video/mediaTypes.ts'

/** A reel ends before the segment that would make it longer than this. */
export const reelSecondsMax = 60

/** A reel ends before the segment that would make it larger than this. */
export const reelBytesMax = 64 * 1024 * 1024

/** Segments stay this much longer than the window: a player may be loading one that just left the playlist. */
const graceSeconds = 60

/** Positions of segments in reels: totals of all segments, and each segment of the window. */
export type Ledger = {
  init(init: AssetInit): void
  hasInit(id: number): boolean
  /** Assigns a segment its position: the next bytes of the open reel, or of a new one. */
  place(segment: Segment, byteCount: number): AssetSegment
  /** Counts a segment that is on the disk. */
  written(segment: AssetSegment): void
  /** Drops the segments after this one, which are not on the disk and never will be. */
  cutAfter(number: number): void
  /** Drops the segments before this one, written or not. Returns the first reel that holds later ones. */
  dropBefore(number: number): number
  /** Drops the reels that lie behind the window and returns their numbers. */
  dropBehind(): number[]
  find(number: number): AssetSegment | undefined
  /** Whether it holds no segment, written or not. */
  isEmpty(): boolean
  /** The segments of the window, and the inits that they need. */
  index(): AssetIndex
  summary(): AssetSummary
}

/** Opens an empty ledger, or one with the segments of `past`, after which a new reel begins. */
export function openLedger(windowSeconds: number, past: AssetIndex = { inits: [], segments: [] }): Ledger {
  const inits = [...past.inits]
  const segments = past.segments.slice()
  let summary = summaryOf(past)
  let firstNumber = 0
  const last = segments.at(-1)
  let writtenNumber = last?.number ?? -1
  const open = { reel: last === undefined ? -1 : last.reel, seconds: Infinity, byteCount: 0 }

  function dropBehind(): number[] {
    const newest = segments.at(-1)
    if (newest === undefined) return []
    const edge = newest.mediaSeconds + newest.durationSeconds - windowSeconds - graceSeconds
    // A reel is dropped as a whole, when the first segment after it begins behind the edge.
    let count = 0
    for (let at = 1; at < segments.length; at++) {
      const [before, here] = [segments[at - 1], segments[at]]
      if (before === undefined || here === undefined || here.mediaSeconds > edge) break
      if (here.reel !== before.reel) count = at
    }
    return [...new Set(segments.splice(0, count).map(({ reel }) => reel))]
  }

  return {
    init: (init) => void inits.push(init),
    hasInit: (id) => inits.some((each) => each.id === id),
    place(segment, byteCount) {
      const isFull =
        open.seconds + segment.durationSeconds > reelSecondsMax || open.byteCount + byteCount > reelBytesMax
      if (isFull && (open.seconds > 0 || open.reel < 0))
        Object.assign(open, { reel: open.reel + 1, seconds: 0, byteCount: 0 })
      const placed = { ...segment, byteCount, reel: open.reel, offset: open.byteCount }
      open.seconds += segment.durationSeconds
      open.byteCount += byteCount
      segments.push(placed)
      return placed
    },
    written(segment) {
      if (segment.number < firstNumber) return
      writtenNumber = segment.number
      summary = withSegment(summary, segment)
    },
    cutAfter(number) {
      const count = segments.findIndex((each) => each.number > number)
      if (count >= 0) segments.length = count
    },
    dropBefore(number) {
      firstNumber = number
      const count = segments.findIndex((each) => each.number >= number)
      segments.splice(0, count === -1 ? segments.length : count)
      summary = summaryOf({ inits, segments: segments.filter((each) => each.number <= writtenNumber) })
      return segments[0]?.reel ?? open.reel + 1
    },
    dropBehind,
    find(number) {
      const guess = segments[number - (segments[0]?.number ?? 0)]
      return guess?.number === number ? guess : segments.find((each) => each.number === number)
    },
    isEmpty: () => segments.length === 0,
    index() {
      const needed = new Set(segments.map(({ initId }) => initId))
      return { inits: inits.filter(({ id }) => needed.has(id)), segments: segments.slice() }
    },
    summary: () => ({ ...summary, inits: inits.slice() }),
  }
}
