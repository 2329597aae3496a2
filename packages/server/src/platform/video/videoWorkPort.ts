import { port } from '#kit/call/port.ts'
import type { PosterRefusal } from './frames/posterCheck.ts'
import type { LiveSessionRef } from './live/liveVideoPort.ts'

export type VideoSource = { session: LiveSessionRef } | { assetUuid: string }

export type ClipWork = {
  accountId: number
  source: VideoSource
  fromMs: number
  toMs: number
  /** Asset in which the clip is stored. */
  targetUuid: string
  title: string
  /** Cuts at the exact frame, by encoding; else at key frames, by copying. */
  isExact: boolean
}

/** Times in ms since 1970. `bytesPerSecond`: bitrate at the end, where it is known. */
export type CutWindow = { fromMs: number; toMs: number; bytesPerSecond?: number | undefined }

export type VideoMade = { durationSeconds: number; width: number; height: number; byteCount: number }

export type OnProgress = (percent: number, step: 'downloading' | 'probing' | 'converting' | 'writing') => void

export type ImportSource = { url: string } | { uploadUuid: string; partUuids: readonly string[] }

export type UploadOrder = {
  accountId: number
  uploadUuid: string
  body: AsyncIterable<Uint8Array>
  skipBytes: number
  bytesMax: number
  /** Confirms a stored part. False when the upload accepts no more parts. */
  keep(part: ReceivedPart): Promise<boolean>
}

/** A part of a file in the store. */
export type ReceivedPart = { partUuid: string; byteCount: number }

export type VideoWork = {
  /** Whether this server can encode: it needs ffmpeg. */
  canEncode: boolean
  /** Range of programme times that clips can be cut from; undefined without media. */
  window(accountId: number, source: VideoSource): Promise<CutWindow | undefined>
  /** Positions of programme times in a stored video, in seconds; those in a gap are where it ends. */
  positions(accountId: number, of: { assetUuid: string; timesMs: readonly number[] }): Promise<number[]>
  cutClip(order: ClipWork): Promise<VideoMade & { fromMs: number; toMs: number }>
  /** Writes a media file for download beside the playlist of a finished recording. */
  finishRecording(order: {
    accountId: number
    assetUuid: string
    title: string
    onProgress: OnProgress
  }): Promise<VideoMade>
  /** Makes an asset of a video from another server or from an upload. */
  importVideo(order: {
    accountId: number
    from: ImportSource
    targetUuid: string
    title: string
    onProgress: OnProgress
  }): Promise<VideoMade>
  /**
   * Stores an uploaded file in parts and calls `keep` for each stored part. A broken connection ends the call; bytes
   * received so far stay stored. Throws VideoFailed when the file exceeds `bytesMax`, the disk is full or `keep` gives
   * false.
   */
  receiveUpload(order: UploadOrder): Promise<{ isBroken: boolean }>
  /** Removes all stored parts of an upload. */
  removeUpload(accountId: number, uploadUuid: string): Promise<void>
  /** Makes poster and storyboard of an asset, where ffmpeg is installed. */
  takeFrames(accountId: number, assetUuid: string): Promise<{ hasPoster: boolean; hasStoryboard: boolean }>
  /** Stores a poster that was made elsewhere, such as in a browser. Returns the reason when it is refused. */
  keepPoster(order: { accountId: number; assetUuid: string; jpeg: Buffer }): Promise<PosterRefusal | undefined>
  /** Removes all files of an asset. */
  remove(accountId: number, assetUuid: string): Promise<void>
}

/** Work on media that is not live. */
export const videoWorkPort = port<VideoWork>('videoWork', {
  window: 'leaves',
  positions: 'leaves',
  cutClip: 'leaves',
  finishRecording: 'leaves',
  importVideo: 'leaves',
  receiveUpload: 'leaves',
  removeUpload: 'leaves',
  takeFrames: 'leaves',
  keepPoster: 'leaves',
  remove: 'leaves',
})
