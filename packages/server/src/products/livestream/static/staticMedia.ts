import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Fact, Subject } from '#kit/nouns/fact.ts'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'
import { longTask, outboundTask } from '#kit/nouns/task.ts'
import { view } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { claimRecord } from '#platform/db/hold.ts'
import { isCutShort, isPassing, VideoFailed } from '#platform/video/videoFailed.ts'
import { videoWorkPort, type ImportSource, type OnProgress, type VideoMade } from '#platform/video/videoWorkPort.ts'
import { staticFailed, staticReady } from '#products/livestream/facts.ts'
import { setClock } from './staticClock.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { dropUploads, wholeUpload, type UploadRow } from './uploadRows.ts'

/** How often a video that failed for a passing reason is tried, and for how long it rests in between. */
const triesMax = 4
const restMs = 60_000
/** Progress is kept when it has moved by as much, so that a long video costs a hundred small writes at most. */
const percentStep = 2

/** Puts a file to keep beside the playlist of a recording. */
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
        const made = await ctx.port(videoWorkPort).finishRecording({ ...work, onProgress: keepProgress(ctx, staticId) })
        await keepMade(ctx, staticId, { assetUuid, made })
      })
    },
    failed: (ctx, { staticId }) => keepFailure(ctx, { staticId, isWanted: isUnfinished }, givenUp()),
  },
)

/** Fetches a video that lies elsewhere, and makes it one of ours. */
export const importStatic = longTask(
  'livestream.static.import',
  'Fetches a video from its address, checks it and keeps it.',
  Type.Object({ staticId: Type.String(), url: Type.String(), attempt: Type.Integer() }),
  {
    async handle(ctx, { staticId, url, attempt }) {
      const again = (at: Date) => ctx.later(importStatic, { staticId, url, attempt: attempt + 1 }, at)
      await importFrom(ctx, { url }, { staticId, attempt, again, isWanted: isCopyOf(url) })
    },
    failed: (ctx, { staticId, url }) => keepFailure(ctx, { staticId, isWanted: isCopyOf(url) }, givenUp()),
  },
)

/** Makes a video of a file that was uploaded. */
export const importUpload = longTask(
  'livestream.static.importUpload',
  'Checks a video that was uploaded, and keeps it.',
  Type.Object({ staticId: Type.String(), uploadUuid: Type.String(), attempt: Type.Integer() }),
  {
    async handle(ctx, { staticId, uploadUuid, attempt }) {
      const again = (at: Date) => ctx.later(importUpload, { staticId, uploadUuid, attempt: attempt + 1 }, at)
      const partUuids = await wholeUpload(ctx, uploadUuid)
      // Another one came after it.
      if (partUuids === undefined) return
      const isWanted = isUploadOf(uploadUuid)
      const isOver = await importFrom(ctx, { uploadUuid, partUuids }, { staticId, attempt, again, isWanted })
      if (isOver) ctx.later(removeUpload, { uploadUuid }, ctx.now())
    },
    async failed(ctx, { staticId, uploadUuid }) {
      await keepFailure(ctx, { staticId, isWanted: isUploadOf(uploadUuid) }, givenUp())
      ctx.later(removeUpload, { uploadUuid }, ctx.now())
    },
  },
)

function isCopyOf(url: string): IsWanted {
  return async (_inner, record) => record.videoUrl === url && record.importMode === 'copy' && isUnderway(record)
}

function isUploadOf(uploadUuid: string): IsWanted {
  return async (inner, record) =>
    record.videoUrl === null &&
    record.source === 'upload' &&
    isUnderway(record) &&
    (await wholeUpload(inner, uploadUuid)) !== undefined
}

const isUnfinished: IsWanted = async (_inner, record) => !record.hasMp4

function isUnderway({ processing }: StaticVideo): boolean {
  return processing?.step !== undefined
}

/** The failure of a video whose job is dead: no attempt came to an end of its own. */
export function givenUp(): VideoFailed {
  return new VideoFailed('given_up', 'The server could not process the video.')
}

