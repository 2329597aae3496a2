import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import { task } from '#kit/nouns/task.ts'
import type { RecordingSummary } from '#platform/video/live/liveHost.ts'
import { VideoFailed } from '#platform/video/videoFailed.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { sessionIdOf, type Session } from '#products/livestream/records/streamSession.ts'
import type { Stream } from '#products/livestream/records/stream.ts'
import { keepMarkersLater } from '#products/livestream/marker/markerChapters.ts'
import { staticPublished } from '#products/livestream/facts.ts'
import { emitStatic, finishRecording, inMilliseconds, removeMedia, storeFailure } from './staticMedia.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { removeStatic } from './staticWrites.ts'

const dayMs = 86_400_000

type Recorded = { session: Session; record: Stream | undefined; recording: RecordingSummary | 'due' }

/**
 * Creates the replay of a session. It plays at once from the spooled segments; while these are due, it is processing.
 * Returns its row id. Call inside `ctx.atomic`.
 */
export async function createRecording(ctx: Ctx, { session, record, recording }: Recorded): Promise<string | null> {
  const set = {
    ...(record === undefined ? {} : inherited(record)),
    // The replay of a session that never left its preview is private.
    visibility: session.live_at === null ? 'private' : (record?.replayVisibility ?? 'private'),
    passwordHash: record?.passwordHash ?? null,
    searchType: record?.searchType ?? 'recording',
    source: 'recording',
    parentStreamId: record?.id ?? null,
    sessionId: sessionIdOf(ctx.account.id, session.id),
    assetId: encodeId('ast', ctx.account.id, session.id),
    ...(recording === 'due' ? { processing: { percent: 0, step: 'writing' } } : mediaOf(ctx, recording)),
  }
  const status = recording === 'due' ? 'processing' : 'published'
  const made = await ctx.store.create(staticVideo, {}, { status, set })
  if (recording !== 'due') await finishLater(ctx, made.record)
  const days = record?.deleteRecordingAfterDays ?? null
  if (days !== null) {
    ctx.later(deleteRecording, { staticId: made.record.id }, new Date(ctx.now().getTime() + days * dayMs))
  }
  return uuidOf(staticVideo.prefix, made.record.id)
}

/** Publishes the replay whose recording was due. Without a recording it fails. Call inside `ctx.atomic`. */
export async function completeRecording(
  ctx: Ctx,
  session: Pick<Session, 'id' | 'static_id'>,
  recording: RecordingSummary | undefined,
): Promise<void> {
  const staticId = encodeId(staticVideo.prefix, ctx.account.id, session.static_id ?? '')
  const before = await ctx.store.find(staticVideo, staticId)
  // The owner deleted the replay before its media arrived.
  if (before === undefined) ctx.later(removeMedia, { assetUuid: session.id }, ctx.now())
  // A lost recording may come after all, with the disk of its node.
  const isAwaited = before?.status === 'processing' || (before?.status === 'failed' && recording !== undefined)
  if (before === undefined || !isAwaited || uuidOf('ast', before.assetId) !== session.id) return
  if (recording === undefined) return storeFailure(ctx, { staticId }, noRecording)
  const patch = { ...mediaOf(ctx, recording), processing: null }
  const change = { status: 'published', patch, isSilent: true }
  await finishLater(ctx, await ctx.store.update(staticVideo, staticId, change))
}

const noRecording = new VideoFailed('recording_lost', 'The server could not write the recording.')

/** Fields of a replay that its recording sets. The live poster is shown until the recording has its own. */
function mediaOf(ctx: Ctx, { durationSeconds, byteCount, width, height, hasPoster = false }: RecordingSummary) {
  const seconds = inMilliseconds(durationSeconds)
  return { publishedAt: ctx.now().toISOString(), durationSeconds: seconds, byteCount, width, height, hasPoster }
}

async function finishLater(ctx: Ctx, replay: StaticVideo): Promise<void> {
  emitStatic(ctx, staticPublished, replay)
  ctx.later(finishRecording, { staticId: replay.id, attempt: 1 }, ctx.now())
  await keepMarkersLater(ctx, replay)
}

/** Task that deletes a recording at the age that its stream sets. */
export const deleteRecording = task(
  'livestream.static.deleteRecording',
  'Deletes a recording when it is as old as its stream allows.',
  Type.Object({ staticId: Type.String() }),
  async (ctx, { staticId }) => {
    if ((await ctx.store.find(staticVideo, staticId)) === undefined) return
    await ctx.atomic((inner) => removeStatic(inner, staticId))
  },
)

/** Most recordings that one transaction deletes; a task deletes the rest. */
const recordingsAtOnce = 100

/** Deletes the recordings of a stream; its clips stay. Call inside `ctx.atomic`. */
export async function removeRecordings(ctx: Ctx, streamId: string): Promise<void> {
  const sql = "t.parent_stream_id = $1 and t.source = 'recording'"
  const conditions = [{ sql, values: [uuidOf('str', streamId)] }]
  const page = await ctx.store.list(staticVideo, { conditions, limit: recordingsAtOnce })
  for (const each of page.items) await removeStatic(ctx, each.id)
  if (page.pagination.hasMore) ctx.later(clearRecordings, { streamId }, ctx.now())
}

/** Task that deletes the next recordings of a stream, until none is left. */
export const clearRecordings = task(
  'livestream.static.clearRecordings',
  'Deletes the remaining recordings of a deleted stream.',
  Type.Object({ streamId: Type.String() }),
  (ctx, { streamId }) => removeRecordings(ctx, streamId),
)

export const tasks = [deleteRecording, clearRecordings]

/** Fields that a replay copies from its stream. */
function inherited(record: Stream): Record<string, unknown> {
  const { title, description, tags, channelId, coverPhotoUrl, isRewardsEnabled } = record
  const { category, subCategory, categoryId, subCategoryId } = record
  const labels = { category, subCategory, categoryId, subCategoryId }
  return { title, description, tags, channelId, coverPhotoUrl, isRewardsEnabled, ...labels }
}
