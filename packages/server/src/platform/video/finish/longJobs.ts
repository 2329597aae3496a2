import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { deliver } from './assetDelivery.ts'
import { FinishFailed } from './finishFailed.ts'
import type { FileOrder, FinishedVideo, RecordingOrder } from './finisher.ts'
import type { TranscodeNeed } from './importVideo.ts'
import { unmixAudio } from './mixedAudio.ts'
import type { ThreadMade } from './threadMessages.ts'
import { transcode } from './transcode.ts'
import { inFolder, runIn, sourceOf, type Workshop } from './workshop.ts'

const extraMs = 60_000
/** Time per segment, of about two seconds, after which a job counts as hung. */
const segmentMsMax = 1_000
/** Import speed below which a job counts as hung: two megabytes a second are slower than any disk. */
const importBytesPerMs = 2_000
const transcodedBytesMax = 20 * 1024 ** 3

/** Makes the MP4 of an asset. */
export function finishRecording(shop: Workshop, order: RecordingOrder): Promise<FinishedVideo> {
  return inFolder(shop, async (own) => {
    const { title, signal } = order
    const { index, source, segmentCount } = await sourceOf(shop.files, order.source)
    const made = await runIn(shop.long, {
      party: await shop.partyOf(order.source),
      job: { kind: 'movie', index, folder: own, title },
      source,
      signal,
      timeoutMs: extraMs + segmentCount * segmentMsMax,
      onProgress: (done) => order.onProgress?.(percentOf(done)),
    })
    await unmixAudio(shop, made, { folder: own, party: await shop.partyOf(order.source), title, signal })
    return finished(made, await deliver(shop.files, own, order.source))
  })
}

/** Makes an asset of files, after a transcode if necessary. */
export function importFile(shop: Workshop, order: FileOrder): Promise<FinishedVideo & { wasTranscoded: boolean }> {
  return inFolder(shop, async (own) => {
    const folder = join(own, 'asset')
    await mkdir(folder)
    const { path, startsAtMs = Date.now(), following = [] } = order
    const sources = [{ path, startsAtMs }, ...following]
    const result = await shop.long.run(await importTask(shop, order, { sources, folder }))
    const made =
      result.need === undefined ? result : await throughFfmpeg(shop, order, { need: result.need, sources, own, folder })
    const byteCount = await deliver(shop.files, folder, order.target)
    return { ...finished(made, byteCount), wasTranscoded: result.need !== undefined }
  })
}

type Source = { path: string; startsAtMs: number }
/** Files to import, and the folder for the asset. */
type Placed = { sources: readonly Source[]; folder: string }
type Through = Placed & { need: TranscodeNeed; own: string }

async function throughFfmpeg(shop: Workshop, order: FileOrder, through: Through): Promise<ThreadMade> {
  const { need, sources, own } = through
  if (shop.ffmpeg === undefined) {
    const message = `The file holds ${need.refused}. Only H.264 with AAC works here, as the server has no ffmpeg.`
    throw new FinishFailed('unsupported_codec', message)
  }
  const made: Source[] = []
  for (const [index, { path, startsAtMs }] of sources.entries()) {
    const toPath = join(own, `${index}.mp4`)
    await transcode(shop.ffmpeg, {
      party: await shop.partyOf(order.target),
      need,
      fromPath: path,
      toPath,
      bytesMax: transcodedBytesMax,
      signal: order.signal,
      onProgress: (done) => order.onProgress?.(percentOf((index + done) / sources.length), 'transcoding'),
    })
    made.push({ path: toPath, startsAtMs })
  }
  return runIn(shop.long, await importTask(shop, order, { sources: made, folder: through.folder }))
}

async function importTask(shop: Workshop, order: FileOrder, { sources, folder }: Placed) {
  const { title, signal } = order
  const files = await Promise.all(sources.map(async (each) => ({ ...each, byteCount: (await stat(each.path)).size })))
  const byteCount = files.reduce((sum, file) => sum + file.byteCount, 0)
  return {
    party: await shop.partyOf(order.target),
    job: { kind: 'import' as const, files, folder, title },
    timeoutMs: extraMs + byteCount / importBytesPerMs,
    onProgress: (done: number) => order.onProgress?.(percentOf(done), 'copying'),
    signal,
  }
}

function finished({ facts }: ThreadMade, byteCount: number): FinishedVideo {
  return { ...facts, byteCount }
}

function percentOf(done: number): number {
  return Math.floor(100 * done)
}
