import { mkdir, open, truncate, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeInitLine, encodeSegmentLine, salvageIndex } from '#platform/video/asset/assetIndex.ts'
import { indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import type { AssetSegment, InitSection, Part } from '#platform/video/mediaTypes.ts'
import { errnoOf } from '#platform/startProblem.ts'
import { readLocalIndex, writeLocalIndex } from './localIndex.ts'

/** Reason why a spool stopped recording. */
export type SpoolTrouble = 'disk_full' | 'disk_failed' | 'disk_slow' | 'store_away'

/** Bytes queued for the disk; beyond, the disk is too slow. Two segments may always wait, whatever their size. */
export const waitingBytesMax = 32 * 1024 * 1024

/** Segments and inits queued for the disk. */
export const waitingCountMax = 64

/** Time-out of the end while the disk does not respond. */
const finishTimeoutMs = 20_000

export type ReelWriterOptions = {
  folder: string
  /** Bytes of the local index that exist already. */
  indexBytes: number
  onInit(id: number): void
  onSegment(placed: AssetSegment): void
  /** The index was rewritten. `indexBytes`: its length up to the last closed reel; 0 while a reel is open. */
  onShortened(indexBytes: number): void
  /** The index could not be rewritten, and is empty. */
  onEmptied(): void
  /** A reel is closed. `indexBytes` is the length of the index up to its last segment. */
  onReel(reel: number, indexBytes: number): void
  /** The disk failed or is too slow; the writer takes no more segments. */
  onTrouble(trouble: SpoolTrouble, error: unknown): void
}

type Task = { byteCount: number; number: number | undefined; parts: readonly Part[]; run(): Promise<void> }
type OpenReel = { reel: number; file: FileHandle; byteCount: number }

/**
 * Appends segments to reels on the local disk. The index gets the line of a segment after its bytes, so that a crash
 * leaves no line without bytes. Callers never wait: writes are queued. The disk is untouched before the first init.
 */
export class ReelWriter {
  readonly #options: ReelWriterOptions
  readonly #queue: Task[] = []
  #waitingBytes = 0
  #indexBytes: number
  #index: FileHandle | undefined
  #reel: OpenReel | undefined
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  #isEnding = false

  constructor(options: ReelWriterOptions) {
    this.#options = options
    this.#indexBytes = options.indexBytes
  }

  /** Queues an init section. */
  init(init: InitSection): void {
    this.#take({ byteCount: init.data.length, number: undefined, parts: [], run: () => this.#writeInit(init) })
  }

  /** Queues a segment at its position in the ledger. */
  segment(placed: AssetSegment, parts: readonly Part[]): void {
    const { byteCount, number } = placed
    this.#take({ byteCount, number, parts, run: () => this.#writeSegment(placed, parts) })
  }

  /** Drops the segments before this one from the index, behind the queued writes. */
  dropBefore(number: number): void {
    this.#take({ byteCount: 0, number: undefined, parts: [], run: () => this.#shorten(number) })
  }

  /** The bytes of a queued segment. */
  waiting(number: number): Buffer | undefined {
    const task = this.#queue.find((each) => each.number === number)
    return task && Buffer.concat(task.parts.map(({ data }) => data))
  }

  /** Drops the queue and takes nothing more. */
  stop(): void {
    this.#queue.length = 0
    this.#isEnding = true
    this.#start()
  }

  /** Resolves when the queue is written and the files are closed. Rejects when the disk hangs. */
  async finish(): Promise<void> {
    this.#isEnding = true
    this.#start()
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the disk does not respond')), finishTimeoutMs)
    await Promise.race([this.#work, promise]).finally(() => clearTimeout(timer))
  }

  #take(task: Task): void {
    if (this.#isEnding) return
    this.#queue.push(task)
    this.#waitingBytes += task.byteCount
    const isBehind = this.#waitingBytes > waitingBytesMax && this.#queue.length > 2
    if (isBehind || this.#queue.length > waitingCountMax) this.#fail('disk_slow', new Error('writes do not keep up'))
    else this.#start()
  }

  #start(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#drain()
  }

  async #drain(): Promise<void> {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      try {
        await next.run()
      } catch (error) {
        this.#fail(troubleOf(error), error)
      }
      if (this.#queue[0] === next) this.#queue.shift()
      this.#waitingBytes -= next.byteCount
    }
    if (this.#isEnding) await this.#closeAll()
    this.#isWorking = false
  }

  #fail(trouble: SpoolTrouble, error: unknown): void {
    this.stop()
    this.#options.onTrouble(trouble, error)
  }

  async #writeInit({ data, ...init }: InitSection): Promise<void> {
    const { folder, onInit } = this.#options
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, initName(init.id)), data)
    await this.#append(encodeInitLine({ ...init, byteCount: data.length }))
    onInit(init.id)
  }

  async #writeSegment(placed: AssetSegment, parts: readonly Part[]): Promise<void> {
    const { folder, onSegment } = this.#options
    if (this.#reel?.reel !== placed.reel) {
      await this.#closeReel()
      this.#reel = { reel: placed.reel, file: await open(join(folder, reelName(placed.reel)), 'w'), byteCount: 0 }
    }
    for (const { data } of parts) await this.#reel.file.writeFile(data)
    await this.#append(encodeSegmentLine(placed))
    this.#reel.byteCount += placed.byteCount
    onSegment(placed)
  }

  async #shorten(number: number): Promise<void> {
    if (this.#indexBytes === 0) return
    const { folder, onShortened } = this.#options
    await this.#index?.close()
    this.#index = undefined
    const { index } = salvageIndex((await readLocalIndex(folder)).subarray(0, this.#indexBytes))
    const segments = index.segments.filter((segment) => segment.number >= number)
    try {
      this.#indexBytes = await writeLocalIndex(folder, { ...index, segments })
    } catch (error) {
      await this.#empty()
      throw error
    }
    onShortened(this.#reel === undefined ? this.#indexBytes : 0)
  }

  /** Empties an index that names what must not be shown. */
  async #empty(): Promise<void> {
    this.#indexBytes = 0
    await truncate(join(this.#options.folder, indexName)).catch(() => undefined)
    this.#options.onEmptied()
  }

  async #append(line: string): Promise<void> {
    // An unknown index file belongs to a recording that is not closed yet: `ax` fails instead of overwriting it.
    this.#index ??= await open(join(this.#options.folder, indexName), this.#indexBytes === 0 ? 'ax' : 'a')
    await this.#index.writeFile(line)
    this.#indexBytes += Buffer.byteLength(line)
  }

  async #closeReel(): Promise<void> {
    const reel = this.#reel
    this.#reel = undefined
    await reel?.file.close()
    if (reel !== undefined && reel.byteCount > 0) this.#options.onReel(reel.reel, this.#indexBytes)
  }

  /** Cuts both files behind the last whole segment. Bytes of a failed write that cannot be cut off are in no index. */
  async #closeAll(): Promise<void> {
    await this.#reel?.file.truncate(this.#reel.byteCount).catch(() => undefined)
    await this.#closeReel().catch(() => undefined)
    await this.#index?.truncate(this.#indexBytes).catch(() => undefined)
    await this.#index?.close().catch(() => undefined)
    this.#index = undefined
  }
}

function troubleOf(error: unknown): SpoolTrouble {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errnoOf(error) ?? '') ? 'disk_full' : 'disk_failed'
}
