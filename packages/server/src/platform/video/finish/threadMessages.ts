import type { AssetIndex, AssetSegment } from '#platform/video/mediaTypes.ts'
import type { FinishFailure } from './finishFailed.ts'
import type { ImportedFile, TranscodeNeed } from './importVideo.ts'

// What the server and a finishing thread say to each other.

/** The index of an asset: as it is in memory, or its file. */
export type IndexGiven = AssetIndex | Uint8Array

/** Work for a thread. What it makes lies in `folder`, which is there and empty. */
export type ThreadJob =
  | {
      kind: 'clip'
      index: IndexGiven
      fromSeconds: number
      toSeconds: number
      folder: string
      title: string | undefined
    }
  | { kind: 'movie'; index: IndexGiven; folder: string; title: string | undefined }
  | { kind: 'import'; files: readonly ImportedFile[]; folder: string; title: string | undefined }

/** What a video is made of, for those who tell of it. Sizes as it is shown. */
export type VideoFacts = {
  durationSeconds: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
}

/** What a thread made. `range` is that of a clip; `isWhole` says whether all of it is in the MP4, too. */
export type ThreadMade = {
  facts: VideoFacts
  range: { fromSeconds: number; toSeconds: number; startsAtMs: number } | undefined
  isWhole: boolean
  need: undefined
}

/** What a job ends with. */
export type ThreadResult = ThreadMade | { need: TranscodeNeed }

/** What a thread reads of the asset that it works on. */
export type ThreadRead = { init: number } | { segment: AssetSegment }

/** From the server to a thread. */
export type ToThread =
  | { kind: 'job'; job: ThreadJob }
  | { kind: 'bytes'; read: number; bytes: Uint8Array }
  | { kind: 'unread'; read: number; reason: FinishFailure; message: string }

/** From a thread to the server. `detail` is for the log. */
export type FromThread =
  | { kind: 'read'; read: number; what: ThreadRead }
  | { kind: 'progress'; done: number }
  | { kind: 'done'; result: ThreadResult }
  | { kind: 'failed'; reason: FinishFailure; message: string; detail: string }
