import type { AssetInit, Part, Segment } from '#platform/video/mediaTypes.ts'

// Writers of all playlist tags (draft-pantos-hls-rfc8216bis), as lines that end with a line feed. Numbers are those of
// its sections. Lines are text from the start, because a live window keeps them per segment between updates.

/** EXT-X-VERSION of playlists with delta updates (8). */
const version = 9

/** EXT-X-VERSION of playlists of recordings: EXT-X-MAP of segments with samples needs 6 at least (8). */
const recordedVersion = 7

/** Ends a playlist: no segment will be added (4.4.3.4). */
export const endLine = '#EXT-X-ENDLIST\n'

/** Every segment can be decoded without the others (4.4.2.1). */
const independentLine = '#EXT-X-INDEPENDENT-SEGMENTS'

/**
 * Precedes a segment that does not continue the one before it (4.4.4.3). It stands before that segment exists, too:
 * hls.js 1.7 otherwise appends the segment to the media of the former connection.
 */
export const discontinuityLine = '#EXT-X-DISCONTINUITY\n'

/** CAN-SKIP-UNTIL in target durations: delta updates leave out older segments (4.4.3.8). */
export const skipTargets = 6

/** Distance that a player keeps from the live edge, in part targets and in target durations (4.4.3.8). */
const holdBackParts = 3
const holdBackTargets = 3

export type LiveHead = {
  /** No segment is longer, when rounded to whole seconds (4.4.3.1). */
  targetSeconds: number
  /** No part is longer (4.4.3.7); undefined for a playlist without parts. */
  partSeconds: number | undefined
  /** Number of the first segment, skipped ones included (4.4.3.2). */
  mediaSequence: number
  /** Count of the discontinuities that left the playlist (4.4.3.3). */
  discontinuitySequence: number
  /** Count of the oldest segments that a delta update leaves out (4.4.5.2). */
  skipped: number
  /** Every segment so far begins with a key frame (4.4.2.1). */
  isIndependent: boolean
}

