import { port } from '#kit/call/port.ts'
import type { LiveSessionRef } from './live/liveVideoPort.ts'

export type VideoSource = { session: LiveSessionRef } | { assetUuid: string }

export type ClipWork = {
  accountId: number
  source: VideoSource
  fromMs: number
  toMs: number
  /** The asset that it becomes. */
  targetUuid: string
  title: string
  /** Cuts at the very picture, by encoding anew; else at key frames, by copy. */
  isExact: boolean
}

export type VideoMade = { durationSeconds: number; width: number; height: number; byteCount: number }

export type OnProgress = (percent: number, step: 'downloading' | 'probing' | 'converting' | 'writing') => void

export type ImportSource = { url: string } | { uploadUuid: string; partUuids: readonly string[] }

export type UploadOrder = {
  accountId: number
  uploadUuid: string
  body: AsyncIterable<Uint8Array>
  skipBytes: number
  bytesMax: number
  /** Answers false where the part has no place any more. */
  keep(part: { partUuid: string; byteCount: number }): Promise<boolean>
}

export type VideoWork = {
  /** Whether this server can encode, for which it needs ffmpeg. */
  canEncode: boolean
  /** The programme times that can be cut from; undefined where there is nothing. */
  window(accountId: number, source: VideoSource): Promise<{ fromMs: number; toMs: number } | undefined>
  cutClip(order: ClipWork): Promise<VideoMade & { fromMs: number; toMs: number }>
  /** Puts a file to keep beside the playlist of a finished recording. */
  finishRecording(order: {
    accountId: number
    assetUuid: string
    title: string
    onProgress: OnProgress
  }): Promise<VideoMade>
  /** Makes an asset of a video that lies elsewhere, or that was uploaded. */
  importVideo(order: {
    accountId: number
    from: ImportSource
    targetUuid: string
    title: string
    onProgress: OnProgress
  }): Promise<VideoMade>
  /**
   * Keeps a file that comes in, part by part: `keep` is told of each once it is safe. A connection that breaks ends it,
   * with what has come until then kept. Throws VideoFailed where there is more than `bytesMax`, no room, or no place.
   */
  receiveUpload(order: UploadOrder): Promise<{ isBroken: boolean }>
  /** Removes all that is kept of a file that came in. */
  removeUpload(accountId: number, uploadUuid: string): Promise<void>
  /** Takes pictures of an asset, where there is something to take them with. */
  takeFrames(accountId: number, assetUuid: string): Promise<{ hasPoster: boolean; hasStoryboard: boolean }>
  /** Keeps a picture that was taken elsewhere, such as in a browser. Answers why not, where it is none. */
  keepPoster(order: {
    accountId: number
    assetUuid: string
    jpeg: Buffer
  }): Promise<'not_a_picture' | 'wrong_size' | undefined>
  /** Removes all that is kept of an asset. */
  remove(accountId: number, assetUuid: string): Promise<void>
}

/** Work on media that is not live. */
export const videoWorkPort = port<VideoWork>('videoWork', {
  window: 'leaves',
  cutClip: 'leaves',
  finishRecording: 'leaves',
  importVideo: 'leaves',
  receiveUpload: 'leaves',
  removeUpload: 'leaves',
  takeFrames: 'leaves',
  keepPoster: 'leaves',
  remove: 'leaves',
})
