import type { AssetIndex, AssetSegment } from '#platform/video/mediaTypes.ts'
import type { FinishFailure } from './finishFailed.ts'
import type { ImportedFile, TranscodeNeed } from './importVideo.ts'

// Messages between the server and a finishing thread.

/** The index of an asset: in memory, or the bytes of its file. */
export type IndexGiven = AssetIndex | Uint8Array

/** Work for a thread. `folder` is an empty folder for its output. */
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

/** Properties of a video. Width and height are those of display. */
export type VideoFacts = {
  durationSeconds: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
}

/** Result of a thread. `range` is that of a clip; `hasMixedAudio`: the audio of the MP4 has more than one format. */
export type ThreadMade = {
  facts: VideoFacts
  range: { fromSeconds: number; toSeconds: number; startsAtMs: number } | undefined
  hasMixedAudio: boolean
  need: undefined
}

/** End of a job. */
export type ThreadResult = ThreadMade | { need: TranscodeNeed }

/** A read of the asset that a thread works on. */
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
