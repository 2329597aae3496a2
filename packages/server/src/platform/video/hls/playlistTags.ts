import type { AssetInit, Part, Segment } from '#platform/video/mediaTypes.ts'

// Lines of playlists, after RFC 8216bis (draft-pantos-hls-rfc8216bis), each with its line feed.

/** What playlists with delta updates need (section 8). */
const version = 9

/** What stands at the end of a playlist to which nothing comes any more. */
export const endLine = '#EXT-X-ENDLIST\n'

/** What stands before a segment that does not join the one before it. */
const discontinuityLine = '#EXT-X-DISCONTINUITY\n'

/** A player that knows the playlist may leave out what lies so many target durations before its end (4.4.3.8). */
export const skipTargets = 6

/** How far a player stays from the end: in parts where it loads parts, else in target durations (4.4.3.8). */
const holdBackParts = 3
const holdBackTargets = 3

export type LiveHead = {
  targetSeconds: number
  partSeconds: number | undefined
  mediaSequence: number
  discontinuitySequence: number
  skipped: number
}

/** The head of a live playlist. */
export function liveHeader(head: LiveHead): string {
  const { targetSeconds, partSeconds, mediaSequence, discontinuitySequence, skipped } = head
  const control = [
    'CAN-BLOCK-RELOAD=YES',
    `CAN-SKIP-UNTIL=${seconds(skipTargets * targetSeconds)}`,
    `HOLD-BACK=${seconds(holdBackTargets * targetSeconds)}`,
    ...(partSeconds === undefined ? [] : [`PART-HOLD-BACK=${seconds(holdBackParts * partSeconds)}`]),
  ]
  const lines = [
    `#EXTM3U\n#EXT-X-VERSION:${version}`,
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-SERVER-CONTROL:${control.join(',')}`,
    ...(partSeconds === undefined ? [] : [`#EXT-X-PART-INF:PART-TARGET=${seconds(partSeconds)}`]),
    `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    ...(skipped === 0 ? [] : [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** What stands before a segment, or before its parts while it is open. */
export function startLines(assetId: string, start: SegmentStart, { lastInitId, isTimed }: StartOptions): string {
  const { initId, startsAtMs, isDiscontinuous } = start
  const map = initId === lastInitId ? '' : `#EXT-X-MAP:URI="${assetId}/init-${initId}.mp4"\n`
  const time = isTimed ? `#EXT-X-PROGRAM-DATE-TIME:${new Date(startsAtMs).toISOString()}\n` : ''
  return `${isDiscontinuous ? discontinuityLine : ''}${map}${time}`
}

/** `lastInitId` is that of the segment before; undefined where there is none in the playlist. */
export type StartOptions = { lastInitId: number | undefined; isTimed: boolean }

export type SegmentStart = Pick<Segment, 'initId' | 'startsAtMs' | 'isDiscontinuous'>

/** Five decimals are finer than the media clocks in use. */
function seconds(value: number): string {
  return value.toFixed(5)
}

/** A part of a segment that may not be complete yet. */
export function partLine(assetId: string, part: Pick<Part, 'segment' | 'index' | 'durationSeconds' | 'isIndependent'>) {
  const independent = part.isIndependent ? ',INDEPENDENT=YES' : ''
  const uri = partName(assetId, part.segment, part.index)
  return `#EXT-X-PART:DURATION=${seconds(part.durationSeconds)},URI="${uri}"${independent}\n`
}

/** The part that a player may ask for before it is there. */
export function hintLine(assetId: string, segment: number, index: number): string {
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partName(assetId, segment, index)}"\n`
}

/** One segment, or several from one to another as one. */
export function segmentLines(assetId: string, { from, to, durationSeconds }: SegmentRun): string {
  const name = from === to ? `s${from}` : `s${from}-${to}`
  return `#EXTINF:${seconds(durationSeconds)},\n${assetId}/${name}.m4s\n`
}

export type SegmentRun = { from: number; to: number; durationSeconds: number }

function partName(assetId: string, segment: number, index: number): string {
  return `${assetId}/p${segment}.${index}.m4s`
}

/** How far another rendition has come, for players that change over to it (4.4.5.4). Without parts it has no index. */
export function reportLine(uri: string, { msn, part }: Position): string {
  const last = part === undefined ? '' : `,LAST-PART=${part}`
  return `#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${msn}${last}\n`
}

/** The last segment of a playlist and the last part in it. */
export type Position = { msn: number; part: number | undefined }

/** The rates of a stream in bits per second, and pictures per second where they are known. */
export type Rates = { peakBitRate: number; averageBitRate: number; frameRate: number | undefined }

/** One rendition: where its playlist is, and what it is made of; without pictures where it is sound alone. */
export type Variant = Rates & { uri: string; video: AssetInit['video'] | undefined; audio: AssetInit['audio'] }

/** The playlist that players open first: what there is to choose from, the one to begin with first (4.4.6.2). */
export function multivariantText(variants: readonly Variant[]): string {
  return `#EXTM3U\n#EXT-X-VERSION:${version}\n${variants.map(variantLines).join('')}`
}

function variantLines({ uri, video, audio, peakBitRate, averageBitRate, frameRate }: Variant): string {
  const codecs = [video, audio].flatMap((track) => track?.codec ?? [])
  const attributes = [
    `BANDWIDTH=${Math.ceil(peakBitRate)}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(averageBitRate)}`,
    `CODECS="${codecs.join(',')}"`,
    ...(video === undefined ? [] : [`RESOLUTION=${video.width}x${video.height}`]),
    ...(video === undefined || frameRate === undefined ? [] : [`FRAME-RATE=${frameRate.toFixed(3)}`]),
  ]
  return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${uri}\n`
}

/**
 * The highest rate of single segments and the rate of all, in bits per second. A segment shorter than half the target
 * says nothing about the peak (RFC 8216bis, 4.1), unless there are only such.
 */
export function bitRatesOf(
  segments: readonly Pick<Segment, 'byteCount' | 'durationSeconds'>[],
  targetSeconds: number,
): Omit<Rates, 'frameRate'> {
  const long = segments.filter(({ durationSeconds }) => durationSeconds >= targetSeconds / 2)
  const counted = long.length > 0 ? long : segments
  const bits = segments.reduce((sum, { byteCount }) => sum + 8 * byteCount, 0)
  const duration = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const peak = Math.max(0, ...counted.map(({ byteCount, durationSeconds }) => (8 * byteCount) / durationSeconds))
  return { peakBitRate: Math.max(peak, bits / duration), averageBitRate: bits / duration }
}
