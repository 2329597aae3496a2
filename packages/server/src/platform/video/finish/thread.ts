import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { openDiskFiles } from '#platform/files/disk.ts'
import { errnoOf } from '#platform/startProblem.ts'
import { IndexDamaged, readIndex } from '#platform/video/asset/assetIndex.ts'
import { type AssetSource, openAsset } from '#platform/video/asset/assetSource.ts'
import { videoName } from '#platform/video/asset/assetNames.ts'
import { BoxesDamaged } from '#platform/video/fmp4/boxReader.ts'
import type { AssetIndex } from '#platform/video/mediaTypes.ts'
import { type CopiedClip, copyClip } from './clipCopy.ts'
import { FinishFailed } from './finishFailed.ts'
import { writeMovie } from './movieFile.ts'
import type {
  FromThread,
  IndexGiven,
  ThreadJob,
  ThreadRead,
  ThreadResult,
  ToThread,
  VideoFacts,
} from './threadMessages.ts'

// Worker thread: runs one job after the other, and reads assets through the server, which knows their location.

const port = parentPort
if (port === null) throw new Error('this file runs as a thread')

const reads = new Map<number, PromiseWithResolvers<Buffer>>()
let readCount = 0
let progressAtMs = 0
const progressEveryMs = 250
const clipBytesMax = 4 * 1024 ** 3

function post(message: FromThread): void {
  port?.postMessage(message)
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'job') void work(message.job)
  else {
    const read = reads.get(message.read)
    reads.delete(message.read)
    if (message.kind === 'bytes') read?.resolve(bufferOf(message.bytes))
    else read?.reject(new FinishFailed(message.reason, message.message))
  }
})

async function work(job: ThreadJob): Promise<void> {
  reads.clear()
  try {
    post({ kind: 'done', result: await make(job) })
  } catch (error) {
    const { reason, message } = failureOf(error, job.kind)
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    post({ kind: 'failed', reason, message, detail })
  }
}

async function make(job: ThreadJob): Promise<ThreadResult> {
  if (job.kind === 'movie') {
    const source = sourceOf(job.index)
    const { hasMixedAudio } = await writeMp4(source, job)
    return { facts: factsOf(source.index), range: undefined, hasMixedAudio, need: undefined }
  }
  let range: CopiedClip | undefined
  if (job.kind === 'clip') range = await copyClip(sourceOf(job.index), { ...job, bytesMax: clipBytesMax })
  else {
    // The reader of foreign containers is large; a thread that only clips never loads it.
    const { importVideo } = await import('./importVideo.ts')
    const need = await importVideo({ ...job, onProgress: (done) => progress(done / 2) })
    if (need !== undefined) return { need }
  }
  const made = await openAsset(openDiskFiles(job.folder), '')
  const { hasMixedAudio } = await writeMp4(made, job)
  return { facts: factsOf(made.index), range, hasMixedAudio, need: undefined }
}

function writeMp4(source: AssetSource, { kind, folder, title }: ThreadJob) {
  const onProgress = (done: number) => progress(kind === 'import' ? 0.5 + done / 2 : done)
  return writeMovie(source, { path: join(folder, videoName), title, onProgress })
}

function progress(done: number): void {
  const nowMs = performance.now()
  if (nowMs - progressAtMs < progressEveryMs) return
  progressAtMs = nowMs
  post({ kind: 'progress', done })
}

function sourceOf(given: IndexGiven): AssetSource {
  const index = given instanceof Uint8Array ? readIndex(bufferOf(given)) : given
  return { index, init: (init) => read({ init }), segment: (segment) => read({ segment }) }
}

function read(what: ThreadRead): Promise<Buffer> {
  readCount += 1
  const response = Promise.withResolvers<Buffer>()
  reads.set(readCount, response)
  post({ kind: 'read', read: readCount, what })
  return response.promise
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function factsOf({ inits, segments }: AssetIndex): VideoFacts {
  const largest = inits.reduce((best, init) => (init.video.width > best.video.width ? init : best))
  return {
    durationSeconds: segments.reduce((sum, segment) => sum + segment.durationSeconds, 0),
    width: largest.video.width,
    height: largest.video.height,
    videoCodec: largest.video.codec,
    audioCodec: largest.audio?.codec ?? null,
  }
}

function failureOf(error: unknown, kind: ThreadJob['kind']): { reason: FinishFailed['reason']; message: string } {
  if (error instanceof FinishFailed) return error
  if (errnoOf(error) === 'ENOSPC') return { reason: 'storage_failed', message: 'The disk is full.' }
  const isDamage = error instanceof BoxesDamaged || error instanceof IndexDamaged
  // Other errors of the reader of foreign containers are damage of the container.
  if (isDamage || (kind === 'import' && errnoOf(error) === undefined)) {
    return { reason: 'damaged', message: 'The video is damaged and cannot be read to its end.' }
  }
  return { reason: 'crashed', message: 'The video could not be finished.' }
}
