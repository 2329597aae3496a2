import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#kit/call/context.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { errnoOf, messageOf } from '#platform/startProblem.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { assetKey, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import { type Ffmpeg, FfmpegFailed } from '#platform/video/ffmpeg/ffmpeg.ts'
import { type FinishFailure, FinishFailed } from './finishFailed.ts'
import type { Lane, LaneTask } from './threadQueue.ts'
import type { IndexGiven, ThreadMade } from './threadMessages.ts'

/** Parts that jobs work with. */
export type Workshop = {
  files: Files
  folder: string
  ffmpeg: Ffmpeg | undefined
  log: Log
  clips: Lane
  long: Lane
  /** The path of the account of a prefix, for shares. */
  partyOf(prefix: string): Promise<Party>
}

/** An ended thread or program may write one more file while its folder is removed. */
const removal = { recursive: true, force: true, maxRetries: 5 }

/** Runs work in a temporary folder, which is always removed. Throws FinishFailed. */
export async function inFolder<T>({ folder, log }: Workshop, work: (own: string) => Promise<T>): Promise<T> {
  try {
    const own = await mkdtemp(join(folder, 'job-'))
    try {
      return await work(own)
    } finally {
      await rm(own, removal).catch(() => undefined)
    }
  } catch (error) {
    if (error instanceof FinishFailed) throw error
    log.warn('a video could not be finished', { error: messageOf(error) })
    throw failureOf(error)
  }
}

const ffmpegReasons: Record<FfmpegFailed['reason'], [FinishFailure, string]> = {
  failed: ['damaged', 'ffmpeg cannot read this video.'],
  timed_out: ['timed_out', 'ffmpeg took too long with this video.'],
  cancelled: ['cancelled', 'It was given up before it was finished.'],
  busy: ['busy', 'Too many videos wait for ffmpeg. Try again later.'],
}

function failureOf(error: unknown): FinishFailed {
  if (error instanceof FfmpegFailed) return new FinishFailed(...ffmpegReasons[error.reason], error)
  if (error instanceof FileMissing || errnoOf(error) === 'ENOENT')
    return new FinishFailed('source_missing', 'The video is not there.', error)
  const why = errnoOf(error) === 'ENOSPC' ? 'The disk is full.' : 'The finished video could not be stored.'
  return new FinishFailed('storage_failed', why, error)
}

/** The index of an asset and the reader of its bytes. Threads parse the file of a stored index: it may be long. */
export type SourceGiven = { index: IndexGiven; source: Pick<AssetSource, 'init' | 'segment'>; segmentCount: number }

const lineFeed = 0x0a

/** Opens the source of a job. */
export async function sourceOf(files: Files, given: string | AssetSource): Promise<SourceGiven> {
  if (typeof given !== 'string') return { index: given.index, source: given, segmentCount: given.index.segments.length }
  const index = await files.read(assetKey(given, indexName))
  const source: SourceGiven['source'] = {
    init: (id) => files.read(assetKey(given, initName(id))),
    segment: ({ reel, offset, byteCount }) =>
      files.read(assetKey(given, reelName(reel)), { from: offset, to: offset + byteCount }),
  }
  return { index, source, segmentCount: index.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0) }
}

/** Runs a job on a thread. Throws for a job that needs ffmpeg. */
export async function runIn(lane: Lane, task: LaneTask): Promise<ThreadMade> {
  const result = await lane.run(task)
  if (result.need === undefined) return result
  throw new FinishFailed('damaged', 'ffmpeg made no video of it that can be used.')
}
