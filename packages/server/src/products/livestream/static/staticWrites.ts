import type { Ctx, CreateOptions, UpdateOptions } from '#kit/call/context.ts'
import { field, invalid, problem, reasons, Problem } from '#kit/call/problem.ts'
import type { Draft, Patch } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { removeDetailsOf } from '#products/livestream/details/targetSheets.ts'
import { staticPublished } from '#products/livestream/facts.ts'
import { setClock } from './staticClock.ts'
import { discardUploads, emitStatic, importStatic, isPublished, removeMedia } from './staticMedia.ts'
import { planStatic, type SentStatic } from './staticPlan.ts'
import { staticVideo, type StaticVideo } from '#products/livestream/records/staticVideo.ts'

/** Fields of a video in a request, the password among them. */
export type StaticInput = Record<string, unknown> & SentStatic

type Made = { record: StaticVideo; created: boolean }

/** Creates a video in the status that follows from its media and schedule. Call inside `ctx.atomic`. */
export async function createStatic(ctx: Ctx, sent: StaticInput, how: CreateOptions): Promise<Made> {
  const plan = await planStatic(ctx, sent, undefined)
  const { password: _password, ...draft } = sent
  // cast: the input was accepted by a schema made of the resource's own fields.
  const made = await ctx.store.create(staticVideo, draft as Draft<typeof staticVideo>, { ...how, ...plan })
  if (!made.created) return made
  if (made.record.status === 'published') emitStatic(ctx, staticPublished, made.record)
  setClock(ctx, { after: made.record, before: undefined })
  scheduleImport(ctx, made.record)
  return made
}

/** Fields and options of an update. A silent one emits no fact when it, or the schedule that it sets, publishes. */
export type StaticChange = { sent: StaticInput; how: UpdateOptions; isSilent: boolean }

/** Updates a video and emits at most the fact of its publication. Throws not_found. Call inside `ctx.atomic`. */
export async function updateStatic(ctx: Ctx, id: string, change: StaticChange): Promise<StaticVideo> {
  const { sent, how, isSilent } = change
  if (!(await lockForUpdate(ctx, staticVideo, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(staticVideo, id)
  const { set, status } = await planStatic(ctx, sent, before)
  const { password: _password, ...fields } = sent
  const isMoved = before.status !== 'scheduled' || before.scheduledAt !== set['scheduledAt']
  if (status === 'scheduled' && isMoved) set['silentScheduledAt'] = isSilent ? set['scheduledAt'] : null
  // cast: the input was accepted by a schema made of the resource's own fields.
  const patch = { ...fields, ...set } as Patch<typeof staticVideo>
  const after = await ctx.store.update(staticVideo, id, { ...how, patch, status, isSilent: true })
  if (!isSilent && isPublished(after, before)) emitStatic(ctx, staticPublished, after)
  setClock(ctx, { after, before })
  if (after.videoUrl !== before.videoUrl || after.importMode !== before.importMode) scheduleImport(ctx, after)
  return after
}

/** Schedules the import of a video at an external address, unless it is only linked. */
function scheduleImport(ctx: Ctx, { id: staticId, videoUrl, importMode }: StaticVideo): void {
  if (videoUrl === null || importMode !== 'copy') return
  ctx.later(importStatic, { staticId, url: videoUrl, attempt: 1 }, ctx.now())
}

/** Updates the video that an id or a clientReference names, or creates it. Throws not_found for an unknown id. */
export async function putStatic(ctx: Ctx, sent: StaticInput, how: PutOptions): Promise<Made> {
  const known = await knownStatic(ctx, how)
  const change = { sent, how: { ifVersion: how.ifVersion, action: how.action }, isSilent: false }
  if (known !== undefined) return { record: await updateStatic(ctx, known, change), created: false }
  try {
    const { clientReference, metadata } = how
    return await createStatic(ctx, sent, { clientReference, metadata })
  } catch (error) {
    const isRace = error instanceof Problem && error.reason === reasons.clientReferenceExists.reason
    const made = isRace ? await knownStatic(ctx, how) : undefined
    if (made === undefined) throw error
    return { record: await updateStatic(ctx, made, change), created: false }
  }
}

export type PutOptions = {
  staticId?: string | undefined
  clientReference?: string | undefined
  metadata?: Record<string, string> | undefined
  ifVersion?: number | undefined
  action?: string | undefined
}

/** Deletes a video with its details. Throws not_found. Call inside `ctx.atomic`. */
export async function removeStatic(ctx: Ctx, id: string, how: { ifVersion?: number } = {}): Promise<StaticVideo> {
  if (!(await lockForUpdate(ctx, staticVideo, id))) throw problem(reasons.notFound)
  await removeDetailsOf(ctx, id)
  const removed = await ctx.store.remove(staticVideo, id, how)
  const assetUuid = uuidOf('ast', removed.assetId)
  if (assetUuid !== null) ctx.later(removeMedia, { assetUuid }, ctx.now())
  await discardUploads(ctx, id, ['receiving', 'whole'])
  return removed
}

async function knownStatic(ctx: Ctx, how: PutOptions): Promise<string | undefined> {
  const { staticId, clientReference } = how
  const named = await ctx.store.findRepeat(staticVideo, how)
  if (staticId === undefined) return named?.id
  const record = await ctx.store.get(staticVideo, staticId)
  if (named !== undefined && named.id !== record.id) {
    throw problem(reasons.clientReferenceExists, { details: { existingId: named.id } })
  }
  if (clientReference !== undefined && named === undefined) {
    throw invalid(field('clientReference', 'fixed', 'is given when a video is made, and does not change'))
  }
  return record.id
}