/** Makes the media of a video, in place of what it has. Answers false where it is tried again. */
async function importFrom(ctx: Ctx, from: ImportSource, how: Attempt): Promise<boolean> {
  const { staticId, isWanted = always } = how
  const record = await ctx.store.find(staticVideo, staticId)
  if (record === undefined || !(await isWanted(ctx, record))) return true
  const assetUuid = uuidv7(ctx.now().getTime())
  return attempted(ctx, how, async () => {
    const work = { accountId: ctx.account.id, from, targetUuid: assetUuid, title: record.title ?? 'Video' }
    const made = await ctx.port(videoWorkPort).importVideo({ ...work, onProgress: keepProgress(ctx, staticId) })
    await keepMade(ctx, staticId, { assetUuid, made, isWanted })
  })
}

/** Removes what was kept of a video that is deleted, or that has new media. */
export const removeMedia = outboundTask(
  'livestream.static.removeMedia',
  'Removes the media of a deleted video.',
  Type.Object({ assetUuid: Type.String() }),
  async (ctx, { assetUuid }) => ctx.port(videoWorkPort).remove(ctx.account.id, assetUuid),
)

/** Removes the parts of a file that came in. */
export const removeUpload = outboundTask(
  'livestream.static.removeUpload',
  'Removes the parts of a file that was uploaded.',
  Type.Object({ uploadUuid: Type.String() }),
  async (ctx, { uploadUuid }) => ctx.port(videoWorkPort).removeUpload(ctx.account.id, uploadUuid),
)

export const tasks = [finishRecording, importStatic, importUpload, removeMedia, removeUpload]

/** Forgets what came for a video in these statuses, and removes its parts. Call inside `ctx.atomic`. */
export async function discardUploads(ctx: Ctx, staticId: string, statuses: UploadRow['status'][]): Promise<void> {
  for (const uploadUuid of await dropUploads(ctx, uuidOf(staticVideo.prefix, staticId), statuses)) {
    ctx.later(removeUpload, { uploadUuid }, ctx.now())
  }
}

/** Whether the result of a job still belongs to its video, which may have changed since the job began. */
type IsWanted = (ctx: Ctx, record: StaticVideo) => Promise<boolean>

const always: IsWanted = () => Promise.resolve(true)

/** The video, the fact about its failure, and whether the work is still wanted. */
export type Failing = { staticId: string; failed?: Fact<Subject>; isWanted?: IsWanted }

/** The number of an attempt, and how another one is queued. */
export type Attempt = Failing & { attempt: number; again(at: Date): void }

/**
 * Does work on a video. A fault of the video is reported to its owner at once; a passing failure is retried a few times
 * before, and answers false until then. Throws what a stop of the process cut short: its job runs again as it is.
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
    await keepFailure(ctx, how, error)
    return true
  }
}

/** Result of a finished job: the media, and the asset that holds it. */
export type Kept = {
  assetUuid: string
  made: VideoMade
  patch?: Record<string, unknown>
  ready?: Fact<Subject>
} & Pick<Attempt, 'isWanted'>

/** Stores the media of a video, moves the video to the state that its schedule sets, and emits the ready fact. */
export async function keepMade(
  ctx: Ctx,
  staticId: string,
  { assetUuid, made, patch, ready = staticReady, isWanted = always }: Kept,
): Promise<void> {
  const isKept = await ctx.atomic(async (inner) => {
    const before = await claimWanted(inner, staticId, isWanted)
    if (before === undefined) {
      inner.later(removeMedia, { assetUuid }, inner.now())
      return false
    }
    const { durationSeconds, width, height, byteCount } = made
    const status = restingStatus(inner, before)
    const publishedAt = before.publishedAt ?? (status === 'published' ? inner.now().toISOString() : null)
    const media = { durationSeconds, width, height, byteCount, hasMp4: true, processing: null, publishedAt }
    const assetId = encodeId('ast', inner.account.id, assetUuid)
    const change = { patch: { ...media, ...patch, assetId }, status, isSilent: true }
    const after = await inner.store.update(staticVideo, staticId, change)
    setClock(inner, { after, before })
    tellStatic(inner, ready, after)
    const replaced = uuidOf('ast', before.assetId)
    if (replaced !== null && replaced !== assetUuid) inner.later(removeMedia, { assetUuid: replaced }, inner.now())
    return true
  })
  if (isKept) await keepPictures(ctx, staticId, assetUuid)
}

