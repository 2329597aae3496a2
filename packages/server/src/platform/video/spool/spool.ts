import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Log } from '#kit/call/context.ts'
import { openDiskFiles } from '#platform/files/disk.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { assetKey, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import { emptySummary } from '#platform/video/asset/summary.ts'
import type { AssetIndex, AssetInit, AssetSummary, InitSection, Part, Segment } from '#platform/video/mediaTypes.ts'
import { openHandOver, type HandOver } from './handOver.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { ReelWriter, type SpoolTrouble } from './reelWriter.ts'
import { keepStoredRest } from './storedRest.ts'

export type SpoolOptions = {
  /** Folder on the local disk, of this session alone. Created when needed. */
  folder: string
  files: Files
  /** Key prefix of the asset in `files`, ending in `/`. */
  prefix: string
  /** Whether the recording is kept in `files`; else the spool serves the window only. */
  isKept: boolean
  windowSeconds: number
  log: Log
  /** Called once when recording stops. Earlier segments stay. */
  onTrouble(trouble: SpoolTrouble): void
}

/** State of a recovered spool. */
export type SpoolPast = { index: AssetIndex; indexBytes: number; waitingReels: readonly number[] }

/** A segment on the local disk or in the store. */
export type StoredSegment = { byteCount: number; read(): Promise<Buffer>; open(): Promise<Readable> }

const nothing: SpoolPast = { index: { inits: [], segments: [] }, indexBytes: 0, waitingReels: [] }
/** A larger index is stored only after it grew by a share: else the index of a week would cost more than its reels. */
const smallIndexBytes = 1024 * 1024
const indexGrowth = 1 / 64

/**
 * The growing asset of one session. Segments go to the local disk as they arrive, in reels of about a minute. A kept
 * recording also delivers each finished reel to `Files`, then the index up to it. Live never waits for disk or store.
 *
 * Every write is repeatable: a reel has one name and one content, so a retry after a crash or time-out overwrites it
 * with the same bytes. The index names a reel only after the reel is stored. A crash leaves whole reels and an index,
 * from which `recoverSpool` continues.
 */
export class Spool {
  readonly #options: SpoolOptions
  readonly #here: Files
  readonly #ledger: Ledger
  readonly #handOver: HandOver
  readonly #writer: ReelWriter
  #writtenThrough: number
  #firstNumber = 0
  #isTroubled = false
  /** Bytes of the index that are due in the store, and that are stored; a new object after a rewrite. */
  #index = { bytesDue: 0, bytesPut: 0 }
  /** Files that are on neither side; `names` has all of them. */
  readonly #lost = { names: new Set<string>(), reels: new Set<number>(), inits: new Set<number>() }

