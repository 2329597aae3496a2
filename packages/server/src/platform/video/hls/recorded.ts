import type { Readable } from 'node:stream'
import type { Files } from '#platform/files/files.ts'
import { readIndex } from '#platform/video/asset/assetIndex.ts'
import { assetKey, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import type { AssetIndex } from '#platform/video/mediaTypes.ts'
import { type Playlist, PlaylistText } from './playlist.ts'
import { entriesOf, recordedText, longestSeconds } from './recordedText.ts'
import { bitRatesOf, multivariantText } from './playlistTags.ts'

/** Segments that one request may join. */
const rangeCountMax = 64

/** Playlists of recordings expire soon: a recording may be deleted, and its address may become live again. */
const playlistAgeSeconds = 1

/** Estimated memory of a segment in the index and in a playlist. */
const segmentBytes = 300

/** Consecutive segments of a recording as they lie in one reel. */
export type RecordedRange = { byteCount: number; open(): Promise<Readable> }

/** Recorded asset as players load it: a complete (VOD) playlist, and segments read from `Files`. */
export class Recorded {
  readonly files: Files
  /** Prefix of the asset in `files`, ending in `/`. */
  readonly prefix: string
  readonly #index: AssetIndex
  readonly #initData = new Map<number, Promise<Buffer>>()
  #playlists: { fromSegment: number; media: Playlist; multivariant: Playlist } | undefined

  constructor(files: Files, prefix: string, index: AssetIndex) {
    this.files = files
    this.prefix = prefix
    this.#index = index
  }

  /** Estimated bytes of memory. */
  get memoryBytes(): number {
    return segmentBytes * (1 + this.#index.segments.length)
  }

  /** Media playlist from a segment on; of all segments by default. Undefined without a segment. */
  mediaPlaylist(fromSegment = 0): Playlist | undefined {
    return this.#playlistsFrom(fromSegment)?.media
  }

  /** Multivariant playlist. Undefined without a segment. */
  multivariant(fromSegment = 0): Playlist | undefined {
    return this.#playlistsFrom(fromSegment)?.multivariant
  }

  /** Bytes of an init section, read once. Undefined for an unknown id. Rejects with the errors of `Files`. */
  initData(id: number): Promise<Buffer> | undefined {
    const known = this.#initData.get(id)
    if (known !== undefined || !this.#index.inits.some((init) => init.id === id)) return known
    const read = this.files.read(assetKey(this.prefix, initName(id)))
    this.#initData.set(id, read)
    // A failed read rejects for its callers and is not cached: the next call reads again.
    read.catch(() => this.#initData.delete(id))
    return read
  }

  /** Bytes of consecutive segments. Undefined where one is missing, or where they are not adjacent in one reel. */
  range(from: number, to: number): RecordedRange | undefined {
    const at = this.#indexOf(from)
    const first = this.#index.segments[at]
    if (first === undefined || to < from || to - from >= rangeCountMax) return undefined
    let byteCount = 0
    for (let number = from; number <= to; number++) {
      const segment = this.#index.segments[at + number - from]
      const isBeside = segment?.number === number && segment.reel === first.reel && segment.initId === first.initId
      if (!isBeside || segment.offset !== first.offset + byteCount) return undefined
      byteCount += segment.byteCount
    }
    const bytes = { from: first.offset, to: first.offset + byteCount }
    return { byteCount, open: () => this.files.open(assetKey(this.prefix, reelName(first.reel)), bytes) }
  }

  #playlistsFrom(fromSegment: number) {
    if (this.#playlists?.fromSegment === fromSegment) return this.#playlists
    const entries = entriesOf(this.#index.segments.filter(({ number }) => number >= fromSegment))
    const init = this.#index.inits.find(({ id }) => id === entries[0]?.initId)
    if (init === undefined) return undefined
    // The asset's id is the last part of its prefix and the first part of every address in the playlist.
    const assetId = this.prefix.split('/').at(-2) ?? ''
    const rates = { ...bitRatesOf(entries, longestSeconds(entries)), frameRate: undefined }
    this.#playlists = {
      fromSegment,
      media: playlistOf(recordedText(assetId, entries)),
      multivariant: playlistOf(multivariantText([{ uri: 'video.m3u8', ...init, ...rates }])),
    }
    return this.#playlists
  }

  #indexOf(number: number): number {
    const { segments } = this.#index
    const guess = number - (segments[0]?.number ?? 0)
    return segments[guess]?.number === number ? guess : segments.findIndex((segment) => segment.number === number)
  }
}

function playlistOf(text: string): Playlist {
  return { text: new PlaylistText(text), maxAgeSeconds: playlistAgeSeconds }
}

/** Reads the index of the asset under a prefix that ends in `/`. Rejects with FileMissing and IndexDamaged. */
export async function openRecorded(files: Files, prefix: string): Promise<Recorded> {
  return new Recorded(files, prefix, readIndex(await files.read(assetKey(prefix, indexName))))
}