/** Poster and storyboard come after the video is ready; a failure is logged and leaves the video without them. */
async function keepPictures(ctx: Ctx, staticId: string, assetUuid: string): Promise<void> {
  const taken = await ctx
    .port(videoWorkPort)
    .takeFrames(ctx.account.id, assetUuid)
    .catch((error: unknown) => {
      ctx.log.warn('no still image was made of a video', { staticId, error: String(error) })
      return undefined
    })
  const flags = [taken?.hasPoster ?? null, taken?.hasStoryboard ?? null]
  const kept = await ctx.db.rows(writePictures, [
    ctx.account.id,
    uuidOf(staticVideo.prefix, staticId),
    assetUuid,
    ...flags,
  ])
  // The video was deleted or has other media: these files were written after the removal of its asset.
  if (kept.length === 0) ctx.later(removeMedia, { assetUuid }, ctx.now())
}

/** Keeps why nothing could be made of a video. One that has media already keeps it. */
export async function keepFailure(ctx: Ctx, how: Failing, failure: VideoFailed): Promise<void> {
  const { staticId, failed = staticFailed, isWanted = always } = how
  ctx.log.info('a video could not be used', { staticId, reason: failure.reason })
  await ctx.atomic(async (inner) => {
    const before = await claimWanted(inner, staticId, isWanted)
    if (before === undefined) return
    const status = before.status === 'processing' ? 'failed' : before.status
    const patch = { processing: { error: failure.message.slice(0, 500) } }
    const after = await inner.store.update(staticVideo, staticId, { patch, status, isSilent: true })
    tellStatic(inner, failed, after)
  })
}

/** Video locked until the transaction ends; undefined when it is deleted or the job's result is stale. */
async function claimWanted(inner: Ctx, staticId: string, isWanted: IsWanted): Promise<StaticVideo | undefined> {
  if (!(await claimRecord(inner, staticVideo, staticId))) return undefined
  const record = await inner.store.get(staticVideo, staticId)
  return (await isWanted(inner, record)) ? record : undefined
}

/** Where a video goes when its media is there: it waits for its schedule, or is public now. */
function restingStatus(ctx: Ctx, before: StaticVideo): string {
  if (before.status !== 'processing') return before.status
  const isAhead = before.scheduledAt !== null && new Date(before.scheduledAt) > ctx.now()
  return isAhead ? 'scheduled' : 'published'
}

/** Emits a fact whose payload is the video. */
export function tellStatic(ctx: Ctx, fact: Fact<Subject>, after: StaticVideo): void {
  const { id, status, version } = after
  ctx.emit(fact, { ...view(staticVideo, after, 'owner'), id, status, version }, after)
}

/** Keeps how far the work is, without a version and an audit row for each step. */
function keepProgress(ctx: Ctx, staticId: string): OnProgress {
  let last = { percent: -percentStep, step: '' }
  return (percent, step) => {
    if (step === last.step && percent < last.percent + percentStep) return
    last = { percent, step }
    const values = [ctx.account.id, uuidOf(staticVideo.prefix, staticId), Math.round(percent), step]
    ctx.db
      .rows(writeProgress, values)
      .catch((error: Error) => ctx.log.warn('progress is not kept', { error: error.message }))
  }
}

const writePictures = statement(
  'livestream_static.writePictures',
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

/** Progress that arrives after the job ended changes nothing. */
const writeProgress = statement(
  'livestream_static.writeProgress',
  'account',
  `update livestream_static set processing_percent = $3, processing_step = $4
   where account_id = $1 and id = $2 and processing_step is not null and deleted_at is null`,
)