/** Header of a live playlist, up to its first segment. */
export function liveHeader(head: LiveHead): string {
  const { targetSeconds, partSeconds, mediaSequence, discontinuitySequence, skipped, isIndependent } = head
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
    ...(isIndependent ? [independentLine] : []),
    ...(skipped === 0 ? [] : [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** `isIndependent`: every segment begins with a key frame (4.4.2.1). */
export type RecordedHead = { targetSeconds: number; mediaSequence: number; isIndependent: boolean }

/** Header of the complete playlist of a recording (VOD, 4.4.3.5). */
export function recordedHeader({ targetSeconds, mediaSequence, isIndependent }: RecordedHead): string {
  const lines = [
    `#EXTM3U\n#EXT-X-VERSION:${recordedVersion}`,
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
    ...(isIndependent ? [independentLine] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** Tags before a segment, or before the parts of the open segment (4.4.4.3, 4.4.4.5, 4.4.4.6). */
export function startLines(assetId: string, start: SegmentStart, { lastInitId, isTimed }: StartOptions): string {
  const { initId, startsAtMs, isDiscontinuous } = start
  const map = initId === lastInitId ? '' : `#EXT-X-MAP:URI="${assetId}/init-${initId}.mp4"\n`
  const time = isTimed ? `#EXT-X-PROGRAM-DATE-TIME:${new Date(startsAtMs).toISOString()}\n` : ''
  return `${isDiscontinuous ? discontinuityLine : ''}${map}${time}`
}

/** `lastInitId`: init section of the segment before; undefined for the first segment of the playlist. */
export type StartOptions = { lastInitId: number | undefined; isTimed: boolean }

export type SegmentStart = Pick<Segment, 'initId' | 'startsAtMs' | 'isDiscontinuous'>

/** Five decimals are finer than the media clocks in use. */
function seconds(value: number): string {
  return value.toFixed(5)
}

/** EXT-X-PART of a segment that may still be open (4.4.4.9). */
export function partLine(assetId: string, part: Pick<Part, 'segment' | 'index' | 'durationSeconds' | 'isIndependent'>) {
  const independent = part.isIndependent ? ',INDEPENDENT=YES' : ''
  const uri = partName(assetId, part.segment, part.index)
  return `#EXT-X-PART:DURATION=${seconds(part.durationSeconds)},URI="${uri}"${independent}\n`
}

/** EXT-X-PRELOAD-HINT: the next part, which a player may request before it exists (4.4.5.3). */
export function hintLine(assetId: string, segment: number, index: number): string {
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partName(assetId, segment, index)}"\n`
}

/** EXTINF (4.4.4.1) and address of one segment, or of several joined ones. */
export function segmentLines(assetId: string, { from, to, durationSeconds }: SegmentRun): string {
  const name = from === to ? `s${from}` : `s${from}-${to}`
  return `#EXTINF:${seconds(durationSeconds)},\n${assetId}/${name}.m4s\n`
}

export type SegmentRun = { from: number; to: number; durationSeconds: number }

function partName(assetId: string, segment: number, index: number): string {
  return `${assetId}/p${segment}.${index}.m4s`
}

/**
 * Name of the media playlist of a live rendition, `<session>` or `<session>/<rendition>`. It names the session, so a
 * player that reloads it sees the end of that session, and never another session or the replay.
 */
export function livePlaylistName(assetId: string): string {
  const [session, rendition = 'video'] = assetId.split('/')
  return `${rendition}-${session}.m3u8`
}

/** EXT-X-RENDITION-REPORT: newest segment and part of another rendition, for players that switch to it (4.4.5.4). */
export function reportLine(uri: string, { msn, part }: Position): string {
  const last = part === undefined ? '' : `,LAST-PART=${part}`
  return `#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${msn}${last}\n`
}

/** Newest segment (media sequence number) and part of a playlist; `part` is undefined without parts. */
export type Position = { msn: number; part: number | undefined }

/** Bitrates in bits per second, and frames per second where they are known. */
export type Rates = { peakBitRate: number; averageBitRate: number; frameRate: number | undefined }

/** Rendition in a multivariant playlist. `video` is undefined where it holds audio only. */
export type Variant = Rates & { uri: string; video: AssetInit['video'] | undefined; audio: AssetInit['audio'] }

/** Text of the multivariant playlist. Players begin with the first rendition (4.4.6.2). */
export function multivariantText(variants: readonly Variant[]): string {
  return `#EXTM3U\n#EXT-X-VERSION:${version}\n${variants.map(variantLines).join('')}`
}

/**
 * Multivariant playlist whose addresses name a viewer. In the query, requests for media playlists name the viewer and
 * segments keep addresses that caches share; in the path, requests for segments name the viewer as well.
 */
export function withViewToken(text: string, { token, isInPath }: { token: string; isInPath: boolean }): string {
  const named = (uri: string) => {
    if (isInPath) return `v/${token}/${uri}`
    return `${uri}${uri.includes('?') ? '&' : '?'}v=${token}`
  }
  return text
    .replace(/^[^#\r\n][^\r\n]*/gm, named)
    .replace(/^(#EXT-X-MEDIA:.*?URI=")([^"]+)"/gm, (_line, before: string, uri: string) => `${before}${named(uri)}"`)
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
 * Peak bitrate (the highest of any segment) and average bitrate, in bits per second. Segments shorter than half the
 * target duration do not count for the peak (RFC 8216bis, 4.1), unless all segments are that short.
 */
export function bitRatesOf(
  segments: readonly Pick<Segment, 'byteCount' | 'durationSeconds'>[],
  targetSeconds: number,
): Omit<Rates, 'frameRate'> {
  const long = segments.filter(({ durationSeconds }) => durationSeconds >= targetSeconds / 2)
  const counted = long.length > 0 ? long : segments
  const bits = segments.reduce((sum, { byteCount }) => sum + 8 * byteCount, 0)
  const duration = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const rateOf = ({ byteCount, durationSeconds }: (typeof counted)[number]) => (8 * byteCount) / durationSeconds
  const peak = counted.reduce((most, each) => Math.max(most, rateOf(each)), 0)
  return { peakBitRate: Math.max(peak, bits / duration), averageBitRate: bits / duration }
}
