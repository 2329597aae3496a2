import type { Readable } from 'node:stream'
import type { Files } from '#platform/files/files.ts'
import { readIndexInPieces } from '#platform/video/asset/assetIndex.ts'
import { assetKey, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import { inPieces } from '#platform/video/asset/inPieces.ts'
import type { AssetInit } from '#platform/video/mediaTypes.ts'
import { type Playlist, PlaylistText } from './playlist.ts'
import { entriesOf, recordedText, longestSeconds } from './recordedText.ts'
import { bitRatesOf, multivariantText } from './playlistTags.ts'
import { SegmentTable } from './segmentTable.ts'

/** Segments that one request may join. */
const rangeCountMax = 64

/** Playlists of recordings expire soon: a recording may be deleted, and its address may become live again. */
const playlistAgeSeconds = 1

/** Estimated memory of a segment in a playlist, which is kept compressed as well, and of an empty recording. */
const playlistBytes = 12
const emptyBytes = 4_096

/** Consecutive segments of a recording as they lie in one reel. */
export type RecordedRange = {
  byteCount: number
  /** Start and length within the recording. */
  place: { fromSeconds: number; seconds: number }
  open(): Promise<Readable>
}

/** Playlists of a recording from a segment on. */
type Playlists = { media: Playlist; multivariant: Playlist }
type PlaylistsFrom = { fromSegment: number; made: Promise<Playlists | undefined> }

/** Recorded asset as players load it: a complete (VOD) playlist, and segments read from `Files`. */
export class Recorded {
  readonly files: Files
  /** Prefix of the asset in `files`, ending in `/`. */
  readonly prefix: string
  readonly #inits: readonly AssetInit[]
  readonly #segments: SegmentTable
  readonly #initData = new Map<number, Promise<Buffer>>()
  #playlists: PlaylistsFrom | undefined

  constructor(files: Files, prefix: string, { inits, segments }: RecordedIndex) {
    this.files = files
    this.prefix = prefix
    this.#inits = inits
    this.#segments = segments
  }

  /** Estimated bytes of memory. */
  get memoryBytes(): number {
    return emptyBytes + this.#segments.byteCount + playlistBytes * this.#segments.length
  }

  /** Media playlist from a segment on; of all segments by default. Undefined without a segment. */
  async mediaPlaylist(fromSegment = 0): Promise<Playlist | undefined> {
    return (await this.#playlistsFrom(fromSegment))?.media
  }

  /** Multivariant playlist. Undefined without a segment. */
  async multivariant(fromSegment = 0): Promise<Playlist | undefined> {
    return (await this.#playlistsFrom(fromSegment))?.multivariant
  }

  /** Bytes of an init section, read once. Undefined for an unknown id. Rejects with the errors of `Files`. */
  initData(id: number): Promise<Buffer> | undefined {
    const known = this.#initData.get(id)
    if (known !== undefined || !this.#inits.some((init) => init.id === id)) return known
    const read = this.files.read(assetKey(this.prefix, initName(id)))
    this.#initData.set(id, read)
    // A failed read rejects for its callers and is not cached: the next call reads again.
    read.catch(() => this.#initData.delete(id))
    return read
  }

  /** Bytes of consecutive segments. Undefined where one is missing, or where they are not adjacent in one reel. */
  range(from: number, to: number): RecordedRange | undefined {
    const at = this.#segments.indexFrom(from)
    const first = this.#segments.at(at)
    if (first?.number !== from || to < from || to - from >= rangeCountMax) return undefined
    let byteCount = 0
    let seconds = 0
    for (let number = from; number <= to; number++) {
      const segment = this.#segments.at(at + number - from)
      const isBeside = segment?.number === number && segment.reel === first.reel && segment.initId === first.initId
      if (!isBeside || segment.offset !== first.offset + byteCount) return undefined
      byteCount += segment.byteCount
      seconds += segment.durationSeconds
    }
    const place = { fromSeconds: first.mediaSeconds, seconds }
    const bytes = { from: first.offset, to: first.offset + byteCount }
    return {
      byteCount,
      place,
      open: () => this.files.open(assetKey(this.prefix, reelName(first.reel)), bytes),
    }
  }

  #playlistsFrom(fromSegment: number): Promise<Playlists | undefined> {
    if (this.#playlists?.fromSegment !== fromSegment) {
      this.#playlists = { fromSegment, made: this.#makePlaylists(fromSegment) }
    }
    return this.#playlists.made
  }

  async #makePlaylists(fromSegment: number): Promise<Playlists | undefined> {
    const entries = await inPieces(entriesOf(this.#segments, fromSegment))
    const init = this.#inits.find(({ id }) => id === entries[0]?.initId)
    if (init === undefined) return undefined
    // The asset's id is the last part of its prefix and the first part of every address in the playlist.
    const assetId = this.prefix.split('/').at(-2) ?? ''
    const rates = { ...bitRatesOf(entries, longestSeconds(entries)), frameRate: undefined }
    return {
      media: playlistOf(await inPieces(recordedText(assetId, entries))),
      multivariant: playlistOf(multivariantText([{ uri: 'video.m3u8', ...init, ...rates }])),
    }
  }
}

/** Index of a recording. */
export type RecordedIndex = { inits: readonly AssetInit[]; segments: SegmentTable }

function playlistOf(text: string | Buffer): Playlist {
  return { text: new PlaylistText(text), maxAgeSeconds: playlistAgeSeconds }
}

/** Reads the index of the asset under a prefix that ends in `/`. Rejects with FileMissing and IndexDamaged. */
export async function openRecorded(files: Files, prefix: string): Promise<Recorded> {
  const inits: AssetInit[] = []
  const segments = new SegmentTable()
  await readIndexInPieces(await files.read(assetKey(prefix, indexName)), {
    init: (init) => inits.push(init),
    segment: (segment) => segments.add(segment),
  })
  return new Recorded(files, prefix, { inits, segments })
}
