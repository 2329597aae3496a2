import { firstSegmentNumber, type AssetSegment } from '#platform/video/mediaTypes.ts'
import { endLine, segmentLines, startLines } from './playlistTags.ts'

/** About how long an entry of a recorded playlist is: fewer requests, and a playlist that is soon read. Seconds. */
const entrySeconds = 6
/** An entry goes on for this long where no key frame comes, so that a player can begin with every entry. */
const entrySecondsMax = 12

/** Neighbouring segments of one reel that are loaded as one. */
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

/** Joins segments to entries. */
export function entriesOf(segments: readonly AssetSegment[]): Entry[] {
  const entries: Entry[] = []
  let last: AssetSegment | undefined
  for (const segment of segments) {
    const entry = entries.at(-1)
    if (last !== undefined && entry !== undefined && isJoined(segment, last, entry)) {
      entry.to = segment.number
      entry.durationSeconds += segment.durationSeconds
      entry.byteCount += segment.byteCount
    } else entries.push(entryOf(segment))
    last = segment
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

/** The longest of some entries in whole seconds, which is the target duration of their playlist. */
export function longestSeconds(entries: readonly Entry[]): number {
  return entries.reduce((most, { durationSeconds }) => Math.max(most, Math.round(durationSeconds)), 1)
}

/** Programme time that departs from the media by more than this is told anew. */
const driftMsMax = 500

/** The playlist of a recording (RFC 8216bis, section 4). */
export function recordedText(assetId: string, entries: readonly Entry[]): string {
  const isIndependent = entries.every((entry) => entry.isIndependent)
  let text = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${longestSeconds(entries)}\n#EXT-X-PLAYLIST-TYPE:VOD\n`
  text += `#EXT-X-MEDIA-SEQUENCE:${firstSegmentNumber}\n${isIndependent ? '#EXT-X-INDEPENDENT-SEGMENTS\n' : ''}`
  let last: Entry | undefined
  for (const entry of entries) {
    const expectedMs = last === undefined ? Infinity : last.startsAtMs + last.durationSeconds * 1000
    const isDiscontinuous = entry.isDiscontinuous && last !== undefined
    const isTimed = isDiscontinuous || Math.abs(entry.startsAtMs - expectedMs) > driftMsMax
    text += startLines(assetId, { ...entry, isDiscontinuous }, { lastInitId: last?.initId, isTimed })
    text += segmentLines(assetId, entry)
    last = entry
  }
  return text + endLine
}
