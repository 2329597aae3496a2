import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeInitLine, encodeSegmentLine } from '#platform/video/asset/assetIndex.ts'
import { indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import { makeFragment, type Sample } from '#platform/video/fmp4/fragment.ts'
import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'
import {
  firstSegmentNumber,
  type AssetIndex,
  type AssetInit,
  type AssetSegment,
  type InitSection,
} from '#platform/video/mediaTypes.ts'
import { openLedger } from '#platform/video/spool/ledger.ts'
import { FinishFailed } from './finishFailed.ts'

/** One video or AAC frame on the clock of its track in the new asset. */
export type MediaSample = Sample & { dts: number }

export type AssetDraftOptions = {
  /** Existing empty folder on the local disk. */
  folder: string
  /** Programme time of a moment of the asset: ms since 1970 for ticks of the video clock. */
  programmeTime(ticks: number): number
  /** Limit of the media bytes; more is refused. */
  bytesMax: number
}

/** Segments begin at the first key frame after this. */
const segmentSecondsMin = 2
/** Limits of a segment without a key frame, so that memory is bounded. */
const segmentSecondsMax = 12
const segmentBytesMax = 32 * 1024 * 1024
const segmentFramesMax = 20_000

/** Writes a new asset into a folder of this machine, sample by sample: index, inits, and reels of segments. */
export class AssetDraft {
  readonly #options: AssetDraftOptions
  readonly #ledger = openLedger(Infinity)
  readonly #lines: string[] = []
  #init: AssetInit | undefined
  #isDiscontinuous = false
  #video: MediaSample[] = []
  #audio: MediaSample[] = []
  #pendingBytes = 0
  /** Composition offset of the first frame of a run, a key frame. */
  #offset: number | undefined
  #byteCount = 0
  #nextNumber = firstSegmentNumber
  #reel: { number: number; file: FileHandle } | undefined

  constructor(options: AssetDraftOptions) {
    this.#options = options
  }

  /** Index of the written segments, without the open one. */
  get index(): AssetIndex {
    return this.#ledger.index()
  }

  /** Starts a run of samples that decode with this init section, and assigns its id. */
  async startRun(init: Omit<InitSection, 'id'>): Promise<void> {
    await this.#endSegment(endOf(this.#video))
    const { data, video, audio } = init
    const id = this.#init === undefined ? 0 : this.#init.id + 1
    this.#init = { id, byteCount: data.length, video, audio }
    this.#isDiscontinuous = id > 0
    this.#audio = []
    this.#offset = undefined
    await writeFile(join(this.#options.folder, initName(id)), data)
    this.#ledger.init(this.#init)
    this.#lines.push(encodeInitLine(this.#init))
  }

  /** Adds the next video frame in decoding order. */
  async addVideo(sample: MediaSample): Promise<void> {
    const first = this.#video[0]
    const seconds = first === undefined ? 0 : (sample.dts - first.dts) / videoTicksPerSecond
    const isFull =
      seconds >= segmentSecondsMax || this.#pendingBytes >= segmentBytesMax || this.#video.length >= segmentFramesMax
    if ((sample.isSync && seconds >= segmentSecondsMin) || isFull) await this.#endSegment(sample.dts)
    this.#offset ??= sample.compositionOffset
    this.#video.push(sample)
    this.#count(sample)
  }

  /** Adds the next audio frame, before or after the video frames of its time. */
  async addAudio(sample: MediaSample): Promise<void> {
    this.#audio.push(sample)
    this.#count(sample)
    if (this.#pendingBytes > 2 * segmentBytesMax) throw new FinishFailed('damaged', 'Its video has stopped.')
  }

  #count({ payload }: MediaSample): void {
    this.#pendingBytes += payload.length
    this.#byteCount += payload.length
    if (this.#byteCount > this.#options.bytesMax) {
      throw new FinishFailed('too_large', 'It holds more media than it has bytes, or more than is allowed.')
    }
  }

  /** Ends the last segment and writes the index, which completes the asset. */
  async finish(): Promise<AssetIndex> {
    await this.#endSegment(endOf(this.#video))
    await this.#reel?.file.close()
    this.#reel = undefined
    await writeFile(join(this.#options.folder, indexName), this.#lines.join(''))
    return this.index
  }

  /** Closes the files of an asset that will not be finished. */
  async abandon(): Promise<void> {
    await this.#reel?.file.close()
    this.#reel = undefined
  }

  async #endSegment(end: number): Promise<void> {
    const [first] = this.#video
    const init = this.#init
    if (first === undefined || init === undefined) return
    const audioTicksPerSecond = init.audio?.sampleRate ?? 1
    // Audio has no composition offset.
    const displayEnd = end + (this.#offset ?? 0)
    const isLater = ({ dts }: MediaSample) => dts * videoTicksPerSecond >= displayEnd * audioTicksPerSecond
    const splitAt = this.#audio.findIndex(isLater)
    const audio = splitAt < 0 ? this.#audio : this.#audio.slice(0, splitAt)
    const number = this.#nextNumber
    this.#nextNumber += 1
    const data = makeFragment({
      sequenceNumber: number,
      video: { decodeTime: first.dts, samples: lasting(this.#video, end) },
      audio: { decodeTime: audio[0]?.dts ?? 0, samples: lasting(audio, undefined) },
    })
    const placed = this.#ledger.place(
      {
        number,
        initId: init.id,
        startsAtMs: Math.max(0, Math.round(this.#options.programmeTime(first.dts))),
        mediaSeconds: first.dts / videoTicksPerSecond,
        durationSeconds: (end - first.dts) / videoTicksPerSecond,
        isIndependent: first.isSync,
        isDiscontinuous: this.#isDiscontinuous,
        byteCount: data.length,
      },
      data.length,
    )
    await this.#append(placed, data)
    this.#isDiscontinuous = false
    this.#video = []
    this.#audio = splitAt < 0 ? [] : this.#audio.slice(splitAt)
    this.#pendingBytes = this.#audio.reduce((sum, { payload }) => sum + payload.length, 0)
  }

  async #append(placed: AssetSegment, data: Buffer): Promise<void> {
    if (this.#reel?.number !== placed.reel) {
      await this.#reel?.file.close()
      const file = await open(join(this.#options.folder, reelName(placed.reel)), 'w', 0o600)
      this.#reel = { number: placed.reel, file }
    }
    await this.#reel.file.writeFile(data)
    this.#lines.push(encodeSegmentLine(placed))
  }
}

function endOf(samples: readonly MediaSample[]): number {
  const last = samples.at(-1)
  return last === undefined ? 0 : last.dts + last.duration
}

/** Samples with the durations of a fragment: each lasts until the next one, the last until `end` or as stated. */
function lasting(samples: readonly MediaSample[], end: number | undefined): Sample[] {
  return samples.map((sample, index) => {
    const next = samples[index + 1]?.dts ?? end
    return next === undefined ? sample : { ...sample, duration: Math.max(0, next - sample.dts) }
  })
}
