import { mkdir, rm } from 'node:fs/promises'
import type { Log } from '#kit/call/context.ts'
import type { Party } from '#platform/db/fairSlots.ts'
import type { Files } from '#platform/files/files.ts'
import { accountFolderOf } from '#platform/video/asset/assetNames.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import type { Ffmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { cutClip, cutExactClip } from './clipJobs.ts'
import { finishRecording, importFile } from './longJobs.ts'
import { Lane } from './threadQueue.ts'
import type { VideoFacts } from './threadMessages.ts'

/** A stretch of an asset to keep as one of its own. Seconds of media time. */
export type ClipOrder = {
  /** The prefix of an asset in `Files`, or an asset that is still growing. */
  source: string | AssetSource
  fromSeconds: number
  toSeconds: number
  /** The prefix of the new asset. Nothing is under it yet. */
  target: string
  title?: string
  signal?: AbortSignal
}

/** A finished asset that is to have its MP4. */
export type RecordingOrder = {
  source: string
  title?: string
  onProgress?(percent: number): void
  signal?: AbortSignal
}

/** A file of this machine that is to become an asset, or several. They are left as they are. */
export type FileOrder = {
  path: string
  /** The prefix of the new asset. Nothing is under it yet. */
  target: string
  title?: string
  /** Programme time of its first frame, in ms since 1970; now when left out. */
  startsAtMs?: number
  /** Files of the same encoder after gaps, in order. Each follows the one before with a discontinuity. */
  following?: readonly { path: string; startsAtMs: number }[]
  onProgress?(percent: number, step: 'copying' | 'transcoding'): void
  signal?: AbortSignal
}

/**
 * A finished video. `byteCount` counts the bytes in `Files`. `isMovieWhole` is false when the encoder changed video or
 * audio format: the asset has all of it, its MP4 only the longest part.
 */
export type FinishedVideo = VideoFacts & { byteCount: number; isMovieWhole: boolean }

/** A clip, with the range that it really holds. */
export type Clip = FinishedVideo & { fromSeconds: number; toSeconds: number }

/** Makes assets and MP4s out of what is there. All of it throws FinishFailed. */
export type Finisher = {
  /** By copy: begins with the last key frame at or before the wanted begin. Waits for no recording and no file. */
  cutClip(order: ClipOrder): Promise<Clip>
  /** Exactly the wanted range, encoded anew by ffmpeg; `ffmpeg_missing` where there is none. */
  cutExactClip(order: ClipOrder): Promise<Clip>
  /** Puts the MP4 of an asset beside it. */
  finishRecording(order: RecordingOrder): Promise<FinishedVideo>
  /** Takes H.264 with AAC as it is, and anything else through ffmpeg; `unsupported_codec` where there is none. */
  importFile(order: FileOrder): Promise<FinishedVideo & { wasTranscoded: boolean }>
  /** Gets ready for the first clip. */
  warm(): void
  /** Ends whatever is being done. */
  close(): Promise<void>
}

export type FinisherOptions = {
  files: Files
  /** On the local disk, of this process alone: it is emptied at the start. Best where adopting is only a new name. */
  folder: string
  /** Undefined where the machine has none. It is not closed with the finisher. */
  ffmpeg: Ffmpeg | undefined
  log: Log
  /** Heap limit of each of the two threads; 768 MiB when left out. */
  heapMiBMax?: number
  /** The path of the account whose asset is under a prefix; the name of its folder when left out. */
  partyOf?: (prefix: string) => Promise<Party>
}

const queueMax = 64
const heapMiBMaxDefault = 768

/** Opens a finisher. Clips have a thread of their own, so that no long recording stands before them. */
export async function openFinisher(options: FinisherOptions): Promise<Finisher> {
  const { folder, log, heapMiBMax = heapMiBMaxDefault, partyOf = folderParty } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const [clips, long] = [new Lane({ queueMax, heapMiBMax, log }), new Lane({ queueMax, heapMiBMax, log })]
  const shop = { ...options, clips, long, partyOf }
  return {
    cutClip: (order) => cutClip(shop, order),
    cutExactClip: (order) => cutExactClip(shop, order),
    finishRecording: (order) => finishRecording(shop, order),
    importFile: (order) => importFile(shop, order),
    warm: () => clips.warm(),
    async close() {
      await Promise.all([clips.close(), long.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function folderParty(prefix: string): Promise<Party> {
  return { path: [accountFolderOf(prefix)] }
}
