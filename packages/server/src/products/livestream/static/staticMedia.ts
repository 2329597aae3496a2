import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { longTask, outboundTask } from '#kit/nouns/task.ts'
import { view } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { isCutShort, isPassing, VideoFailed } from '#platform/video/videoFailed.ts'
import { videoWorkPort, type ImportSource, type OnProgress, type VideoMade } from '#platform/video/videoWorkPort.ts'
import { staticFailed, staticPublished, staticReady } from '#products/livestream/facts.ts'
import { setClock } from './staticClock.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { dropUploads, wholeUpload, type UploadRow } from './uploadRows.ts'

/** Attempts after transient failures; the n-th retry waits n times `restMs`. */
const triesMax = 4
const restMs = 60_000
/** Change of the progress that is written: bounds the writes of a video to some fifty for each step. */
const percentStep = 2

/** Task that makes the MP4 file and the images of a recording. */
export const finishRecording = longTask(
  'livestream.static.finishRecording',
  'Makes the stored file of a recording, and its images.',
  Type.Object({ staticId: Type.String(), attempt: Type.Integer() }),
  {
    async handle(ctx, { staticId, attempt }) {
      const record = await ctx.store.find(staticVideo, staticId)
      const assetUuid = uuidOf('ast', record?.assetId)
      if (record === undefined || assetUuid === null || record.hasMp4) return
      const again = (at: Date) => ctx.later(finishRecording, { staticId, attempt: attempt + 1 }, at)
      await attempted(ctx, { staticId, attempt, again }, async () => {
        await ctx.db.rows(beginProgress, [ctx.account.id, uuidOf(staticVideo.prefix, staticId)])
        const work = { accountId: ctx.account.id, assetUuid, title: record.title ?? 'Recording' }
        const made = await ctx
          .port(videoWorkPort)
          .finishRecording({ ...work, onProgress: progressWriter(ctx, staticId) })
        await storeMedia(ctx, staticId, { assetUuid, made })
      })
    },
    failed: (ctx, { staticId }) => storeFailure(ctx, { staticId, isCurrent: isUnfinished }, givenUp()),
  },
)

/** Task that fetches a video from its address and stores it. */
export const importStatic = longTask(
  'livestream.static.import',
  'Fetches a video from its address, checks it and keeps it.',
  Type.Object({ staticId: Type.String(), url: Type.String(), attempt: Type.Integer() }),
  {
    async handle(ctx, { staticId, url, attempt }) {
      const again = (at: Date) => ctx.later(importStatic, { staticId, url, attempt: attempt + 1 }, at)
      await importFrom(ctx, { url }, { staticId, attempt, again, isCurrent: isCopyOf(url) })
    },
    failed: (ctx, { staticId, url }) => storeFailure(ctx, { staticId, isCurrent: isCopyOf(url) }, givenUp()),
  },
)

/** Task that converts an uploaded file and stores the video. */
export const importUpload = longTask(
  'livestream.static.importUpload',
  'Checks a video that was uploaded, and keeps it.',
  Type.Object({ staticId: Type.String(), uploadUuid: Type.String(), attempt: Type.Integer() }),
  {
    async handle(ctx, { staticId, uploadUuid, attempt }) {
      const again = (at: Date) => ctx.later(importUpload, { staticId, uploadUuid, attempt: attempt + 1 }, at)
      const partUuids = await wholeUpload(ctx, uploadUuid)
      // A later upload has replaced this one.
      if (partUuids === undefined) return
      const isCurrent = isUploadOf(uploadUuid)
      const isOver = await importFrom(ctx, { uploadUuid, partUuids }, { staticId, attempt, again, isCurrent })
      if (isOver) ctx.later(removeUpload, { uploadUuid }, ctx.now())
    },
    async failed(ctx, { staticId, uploadUuid }) {
      await storeFailure(ctx, { staticId, isCurrent: isUploadOf(uploadUuid) }, givenUp())
      ctx.later(removeUpload, { uploadUuid }, ctx.now())
    },
  },
)

function isCopyOf(url: string): IsCurrent {
  return async (_inner, record) => record.videoUrl === url && record.importMode === 'copy' && isUnderway(record)
}

function isUploadOf(uploadUuid: string): IsCurrent {
  return async (inner, record) =>
    record.videoUrl === null &&
    record.source === 'upload' &&
    isUnderway(record) &&
    (await wholeUpload(inner, uploadUuid)) !== undefined
}

const isUnfinished: IsCurrent = async (_inner, record) => !record.hasMp4

function isUnderway({ processing }: StaticVideo): boolean {
  return processing?.step !== undefined
}

/** Failure of a video whose job is dead: no attempt finished, not even with an error of the video. */
export function givenUp(): VideoFailed {
  return new VideoFailed('given_up', 'The server could not process the video.')
}

