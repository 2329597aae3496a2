import { box, fullBox, u32 } from '#platform/video/fmp4/boxes.ts'
import type { FragmentRun, InitTrack } from '#platform/video/fmp4/fragmentReader.ts'
import { NumberList, RepeatList } from './numberList.ts'

/** Offset of the media data in the file, and whether chunk offsets need 64 bits. */
export type MediaPlace = { base: number; isLong: boolean }

/** Box header, version and flags, and count of an `stsd`; its sample entries follow. */
const entriesAt = 16

/**
 * The sample tables of one track of an MP4 (ISO/IEC 14496-12, 8.6 and 8.7), collected run by run. They take some
 * twenty bytes a sample; twelve hours of video and audio fit in 80 MB.
 *
 * Samples may come from tracks with different configurations, such as another frame size or sample rate: each has a
 * sample entry of its own (8.5.2), which the chunks of its samples name. Times are in ticks of the first track.
 */
export class MovieTrack {
  readonly init: InitTrack
  readonly #entries: Buffer[] = []
  readonly #sizes = new NumberList()
  readonly #deltas = new RepeatList()
  readonly #offsets = new RepeatList()
  readonly #syncs = new NumberList()
  readonly #chunkPositions = new NumberList()
  readonly #chunkStarts: ChunkList = { firsts: new NumberList(), counts: new NumberList(), entries: new NumberList() }
  #firstDts = 0
  #lastDts = 0
  #lastDuration = 0
  #earliest = Infinity
  #latest = 0
  #offsetMin = 0
  #largest: InitTrack

  constructor(init: InitTrack) {
    this.init = init
    this.#largest = init
  }

  /** Width and height of display: those of the widest configuration, in 1/65536 pixels. */
  get size(): { width: number; height: number } {
    return { width: this.#largest.width, height: this.#largest.height }
  }

  /** Count of different configurations. */
  get entryCount(): number {
    return this.#entries.length
  }

  get sampleCount(): number {
    return this.#sizes.length
  }

  /** Display time of the first sample, and end of the last one, in ticks of the fragments. */
  get displayed(): { from: number; to: number } {
    return { from: this.#earliest, to: this.#latest }
  }

  /** The sum of all durations, in ticks. */
  get durationTicks(): number {
    return this.#lastDts + this.#lastDuration - this.#firstDts
  }

  /** Time between the begin of the sample table and the first displayed sample; an edit list skips it. */
  get skippedTicks(): number {
    return this.#earliest - this.#firstDts - this.#offsetMin
  }

  /**
   * Adds a run whose bytes begin at `position` of the media data. Each sample lasts until the next one, so that a gap
   * between runs stays, and audio and video stay in sync.
   */
  add({ samples, track }: FragmentRun, position: number): void {
    if (samples.length === 0) return
    if (track.width > this.#largest.width) this.#largest = track
    const ticks = (own: number) => Math.round((own * this.init.ticksPerSecond) / track.ticksPerSecond)
    for (const { dts: ownDts, duration: ownDuration, compositionOffset, isSync, size } of samples) {
      const [dts, duration] = [ticks(ownDts), ticks(ownDuration)]
      const isFirst = this.sampleCount === 0
      const at = isFirst ? dts : Math.max(this.#lastDts + 1, dts)
      if (isFirst) this.#firstDts = at
      else this.#deltas.push(at - this.#lastDts)
      const pts = dts + ticks(compositionOffset)
      this.#offsets.push(pts - at)
      this.#offsetMin = Math.min(this.#offsetMin, pts - at)
      this.#earliest = Math.min(this.#earliest, pts)
      this.#latest = Math.max(this.#latest, pts + duration)
      this.#sizes.push(size)
      if (isSync) this.#syncs.push(this.sampleCount)
      this.#lastDts = at
      this.#lastDuration = duration
    }
    const chunk = { number: this.#chunkPositions.length + 1, sampleCount: samples.length, entry: this.#entryOf(track) }
    addChunk(this.#chunkStarts, chunk)
    this.#chunkPositions.push(position)
  }

  /** Number of the sample entry of a track, counted from 1. */
  #entryOf({ sampleDescription }: InitTrack): number {
    const entry = sampleDescription.subarray(entriesAt)
    const known = this.#entries.findLastIndex((each) => each.equals(entry))
    return known >= 0 ? known + 1 : this.#entries.push(entry)
  }

  /** The `stbl` box. */
  sampleTable({ base, isLong }: MediaPlace): Buffer {
    const deltas = Buffer.concat([this.#deltas.toBytes32(), u32(1, this.#lastDuration)])
    const chunks = isLong ? this.#chunkPositions.toBytes64(base) : this.#chunkPositions.toBytes32(base)
    const { firsts } = this.#chunkStarts
    const boxes = [
      fullBox('stsd', 0, u32(this.#entries.length), ...this.#entries),
      fullBox('stts', 0, u32(this.#deltas.length + 1), deltas),
      fullBox('stsc', 0, u32(firsts.length), chunkBytes(this.#chunkStarts)),
      fullBox('stsz', 0, u32(0, this.#sizes.length), this.#sizes.toBytes32()),
      fullBox(isLong ? 'co64' : 'stco', 0, u32(this.#chunkPositions.length), chunks),
    ]
    if (this.init.kind === 'video') {
      const offsets = this.#offsets.toBytes32(-this.#offsetMin)
      boxes.push(fullBox('ctts', 0, u32(this.#offsets.length), offsets))
      boxes.push(fullBox('stss', 0, u32(this.#syncs.length), this.#syncs.toBytes32()))
    }
    return box('stbl', ...boxes)
  }
}

/** Samples per chunk, and their sample entry (`stsc`): the first chunk, counted from 1, of each run of equal chunks. */
type ChunkList = { firsts: NumberList; counts: NumberList; entries: NumberList }
type Chunk = { number: number; sampleCount: number; entry: number }

function addChunk({ firsts, counts, entries }: ChunkList, { number, sampleCount, entry }: Chunk): void {
  if (counts.last === sampleCount && entries.last === entry) return
  firsts.push(number)
  counts.push(sampleCount)
  entries.push(entry)
}

function chunkBytes({ firsts, counts, entries }: ChunkList): Buffer {
  const bytes = Buffer.allocUnsafe(12 * firsts.length)
  for (let at = 0; at < firsts.length; at++) {
    bytes.writeUInt32BE(firsts.at(at), 12 * at)
    bytes.writeUInt32BE(counts.at(at), 12 * at + 4)
    bytes.writeUInt32BE(entries.at(at), 12 * at + 8)
  }
  return bytes
}
