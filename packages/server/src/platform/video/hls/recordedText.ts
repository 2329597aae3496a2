import { firstSegmentNumber, type AssetSegment } from '#platform/video/mediaTypes.ts'
import { endLine, recordedHeader, segmentLines, startLines } from './playlistTags.ts'
import type { SegmentTable } from './segmentTable.ts'

/** Target length of a playlist entry: joined segments mean fewer requests and a shorter playlist. Seconds. */
const entrySeconds = 6
/** Longest entry where no key frame follows: a player can begin at each entry that starts with a key frame. */
const entrySecondsMax = 12

/** Segments and entries of one piece of work: a few milliseconds. */
const pieceSegments = 5_000
const pieceEntries = 1_000

/** Playlist entry: adjacent segments of one reel, loaded with one request. */
export type Entry = {
  from: number
  to: number
  initId: number
  startsAtMs: number
  durationSeconds: number
  byteCount: number
  isIndependent: boolean
  isDiscontinuous: boolean
}

/** Joins adjacent segments into entries. Yields after each piece of work. */
export function* entriesOf(table: SegmentTable, fromSegment: number): Generator<void, Entry[]> {
  const entries: Entry[] = []
  let last: AssetSegment | undefined
  for (let at = table.indexFrom(fromSegment); at < table.length; at++) {
    const segment = table.at(at)
    if (segment === undefined) break
    const entry = entries.at(-1)
    if (last !== undefined && entry !== undefined && isJoined(segment, last, entry)) {
      entry.to = segment.number
      entry.durationSeconds += segment.durationSeconds
      entry.byteCount += segment.byteCount
    } else entries.push(entryOf(segment))
    last = segment
    if (at % pieceSegments === 0) yield
  }
  return entries
}

function entryOf(segment: AssetSegment): Entry {
  const { number, initId, startsAtMs, durationSeconds, byteCount, isIndependent, isDiscontinuous } = segment
  return {
    from: number,
    to: number,
    initId,
    startsAtMs,
    durationSeconds,
    byteCount,
    isIndependent,
    isDiscontinuous,
  }
}

function isJoined(next: AssetSegment, last: AssetSegment, entry: Entry): boolean {
  if (next.number !== last.number + 1 || next.reel !== last.reel || next.offset !== last.offset + last.byteCount) {
    return false
  }
  if (next.initId !== last.initId || next.isDiscontinuous) return false
  const seconds = Math.round(entry.durationSeconds + next.durationSeconds)
  return seconds <= (next.isIndependent ? entrySeconds : entrySecondsMax)
}

/** Target duration of the entries' playlist: the longest entry, rounded to whole seconds (RFC 8216bis, 4.4.3.1). */
export function longestSeconds(entries: readonly Entry[]): number {
  return entries.reduce((most, { durationSeconds }) => Math.max(most, Math.round(durationSeconds)), 1)
}

/** Programme date-time is written again where the clock drifts from the media by more than this. */
const driftMsMax = 500

/** Text of the media playlist of a recording (RFC 8216bis, section 4), in bytes. Yields after each piece of work. */
export function* recordedText(assetId: string, entries: readonly Entry[]): Generator<void, Buffer> {
  const isIndependent = entries.every((entry) => entry.isIndependent)
  const targetSeconds = longestSeconds(entries)
  const pieces: Buffer[] = []
  let text = recordedHeader({ targetSeconds, mediaSequence: firstSegmentNumber, isIndependent })
  let last: Entry | undefined
  for (const [at, entry] of entries.entries()) {
    const expectedMs = last === undefined ? Infinity : last.startsAtMs + last.durationSeconds * 1000
    const isDiscontinuous = entry.isDiscontinuous && last !== undefined
    const isTimed = isDiscontinuous || Math.abs(entry.startsAtMs - expectedMs) > driftMsMax
    text += startLines(assetId, { ...entry, isDiscontinuous }, { lastInitId: last?.initId, isTimed })
    text += segmentLines(assetId, entry)
    last = entry
    if (at % pieceEntries !== 0) continue
    pieces.push(Buffer.from(text))
    text = ''
    yield
  }
  return Buffer.concat([...pieces, Buffer.from(text + endLine)])
}