/** Imports media and replaces those of the video. Returns false when a retry is scheduled. */
async function importFrom(ctx: Ctx, from: ImportSource, how: Attempt): Promise<boolean> {
  const { staticId, isCurrent = always } = how
  const record = await ctx.store.find(staticVideo, staticId)
  if (record === undefined || !(await isCurrent(ctx, record))) return true
  const assetUuid = uuidv7(ctx.now().getTime())
  return attempted(ctx, how, async () => {
    const work = { accountId: ctx.account.id, from, targetUuid: assetUuid, title: record.title ?? 'Video' }
    const made = await ctx.port(videoWorkPort).importVideo({ ...work, onProgress: progressWriter(ctx, staticId) })
    await storeMedia(ctx, staticId, { assetUuid, made, isCurrent })
  })
}

/** Task that removes the stored media of a deleted video, or of one with new media. */
export const removeMedia = outboundTask(
  'livestream.static.removeMedia',
  'Removes the media of a deleted video.',
  Type.Object({ assetUuid: Type.String() }),
  async (ctx, { assetUuid }) => ctx.port(videoWorkPort).remove(ctx.account.id, assetUuid),
)

/** Task that removes the stored parts of an upload. */
export const removeUpload = outboundTask(
  'livestream.static.removeUpload',
  'Removes the parts of a file that was uploaded.',
  Type.Object({ uploadUuid: Type.String() }),
  async (ctx, { uploadUuid }) => ctx.port(videoWorkPort).removeUpload(ctx.account.id, uploadUuid),
)

export const tasks = [finishRecording, importStatic, importUpload, removeMedia, removeUpload]

/** Deletes uploads of a video in these statuses and schedules the removal of their parts. Call inside `ctx.atomic`. */
export async function discardUploads(ctx: Ctx, staticId: string, statuses: UploadRow['status'][]): Promise<void> {
  for (const uploadUuid of await dropUploads(ctx, uuidOf(staticVideo.prefix, staticId), statuses)) {
    ctx.later(removeUpload, { uploadUuid }, ctx.now())
  }
}

/** Whether the result of a job still belongs to its video, which may have changed since the job began. */
type IsCurrent = (ctx: Ctx, record: StaticVideo) => Promise<boolean>

const always: IsCurrent = () => Promise.resolve(true)

/** Video of a job, the fact to emit on failure, and whether the job still belongs to it. */
export type Failing = { staticId: string; failed?: Fact<Subject>; isCurrent?: IsCurrent }

/** Number of an attempt, from 1; `again` schedules the next one. */
export type Attempt = Failing & { attempt: number; again(at: Date): void }

/**
 * Runs work on a video. An error of the video is stored for its owner at once; a transient failure is retried a few
 * times, with false as the result. Throws the error of work that a stop of the process interrupted: its job runs again.
 */
export async function attempted(ctx: Ctx, how: Attempt, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof VideoFailed) || isCutShort(error)) throw error
    if (isPassing(error) && how.attempt < triesMax) {
      how.again(new Date(ctx.now().getTime() + how.attempt * restMs))
      return false
    }
    await storeFailure(ctx, how, error)
    return true
  }
}

/** Result of a finished job: the media, and the asset that holds it. */
export type FinishedWork = {
  assetUuid: string
  made: VideoMade
  patch?: Record<string, unknown>
  ready?: Fact<Subject>
} & Pick<Attempt, 'isCurrent'>

/** Stores the media of a video, moves the video to the state that its schedule sets, and emits the ready fact. */
export async function storeMedia(
  ctx: Ctx,
  staticId: string,
  { assetUuid, made, patch, ready = staticReady, isCurrent = always }: FinishedWork,
): Promise<void> {
  const isStored = await ctx.atomic(async (inner) => {
    const before = await claimCurrent(inner, staticId, isCurrent)
    if (before === undefined) {
      inner.later(removeMedia, { assetUuid }, inner.now())
      return false
    }
    const { width, height, byteCount } = made
    const durationSeconds = inMilliseconds(made.durationSeconds)
    const status = restingStatus(inner, before)
    const publishedAt = before.publishedAt ?? (status === 'published' ? inner.now().toISOString() : null)
    const media = { durationSeconds, width, height, byteCount, hasMp4: true, processing: null, publishedAt }
    const assetId = encodeId('ast', inner.account.id, assetUuid)
    const change = { patch: { ...media, ...patch, assetId }, status, isSilent: true }
    const after = await inner.store.update(staticVideo, staticId, change)
    setClock(inner, { after, before })
    emitStatic(inner, ready, after)
    if (isPublished(after, before)) emitStatic(inner, staticPublished, after)
    const replaced = uuidOf('ast', before.assetId)
    if (replaced !== null && replaced !== assetUuid) inner.later(removeMedia, { assetUuid: replaced }, inner.now())
    return true
  })
  if (isStored) await storeImages(ctx, staticId, assetUuid)
}