  constructor(options: SpoolOptions, past: SpoolPast = nothing) {
    this.#options = options
    this.#here = openDiskFiles(options.folder)
    this.#ledger = openLedger(options.windowSeconds, past.index)
    this.#handOver = openHandOver(options.log)
    this.#writtenThrough = past.index.segments.at(-1)?.number ?? -1
    this.#writer = new ReelWriter({
      folder: options.folder,
      indexBytes: past.indexBytes,
      onInit: (id) => this.#deliver(initName(id), () => this.#putInit(id)),
      onSegment: (placed) => {
        this.#writtenThrough = placed.number
        this.#ledger.written(placed)
      },
      onShortened: (indexBytes) => {
        this.#index = { bytesDue: 0, bytesPut: 0 }
        this.#deliverIndex(indexBytes)
      },
      onEmptied: () => {
        this.#index = { bytesDue: 0, bytesPut: 0 }
        this.#ledger.dropBefore(Infinity)
      },
      onReel: (reel, indexBytes) => {
        this.#deliver(reelName(reel), () => this.#adoptReel(reel))
        this.#deliverIndex(indexBytes)
      },
      onTrouble: (trouble, error) => this.#troubled(trouble, error),
    })
    this.#ledger.dropBehind()
    for (const { id } of past.index.inits) this.#deliver(initName(id), () => this.#putInit(id))
    for (const reel of past.waitingReels) this.#deliver(reelName(reel), () => this.#adoptReel(reel))
    if (past.indexBytes > 0) this.#deliverIndex(past.indexBytes)
  }

  /** Adds an init section, before the segments that need it. A known one is ignored. */
  init(init: InitSection): void {
    if (this.#ledger.hasInit(init.id)) return
    this.#ledger.init(described(init))
    this.#writer.init(init)
  }

  /** Adds the next segment, with its parts. Does nothing once recording has stopped. */
  segment(segment: Segment, parts: readonly Part[]): void {
    if (this.#isTroubled || segment.number < this.#firstNumber) return
    const byteCount = parts.reduce((sum, { data }) => sum + data.length, 0)
    this.#writer.segment(this.#ledger.place(segment, byteCount), parts)
    const behind = this.#ledger.dropBehind()
    if (this.#options.isKept) return
    for (const reel of behind) void this.#here.remove(reelName(reel)).catch(() => undefined)
  }

  /** Drops the segments before this one from the window and from the recording. */
  dropBefore(number: number): void {
    this.#firstNumber = number
    const firstReel = this.#ledger.dropBefore(number)
    this.#writer.dropBefore(number)
    this.#deliver('what is forgotten', async () => {
      const { files, prefix } = this.#options
      for (let reel = 0; reel < firstReel; reel++) await files.remove(assetKey(prefix, reelName(reel)))
    })
    if (this.#options.isKept) return
    for (let reel = 0; reel < firstReel; reel++) void this.#here.remove(reelName(reel)).catch(() => undefined)
  }

  /** A segment of the window; undefined when it is too old or was not recorded. */
  find(number: number): StoredSegment | undefined {
    const placed = this.#ledger.find(number)
    if (placed === undefined) return undefined
    const { reel, offset, byteCount } = placed
    const range = { from: offset, to: offset + byteCount }
    const waiting = () => this.#writer.waiting(number)
    return {
      byteCount,
      read: async () => waiting() ?? this.#fetch(reel, (files, key) => files.read(key, range)),
      open: async () => {
        const bytes = waiting()
        return bytes === undefined ? this.#fetch(reel, (files, key) => files.open(key, range)) : Readable.from([bytes])
      },
    }
  }

  /** The segments of the window, and the inits that they need. */
  index(): AssetIndex {
    return this.#ledger.index()
  }

  /** The window as a source of clips; a later call includes later segments. */
  source(): AssetSource {
    return {
      index: this.index(),
      init: (id) => this.#fetchInit(id),
      segment: async ({ number }) => {
        const found = this.find(number)
        if (found === undefined) throw new FileMissing(`segment ${number}`)
        return found.read()
      },
    }
  }

  /** Whether no segment was added, or none is left. */
  isEmpty(): boolean {
    return this.#ledger.isEmpty()
  }

  /** Summary of all recorded segments. */
  summary(): AssetSummary {
    return this.#ledger.summary()
  }

  /**
   * Ends the spool and hands a kept recording over to `Files`, however long the store is away. Files that were removed
   * from the local disk before are lost; the rest is the recording. The files stay on the local disk until `remove()`.
   * Rejects where `park()` stops it, and where the disk hangs: `recoverSpool` continues.
   */
  async close(): Promise<AssetSummary> {
    await this.#writer.finish()
    const summary = this.#ledger.summary()
    this.#deliver(indexName, () => this.#putIndex(this.#index.bytesDue))
    // Inits alone are no video.
    if (summary.segmentCount === 0) this.#deliver('an empty recording', () => this.#removeStored())
    await this.#handOver.finish()
    return this.#lost.names.size === 0 ? summary : this.#keepRest()
  }

  /** Removes its folder from the local disk. Call it after `close()`. */
  async remove(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true })
  }

  /** Closes all files and leaves them on the local disk, for `recoverSpool`. */
  async park(): Promise<void> {
    await this.#writer.finish()
    await this.#handOver.stop()
  }

  #troubled(trouble: SpoolTrouble, error: unknown): void {
    if (this.#isTroubled) return
    this.#isTroubled = true
    this.#ledger.cutAfter(this.#writtenThrough)
    const { log, prefix, onTrouble } = this.#options
    log.error('recording has stopped, live continues', { prefix, trouble, error: messageOf(error) })
    onTrouble(trouble)
  }

  #deliver(what: string, run: () => Promise<void>): void {
    const { isKept, prefix } = this.#options
    if (!isKept || this.#handOver.add({ what: assetKey(prefix, what), run })) return
    this.#writer.stop()
    this.#troubled('store_away', new Error('too much waits for the store'))
  }

  async #putInit(id: number): Promise<void> {
    const bytes = await this.#readLocal(initName(id))
    if (bytes !== undefined) await this.#put(initName(id), bytes, 'video/mp4')
    else if (await this.#isLost(initName(id))) this.#lost.inits.add(id)
  }

  async #adoptReel(reel: number): Promise<void> {
    const { files, prefix, folder } = this.#options
    if ((await this.#here.size(reelName(reel))) !== undefined) {
      await files.adopt(assetKey(prefix, reelName(reel)), join(folder, reelName(reel)), 'video/mp4')
    } else if (await this.#isLost(reelName(reel))) this.#lost.reels.add(reel)
  }

  /** Whether a file that is not on the local disk is lost: an earlier attempt may have stored it. */
  async #isLost(name: string): Promise<boolean> {
    const { files, prefix } = this.#options
    const key = assetKey(prefix, name)
    if ((await files.size(key)) !== undefined) return false
    this.#lose(name)
    return true
  }

  #lose(name: string): void {
    if (this.#lost.names.has(name)) return
    this.#lost.names.add(name)
    this.#options.log.error('a part of a recording is lost', { key: assetKey(this.#options.prefix, name) })
  }

  /** Leaves a recording of what the store has. */
  async #keepRest(): Promise<AssetSummary> {
    const { files, prefix } = this.#options
    let rest = emptySummary()
    this.#deliver(indexName, async () => {
      rest = await keepStoredRest(files, prefix, this.#lost)
    })
    await this.#handOver.finish()
    return rest
  }

  #deliverIndex(byteCount: number): void {
    const index = this.#index
    index.bytesDue = byteCount
    this.#deliver(indexName, async () => {
      const isDue = byteCount <= smallIndexBytes || byteCount >= index.bytesPut * (1 + indexGrowth)
      // A later delivery of the index holds more.
      if (isDue && index === this.#index && byteCount === index.bytesDue) await this.#putIndex(byteCount)
    })
  }

  async #putIndex(byteCount: number): Promise<void> {
    const index = this.#index
    if (byteCount <= index.bytesPut) return
    const bytes = await this.#readLocal(indexName)
    if (bytes === undefined) return this.#lose(indexName)
    await this.#put(indexName, bytes.subarray(0, byteCount), 'application/jsonl')
    index.bytesPut = byteCount
  }

  async #put(name: string, bytes: Buffer, type: string): Promise<void> {
    const { files, prefix } = this.#options
    await files.put(assetKey(prefix, name), bytes, type)
  }

  /** A file on the local disk; undefined for a missing one. */
  async #readLocal(name: string): Promise<Buffer | undefined> {
    try {
      return await this.#here.read(name)
    } catch (error) {
      if (error instanceof FileMissing) return undefined
      throw error
    }
  }

  async #fetchInit(id: number): Promise<Buffer> {
    return this.#fetchFile(initName(id), (files, key) => files.read(key))
  }

  #fetch<T>(reel: number, take: (files: Files, key: string) => Promise<T>): Promise<T> {
    return this.#fetchFile(reelName(reel), take)
  }

  async #removeStored(): Promise<void> {
    await this.#options.files.removeAll(this.#options.prefix)
  }

  /** Reads a file on the local disk, or in the store once it was delivered. */
  async #fetchFile<T>(name: string, take: (files: Files, key: string) => Promise<T>): Promise<T> {
    const { isKept, files, prefix } = this.#options
    try {
      return await take(this.#here, name)
    } catch (error) {
      if (!isKept || !(error instanceof FileMissing)) throw error
      return take(files, assetKey(prefix, name))
    }
  }
}

/** Opens the spool of a new session. */
export function openSpool(options: SpoolOptions): Spool {
  return new Spool(options)
}

function described({ id, data, video: { codec, width, height }, audio }: InitSection): AssetInit {
  const video = { codec, width, height }
  if (audio === undefined) return { id, byteCount: data.length, video, audio }
  const { sampleRate, channelCount } = audio
  return { id, byteCount: data.length, video, audio: { codec: audio.codec, sampleRate, channelCount } }
}
