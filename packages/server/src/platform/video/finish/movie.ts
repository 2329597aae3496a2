import { ascii, box, fullBox, u16, u32, zeros } from '#platform/video/fmp4/boxes.ts'
import type { MediaPlace, MovieTrack } from './movieTrack.ts'

/** A movie: its tracks, the bytes of their media, and its title. */
export type Movie = { tracks: readonly MovieTrack[]; mediaBytes: number; title: string | undefined }

const ticksPerSecond = 90_000
const version1 = 0x01000000
const unityMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** ISO 639-2 `und`, three letters of five bits. */
const undetermined = 0x55c4
const largeHeadBytes = 16
/** Largest media data with offsets of 32 bits, whatever precedes it. */
const shortMediaBytesMax = 2 ** 32 - 2 ** 28

/**
 * The bytes before the media data of an MP4 with its index in front: `ftyp`, `moov` and the header of `mdat`
 * (ISO/IEC 14496-12). The media data must follow directly.
 */
export function makeMovieHead(movie: Movie): Buffer {
  const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2avc1mp41'))
  // The size of `moov` does not depend on its offsets, so a first `moov` measures it.
  const moovBytes = makeMoov(movie, 0).length
  const moov = makeMoov(movie, ftyp.length + moovBytes + largeHeadBytes)
  return Buffer.concat([ftyp, moov, largeHead(movie.mediaBytes)])
}

/** The head of an `mdat` with a size of 64 bits. */
function largeHead(mediaBytes: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(mediaBytes + largeHeadBytes))
  return Buffer.concat([u32(1), ascii('mdat'), size])
}

function makeMoov(movie: Movie, base: number): Buffer {
  const begin = Math.min(...movie.tracks.map((track) => secondsAt(track, track.displayed.from)))
  const durations = movie.tracks.map((track) => movieTicks(secondsAt(track, track.displayed.to) - begin))
  const header = fullBox(
    'mvhd',
    version1,
    u64(0, 0),
    u32(ticksPerSecond),
    u64(Math.max(...durations)),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    unityMatrix,
    zeros(24),
    u32(Math.max(...movie.tracks.map(({ init }) => init.id)) + 1),
  )
  const media = { base, isLong: movie.mediaBytes > shortMediaBytesMax }
  const tracks = movie.tracks.map((track) => makeTrack(track, begin, media))
  return box('moov', header, ...tracks, ...(movie.title === undefined ? [] : [makeTitle(movie.title)]))
}

function secondsAt({ init }: MovieTrack, ticks: number): number {
  return ticks / init.ticksPerSecond
}

function movieTicks(seconds: number): number {
  return Math.round(seconds * ticksPerSecond)
}

function makeTrack(track: MovieTrack, begin: number, media: MediaPlace): Buffer {
  const { init, displayed } = track
  const lateTicks = movieTicks(secondsAt(track, displayed.from) - begin)
  const displayedTicks = movieTicks(secondsAt(track, displayed.to - displayed.from))
  const isVideo = init.kind === 'video'
  const enabledInMovie = 3
  const header = fullBox(
    'tkhd',
    version1 | enabledInMovie,
    u64(0, 0),
    u32(init.id, 0),
    u64(lateTicks + displayedTicks),
    zeros(8),
    u16(0, 0, isVideo ? 0 : 0x100, 0),
    init.matrix,
    u32(track.size.width, track.size.height),
  )
  const clock = fullBox(
    'mdhd',
    version1,
    u64(0, 0),
    u32(init.ticksPerSecond),
    u64(track.durationTicks),
    u16(undetermined, 0),
  )
  const handler = fullBox('hdlr', 0, u32(0), ascii(isVideo ? 'vide' : 'soun'), zeros(12), ascii('Fairground\0'))
  const mediaHeader = isVideo ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4))
  const dataIsHere = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)))
  const tables = track.sampleTable(media)
  const edits = makeEdits(lateTicks, displayedTicks, track.skippedTicks)
  return box('trak', header, edits, box('mdia', clock, handler, box('minf', mediaHeader, dataIsHere, tables)))
}

/** An empty edit until the track begins, then all of it from its first displayed sample on (8.6.6). */
function makeEdits(lateTicks: number, displayedTicks: number, skippedTicks: number): Buffer {
  const rate = u16(1, 0)
  const nothing = Buffer.alloc(8, 0xff)
  const late = lateTicks > 0 ? [u64(lateTicks), nothing, rate] : []
  const count = lateTicks > 0 ? 2 : 1
  return box('edts', fullBox('elst', version1, u32(count), ...late, u64(displayedTicks, skippedTicks), rate))
}

/** The title as the tag `©nam` of an iTunes metadata list, which players show. */
function makeTitle(title: string): Buffer {
  const utf8Text = 1
  const tag = box('\u00a9nam', box('data', u32(utf8Text, 0), Buffer.from(title)))
  const handler = fullBox('hdlr', 0, u32(0), ascii('mdirappl'), zeros(9))
  return box('udta', fullBox('meta', 0, handler, box('ilst', tag)))
}

function u64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), 8 * index)
  return bytes
}