/**
 * Whether a write published a video. A clip that a viewer made is published by the owner, who features it: receivers of
 * the fact show the video that it names.
 */
export function isPublished(after: StaticVideo, before: StaticVideo): boolean {
  return after.status === 'published' && before.status !== 'published' && after.shelf !== 'viewers'
}

/** Makes poster and storyboard of a ready video. A failure is logged and leaves the video without them. */
async function storeImages(ctx: Ctx, staticId: string, assetUuid: string): Promise<void> {
  const taken = await ctx
    .port(videoWorkPort)
    .takeFrames(ctx.account.id, assetUuid)
    .catch((error: unknown) => {
      ctx.log.warn('poster and storyboard of a video failed', { staticId, error: String(error) })
      return undefined
    })
  const flags = [taken?.hasPoster ?? null, taken?.hasStoryboard ?? null]
  const written = await ctx.db.rows(writeImages, [
    ctx.account.id,
    uuidOf(staticVideo.prefix, staticId),
    assetUuid,
    ...flags,
  ])
  // The video was deleted or has other media: these files were written after the removal of its asset.
  if (written.length === 0) ctx.later(removeMedia, { assetUuid }, ctx.now())
}

/** Stores the error of a failed job and emits a fact. A video with earlier media keeps them and its status. */
export async function storeFailure(ctx: Ctx, how: Failing, failure: VideoFailed): Promise<void> {
  const { staticId, failed = staticFailed, isCurrent = always } = how
  ctx.log.info('the media of a video failed', { staticId, reason: failure.reason })
  await ctx.atomic(async (inner) => {
    const before = await claimCurrent(inner, staticId, isCurrent)
    if (before === undefined) return
    const status = before.status === 'processing' ? 'failed' : before.status
    const patch = { processing: { error: failure.message.slice(0, 500) } }
    const after = await inner.store.update(staticVideo, staticId, { patch, status, isSilent: true })
    emitStatic(inner, failed, after)
  })
}

/** Video locked until the transaction ends; undefined when it is deleted or the job's result is stale. */
async function claimCurrent(inner: Ctx, staticId: string, isCurrent: IsCurrent): Promise<StaticVideo | undefined> {
  if (!(await lockForUpdate(inner, staticVideo, staticId))) return undefined
  const record = await inner.store.get(staticVideo, staticId)
  return (await isCurrent(inner, record)) ? record : undefined
}

/** A duration in seconds, rounded to milliseconds: media count in ticks, whose seconds have 16 digits. */
export function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** Status of a video once its media are stored: scheduled before its schedule, else published. */
function restingStatus(ctx: Ctx, before: StaticVideo): string {
  if (before.status !== 'processing') return before.status
  const isAhead = before.scheduledAt !== null && new Date(before.scheduledAt) > ctx.now()
  return isAhead ? 'scheduled' : 'published'
}

/** Emits a fact whose payload is the video. */
export function emitStatic(ctx: Ctx, fact: Fact<Subject>, after: StaticVideo): void {
  const { id, status, version } = after
  ctx.emit(fact, { ...view(staticVideo, after, 'owner'), id, status, version }, after)
}

/** Writes the progress of a job, without a new version or audit row. */
function progressWriter(ctx: Ctx, staticId: string): OnProgress {
  let last = { percent: -percentStep, step: '' }
  return (percent, step) => {
    if (step === last.step && percent < last.percent + percentStep) return
    last = { percent, step }
    const values = [ctx.account.id, uuidOf(staticVideo.prefix, staticId), Math.round(percent), step]
    ctx.db
      .rows(writeProgress, values)
      .catch((error: Error) => ctx.log.warn('progress of a video was not written', { error: error.message }))
  }
}

const writeImages = statement(
  'livestream_static.writeImages',
  'account',
  `update livestream_static
   set has_poster = coalesce($4, has_poster), has_storyboard = coalesce($5, has_storyboard)
   where account_id = $1 and id = $2 and asset_id = $3 and deleted_at is null returning id`,
)

const beginProgress = statement(
  'livestream_static.beginProgress',
  'account',
  `update livestream_static set processing_percent = 0, processing_step = 'waiting', processing_error = null
   where account_id = $1 and id = $2 and deleted_at is null`,
)

/** Writes progress; progress that arrives after the end of the job changes nothing. */
const writeProgress = statement(
  'livestream_static.writeProgress',
  'account',
  `update livestream_static set processing_percent = $3, processing_step = $4
   where account_id = $1 and id = $2 and processing_step is not null and deleted_at is null`,
)
