import type { Readable } from 'node:stream'
import type { Files } from '#platform/files/files.ts'
import { readIndex } from '#platform/video/asset/assetIndex.ts'
import { assetKey, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import type { AssetIndex } from '#platform/video/mediaTypes.ts'
import { KeptText } from './keptText.ts'
import type { Playlist } from './playlist.ts'
import { entriesOf, recordedText, longestSeconds } from './recordedText.ts'
import { bitRatesOf, multivariantText } from './playlistTags.ts'

/** Segments that can be had as one. */
const rangeCountMax = 64

/** A recording may be deleted, and its address may be live again. */
const playlistAgeSeconds = 1

/** Memory that a segment takes in an index and in a playlist, about. */
const segmentBytes = 300

/** Consecutive segments of a recording as they lie in one reel. */
export type RecordedRange = { byteCount: number; open(): Promise<Readable> }

/** An asset as an audience loads it: a playlist to which nothing comes any more, and segments out of `Files`. */
export class Recorded {
  readonly files: Files
  /** Of the asset in `files`, ending in `/`. */
  readonly prefix: string
  readonly #index: AssetIndex
  readonly #initData = new Map<number, Promise<Buffer>>()
  #playlists: { fromSegment: number; media: Playlist; multivariant: Playlist } | undefined

  constructor(files: Files, prefix: string, index: AssetIndex) {
    this.files = files
    this.prefix = prefix
    this.#index = index
  }

  /** Bytes of memory that it takes, about. */
  get memoryBytes(): number {
    return segmentBytes * (1 + this.#index.segments.length)
  }

  /** The media playlist, of all or from one segment on. Undefined when there is no segment. */
  mediaPlaylist(fromSegment = 0): Playlist | undefined {
    return this.#made(fromSegment)?.media
  }

  /** The multivariant playlist. Undefined when there is no segment. */
  multivariant(fromSegment = 0): Playlist | undefined {
    return this.#made(fromSegment)?.multivariant
  }

  /** The bytes of an init section. Undefined for one that it has not. Throws what `Files` throws. */
  initData(id: number): Promise<Buffer> | undefined {
    const known = this.#initData.get(id)
    if (known !== undefined || !this.#index.inits.some((init) => init.id === id)) return known
    const read = this.files.read(assetKey(this.prefix, initName(id)))
    this.#initData.set(id, read)
    // Whoever asked is told of a failure; the next one tries again.
    read.catch(() => this.#initData.delete(id))
    return read
  }

  /** The segments from one to another. Undefined when there are none such, or when they do not lie side by side. */
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

  #made(fromSegment: number) {
    if (this.#playlists?.fromSegment === fromSegment) return this.#playlists
    const entries = entriesOf(this.#index.segments.filter(({ number }) => number >= fromSegment))
    const init = this.#index.inits.find(({ id }) => id === entries[0]?.initId)
    if (init === undefined) return undefined
    // The asset's id is the last part of its prefix, and the first of every address in the playlist.
    const assetId = this.prefix.split('/').at(-2) ?? ''
    const rates = { ...bitRatesOf(entries, longestSeconds(entries)), frameRate: undefined }
    this.#playlists = {
      fromSegment,
      media: kept(recordedText(assetId, entries)),
      multivariant: kept(multivariantText([{ uri: 'video.m3u8', ...init, ...rates }])),
    }
    return this.#playlists
  }

  #indexOf(number: number): number {
    const { segments } = this.#index
    const guess = number - (segments[0]?.number ?? 0)
    return segments[guess]?.number === number ? guess : segments.findIndex((segment) => segment.number === number)
  }
}

function kept(text: string): Playlist {
  return { text: new KeptText(text), maxAgeSeconds: playlistAgeSeconds }
}

/** Opens the asset under a prefix that ends in `/`. Rejects with FileMissing and IndexDamaged. */
export async function openRecorded(files: Files, prefix: string): Promise<Recorded> {
  return new Recorded(files, prefix, readIndex(await files.read(assetKey(prefix, indexName))))
}
