import { storable } from '#kit/values/foreignText.ts'
import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { outboundTask, task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'
import type { Chapter } from '#products/livestream/details/chapters.ts'
import { details } from '#products/livestream/details/details.ts'
import { languageOf } from '#products/livestream/details/targetSheets.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'
import { clockText } from '#platform/pages/pageWords.ts'
import { marker, type Marker } from './marker.ts'

/** Most markers of a session: a sheet has 100 chapters, and one begins at 0. */
export const markersMax = 99

/** Least length of a chapter. Of two markers within it the later one is left out. */
const chapterSecondsMin = 0.5
const titleMax = 80

/** Task that makes the markers of a session chapters of its replay, once the replay has its media. */
export const keepMarkers = outboundTask(
  'livestream.marker.becomeChapters',
  'Makes the markers of a live session chapters of its replay.',
  Type.Object({ staticId: Type.String() }),
  async (ctx, { staticId }) => {
    const video = await ctx.store.find(staticVideo, staticId)
    const assetUuid = uuidOf('ast', video?.assetId)
    if (video === undefined || assetUuid === null) return
    const markers = await markersOf(ctx, video)
    if (markers.length === 0) return
    const timesMs = markers.map(({ markedAt }) => new Date(markedAt ?? 0).getTime())
    const seconds = await ctx.port(videoWorkPort).positions(ctx.account.id, { assetUuid, timesMs })
    const moments = markers.map(({ title }, index) => ({ startSeconds: seconds[index] ?? 0, title }))
    await ctx.atomic((inner) => keepChapters(inner, staticId, chaptersOf(moments, video)))
  },
)

/** Most markers that one transaction deletes; a task deletes the rest. */
const deletedMax = 100

/** Task that deletes the markers of a deleted stream. */
export const clearMarkers = task(
  'livestream.marker.clear',
  'Deletes the markers of a deleted stream.',
  Type.Object({ streamId: Type.String() }),
  async (ctx, { streamId }) => {
    const conditions = [{ sql: 't.stream_id = $1', values: [uuidOf('str', streamId)] }]
    const page = await ctx.store.list(marker, { conditions, limit: deletedMax })
    for (const { id } of page.items) await ctx.store.remove(marker, id)
    if (page.pagination.hasMore) ctx.later(clearMarkers, { streamId }, ctx.now())
  },
)

export const tasks = [keepMarkers, clearMarkers]

/** Schedules the task for the replay of a session that has markers. Call inside `ctx.atomic`. */
export async function keepMarkersLater(ctx: Ctx, { id, sessionId }: StaticVideo): Promise<void> {
  const conditions = ofSession(sessionId)
  if ((await ctx.store.count(marker, conditions, 1)) > 0) ctx.later(keepMarkers, { staticId: id }, ctx.now())
}

/** A marker at its position in the replay. */
type Moment = { startSeconds: number; title: string | null }

type Recorded = Pick<StaticVideo, 'title' | 'durationSeconds'>

/**
 * The chapters of marked moments. The first one, which players need at 0, has the title of the video. A moment at the
 * very end, which nothing follows, moves back by the least length of a chapter. Moments closer than that are one
 * chapter, with the first title that one of them has.
 */
export function chaptersOf(moments: readonly Moment[], { title, durationSeconds }: Recorded): Chapter[] {
  const latestSeconds = Math.max(0, (durationSeconds ?? Number.POSITIVE_INFINITY) - chapterSecondsMin)
  const chapters: (Chapter & { isNamed: boolean })[] = []
  for (const moment of moments.toSorted((one, other) => one.startSeconds - other.startSeconds)) {
    const startSeconds = Math.round(Math.min(moment.startSeconds, latestSeconds) * 1000) / 1000
    const last = chapters.at(-1)
    if (last === undefined && startSeconds >= chapterSecondsMin) {
      chapters.push({ startSeconds: 0, title: storable(title ?? clockText(0), titleMax), isNamed: true })
    } else if (last !== undefined && startSeconds - last.startSeconds < chapterSecondsMin) {
      if (!last.isNamed && moment.title !== null) Object.assign(last, { title: moment.title, isNamed: true })
      continue
    }
    chapters.push({
      startSeconds: chapters.length === 0 ? 0 : startSeconds,
      title: moment.title ?? clockText(startSeconds),
      isNamed: moment.title !== null,
    })
  }
  return chapters.map(({ startSeconds, title: name }) => ({ startSeconds, title: name }))
}

/** Condition on the markers of a session. */
export function ofSession(sessionId: string | null) {
  return [{ sql: 't.session_id = $1', values: [uuidOf('ses', sessionId)] }]
}

async function markersOf(ctx: Ctx, { sessionId }: StaticVideo): Promise<Marker[]> {
  return (await ctx.store.list(marker, { conditions: ofSession(sessionId), limit: markersMax })).items
}

/** Writes chapters into the sheet of a replay in its own language. A sheet that has chapters by now keeps them. */
async function keepChapters(ctx: Ctx, targetId: string, chapters: Chapter[]): Promise<void> {
  if (!(await lockForUpdate(ctx, staticVideo, targetId))) return
  const locale = await languageOf(ctx, targetId)
  const conditions = [{ sql: 't.target_id = $1 and t.locale = $2', values: [targetId, locale] }]
  const [sheet] = (await ctx.store.list(details, { conditions, limit: 1 })).items
  if (sheet === undefined) await ctx.store.create(details, { targetType: 'static', targetId, locale, chapters })
  else if (sheet.chapters.length === 0) await ctx.store.update(details, sheet.id, { patch: { chapters } })
}
