import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveSessionRef } from '#platform/video/live/liveVideoPort.ts'
import type {
  ClipWork,
  CutWindow,
  ImportSource,
  OnProgress,
  VideoMade,
  VideoSource,
  VideoWork,
} from './videoWorkPort.ts'
import type { Files } from '#platform/files/files.ts'
import { download, DownloadFailed } from '#platform/net/download.ts'
import type { Guard } from '#platform/net/guard.ts'
import { openAsset, type AssetSource } from './asset/assetSource.ts'
import {
  assetKey,
  assetPrefix,
  posterName,
  storyboardName,
  storyboardTrackName,
  uploadPrefix,
} from './asset/assetNames.ts'
import { FinishFailed } from './finish/finishFailed.ts'
import type { Clip, Finisher } from './finish/finisher.ts'
import type { FrameGrabber } from './frames/frameGrabber.ts'
import { posterRefusal } from './frames/posterCheck.ts'
import { storyboardTrack } from './frames/storyboard.ts'
import { mediaSecondsAt, programmeMsAt, windowOf } from './live/clipSource.ts'
import { joinUpload, receiveUpload, videoFileBytesMax } from './uploadedVideo.ts'
import { VideoFailed } from './videoFailed.ts'

const idleTimeoutMs = 30_000
const importTimeoutMs = 6 * 3_600_000

/** Running sessions on this node or another one, as sources of clips. */
export type RunningSessions = {
  window(session: LiveSessionRef): Promise<CutWindow | undefined>
  cutClip(
    session: LiveSessionRef,
    order: Omit<ClipWork, 'source'>,
  ): Promise<VideoMade & { fromMs: number; toMs: number }>
}

export type WorkbenchParts = {
  files: Files
  canEncode: boolean
  finisher: Finisher
  grabber: FrameGrabber
  guard: Guard
  /** Evicts an asset from the caches before its files are removed. */
  evict(prefix: string): void
  /** Local folder of files during download and upload. */
  folder: string
  running: RunningSessions
}

/** Opens the workbench of a process: clips, media files of recordings, imports, uploads, posters and storyboards. */
export function openWorkbench(parts: WorkbenchParts): VideoWork {
  const { files } = parts
  return {
    canEncode: parts.canEncode,
    async window(accountId, source) {
      if ('session' in source) return parts.running.window(source.session)
      return windowOf(await assetOf(files, accountId, source))
    },
    async positions(accountId, { assetUuid, timesMs }) {
      const asset = await assetOf(files, accountId, { assetUuid })
      const beganSeconds = asset.index.segments[0]?.mediaSeconds ?? 0
      return timesMs.map((ms) => Math.max(0, mediaSecondsAt(asset, ms) - beganSeconds))
    },
    cutClip(order) {
      return asVideoFailed(async () => {
        if ('session' in order.source) return parts.running.cutClip(order.source.session, order)
        return cutFrom(parts, await assetOf(files, order.accountId, order.source), order)
      })
    },
    finishRecording({ accountId, assetUuid, title, onProgress }) {
      return asVideoFailed(async () => {
        const source = assetPrefix(accountId, assetUuid)
        const writing = (percent: number) => onProgress(percent, 'writing')
        return parts.finisher.finishRecording({ source, title, onProgress: writing })
      })
    },
    importVideo: (order) => asVideoFailed(() => importVideo(parts, order)),
    receiveUpload: (order) => receiveUpload(parts, order),
    async removeUpload(accountId, uploadUuid) {
      await files.removeAll(uploadPrefix(accountId, uploadUuid))
    },
    takeFrames: (accountId, assetUuid) => takeFrames(parts, assetPrefix(accountId, assetUuid)),
    async keepPoster({ accountId, assetUuid, jpeg }) {
      const refusal = posterRefusal(jpeg)
      if (refusal === undefined) {
        await files.put(assetKey(assetPrefix(accountId, assetUuid), posterName), jpeg, 'image/jpeg')
      }
      return refusal
    },
    async remove(accountId, assetUuid) {
      parts.evict(assetPrefix(accountId, assetUuid))
      await files.removeAll(assetPrefix(accountId, assetUuid))
    },
  }
}

