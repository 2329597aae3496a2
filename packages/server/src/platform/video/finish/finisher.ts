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

/** Range of an asset to store as a new one, in seconds of media time. */
export type ClipOrder = {
  /** Prefix of an asset in `Files`, or a growing asset. */
  source: string | AssetSource
  fromSeconds: number
  toSeconds: number
  /** Prefix of the new asset, still empty. */
  target: string
  title?: string
  signal?: AbortSignal
}

/** A finished asset to make an MP4 of. */
export type RecordingOrder = {
  source: string
  title?: string
  onProgress?(percent: number): void
  signal?: AbortSignal
}

/** Local files to make one asset of, in order. They are unchanged afterwards. */
export type FileOrder = {
  path: string
  /** Prefix of the new asset, still empty. */
  target: string
  title?: string
  /** Programme time of its first frame, in ms since 1970; now when left out. */
  startsAtMs?: number
  /** Files of the same encoder after gaps, in order. Each follows the one before with a discontinuity. */
  following?: readonly { path: string; startsAtMs: number }[]
  onProgress?(percent: number, step: 'copying' | 'transcoding'): void
  signal?: AbortSignal
}

/** A finished video. `byteCount` counts the bytes in `Files`. */
export type FinishedVideo = VideoFacts & { byteCount: number }

/** A clip, with its actual range. */
export type Clip = FinishedVideo & { fromSeconds: number; toSeconds: number }

/** Makes assets and MP4s of recordings and files. All methods throw FinishFailed. */
export type Finisher = {
  /**
   * Cuts by copy: begins with the last key frame at or before the requested begin. Waits for no recording and no
   * import.
   */
  cutClip(order: ClipOrder): Promise<Clip>
  /** Cuts exactly the requested range, encoded again by ffmpeg; `ffmpeg_missing` without it. */
  cutExactClip(order: ClipOrder): Promise<Clip>
  /** Makes the MP4 of an asset. */
  finishRecording(order: RecordingOrder): Promise<FinishedVideo>
  /** Copies H.264 with AAC, and transcodes anything else by ffmpeg; `unsupported_codec` without it. */
  importFile(order: FileOrder): Promise<FinishedVideo & { wasTranscoded: boolean }>
  /** Starts the thread of clips. */
  warm(): void
  /** Ends running jobs. */
  close(): Promise<void>
}

export type FinisherOptions = {
  files: Files
  /** Folder of this process alone, emptied at the start. Best on the disk of `files`, where adopting is a rename. */
  folder: string
  /** Undefined without ffmpeg. The caller closes it. */
  ffmpeg: Ffmpeg | undefined
  log: Log
  /** Heap limit of each of the two threads; 768 MiB when left out. */
  heapMiBMax?: number
  /** The path of the account whose asset is under a prefix; the name of its folder when left out. */
  partyOf?: (prefix: string) => Promise<Party>
}

const queueMax = 64
const heapMiBMaxDefault = 768

/** Opens a finisher. Clips have their own thread, so no long recording delays them. */
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