/** Cuts a clip from an asset. */
export async function cutFrom(
  { finisher }: Pick<WorkbenchParts, 'finisher'>,
  source: AssetSource,
  order: Omit<ClipWork, 'source'>,
): Promise<VideoMade & { fromMs: number; toMs: number }> {
  const target = assetPrefix(order.accountId, order.targetUuid)
  const range = { fromSeconds: mediaSecondsAt(source, order.fromMs), toSeconds: mediaSecondsAt(source, order.toMs) }
  const how = { source, ...range, target, title: order.title }
  const clip: Clip = await (order.isExact ? finisher.cutExactClip(how) : finisher.cutClip(how))
  const { durationSeconds, width, height, byteCount } = clip
  const [fromMs, toMs] = [programmeMsAt(source, clip.fromSeconds), programmeMsAt(source, clip.toSeconds)]
  return { durationSeconds, width, height, byteCount, fromMs, toMs }
}

function assetOf(files: Files, accountId: number, { assetUuid }: Extract<VideoSource, { assetUuid: string }>) {
  return openAsset(files, assetPrefix(accountId, assetUuid))
}

type Import = { accountId: number; from: ImportSource; targetUuid: string; title: string; onProgress: OnProgress }

async function importVideo(parts: WorkbenchParts, order: Import): Promise<VideoMade> {
  const target = assetPrefix(order.accountId, order.targetUuid)
  const path = join(parts.folder, `${order.targetUuid}.download`)
  try {
    await fetchTo(path, parts, order)
    return await parts.finisher.importFile({
      path,
      target,
      title: order.title,
      onProgress: (percent, step) => order.onProgress(percent, step === 'transcoding' ? 'converting' : 'writing'),
    })
  } finally {
    await rm(path, { force: true })
  }
}

/** Downloads the whole file to the local disk, from which it is imported. */
async function fetchTo(path: string, { guard, files }: WorkbenchParts, { accountId, from, onProgress }: Import) {
  const report = (done: number, total: number | undefined) => onProgress(percentOf(done, total), 'downloading')
  if ('url' in from) {
    const bounds = { bytesMax: videoFileBytesMax, idleTimeoutMs, totalTimeoutMs: importTimeoutMs }
    await download(guard.forAccount(accountId), from.url, { toPath: path, ...bounds, onProgress: report })
  } else {
    const onPart = (partsJoined: number) => report(partsJoined, from.partUuids.length)
    await joinUpload(files, { accountId, ...from, onPart }, path)
  }
}

/** Makes a poster, from a tenth into the video because many videos begin black, and a storyboard. */
async function takeFrames({ files, grabber }: Pick<WorkbenchParts, 'files' | 'grabber'>, prefix: string) {
  if (!grabber.canGrab) return { hasPoster: false, hasStoryboard: false }
  const source = await openAsset(files, prefix)
  const seconds = source.index.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const poster = await grabber.poster(source, seconds / 10)
  if (poster !== undefined) await files.put(assetKey(prefix, posterName), poster, 'image/jpeg')
  const storyboard = await grabber.storyboard(source)
  if (storyboard !== undefined) {
    await files.put(assetKey(prefix, storyboardName), storyboard.jpeg, 'image/jpeg')
    const track = Buffer.from(storyboardTrack(storyboard, storyboardName))
    await files.put(assetKey(prefix, storyboardTrackName), track, 'text/vtt')
  }
  return { hasPoster: poster !== undefined, hasStoryboard: storyboard !== undefined }
}

/** Rethrows failures with a reason for the owner as VideoFailed. Other errors are defects; their work is retried. */
async function asVideoFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FinishFailed) throw new VideoFailed(error.reason, error.message, error)
    if (!(error instanceof DownloadFailed)) throw error
    const subject = error.reason === 'storage_failed' ? 'The video' : 'The address'
    throw new VideoFailed(error.reason, `${subject} ${error.message}.`, error)
  }
}

function percentOf(done: number, total: number | undefined): number {
  return total === undefined || total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))
}
