import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import { lockForShare } from '#platform/db/rowLocks.ts'
import { matchLabels } from '#platform/taxonomy/labels.ts'
import { labels } from '#products/livestream/category.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { hashPassword } from '#platform/secrets/password.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { readMoment, reschedule, type Schedule, type SentSchedule } from './staticSchedule.ts'
import { searchTypeFallback, type StaticVideo } from '#products/livestream/records/staticVideo.ts'

/** Fields of a video that a request may set, for all operations. */
export type SentStatic = SentSchedule & {
  searchType?: string | null | undefined
  channelId?: string | null | undefined
  category?: string | null | undefined
  subCategory?: string | null | undefined
  videoUrl?: string | null | undefined
  visibility?: StaticVideo['visibility'] | undefined
  isRewardsEnabled?: boolean | undefined
  expiresAt?: string | null | undefined
  importMode?: StaticVideo['importMode'] | undefined
  password?: string | undefined
}

/** Fields that the platform adds to the request, and the resulting state. */
export type Plan = { set: Record<string, unknown>; status: string }

const nothing: Schedule = { scheduleDate: null, scheduleTime: null, timezone: null, scheduledAt: null }

/**
 * Derives the fields that a request implies: label links, the moment of the schedule, channel defaults, the hash of a
 * password, the status. Throws invalid, and invalid_transition for a change that the video's status does not allow.
 * Call inside `ctx.atomic`.
 */
export async function planStatic(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined): Promise<Plan> {
  const schedule = reschedule(before ?? nothing, sent, ctx.account.timeZone)
  const { scheduledAt } = schedule
  const expiresAt = expiryAfter(ctx, sent, before)
  refuseOrder(sent, scheduledAt, expiresAt)
  const set: Record<string, unknown> = {
    ...(await channelDefaults(ctx, sent, before)),
    ...(await labelLinks(ctx, sent, before)),
    ...schedule,
    expiresAt,
  }
  if (sent.searchType === '' || sent.searchType === null) set['searchType'] = searchTypeFallback
  if (sent.password !== undefined) set['passwordHash'] = await hashPassword(sent.password)
  const videoUrl = sent.videoUrl === undefined ? (before?.videoUrl ?? null) : sent.videoUrl
  const importMode = sent.importMode ?? before?.importMode ?? 'copy'
  const isNewMedia = videoUrl !== null && (videoUrl !== before?.videoUrl || importMode !== before?.importMode)
  if (isNewMedia && importMode === 'copy') checkCalled(ctx, videoUrl)
  if (isNewMedia) set['source'] = 'import'
  if (isNewMedia) set['processing'] = importMode === 'copy' ? { percent: 0, step: 'waiting' } : null
  const hasMedia = (before?.assetId ?? null) !== null || (videoUrl !== null && importMode === 'link')
  const isGone = videoUrl === null && (before?.videoUrl ?? null) !== null
  if (isGone) set['processing'] = null
  const status = statusAfter(ctx, before?.status ?? 'draft', { hasMedia, isNewMedia, isGone, scheduledAt })
  if (status === 'published' && before?.status !== 'published') set['publishedAt'] = ctx.now().toISOString()
  if (before === undefined) return { set, status }
  // An owner who makes a viewer's clip public shows it.
  if (before.shelf === 'viewers' && sent.visibility === 'public') set['shelf'] = 'featured'
  refuseLateSchedule(ctx, { sent, before, scheduledAt })
  refuseExpired(ctx, { before, status, expiresAt })
  if (expiresAt !== before.expiresAt) set['silentExpiresAt'] = expiresAt
  return { set, status }
}

/** Throws invalid for an address that the server refuses to fetch. Linked videos are fetched by players only. */
function checkCalled(ctx: Ctx, videoUrl: string): void {
  const refusal = ctx.port(outboundPort).refusalOf(videoUrl, 'web')
  if (refusal !== undefined) throw invalid(field('videoUrl', refusal.rule, refusal.message))
}

type MediaNow = { hasMedia: boolean; isNewMedia: boolean; isGone: boolean; scheduledAt: string | null }

/**
 * Status after a write. An unpublished video waits for its media, then for its schedule. A published one stays so with
 * its earlier media while new media are fetched.
 */
function statusAfter(ctx: Ctx, from: string, { hasMedia, isNewMedia, isGone, scheduledAt }: MediaNow): string {
  if (from === 'published' || from === 'archived') return from
  if (isNewMedia && !hasMedia) return 'processing'
  if (!hasMedia) return isGone && (from === 'processing' || from === 'failed') ? 'draft' : from
  const isAhead = scheduledAt !== null && new Date(scheduledAt) > ctx.now()
  return isAhead ? 'scheduled' : 'published'
}

/** Claims the channel, so that it is not deleted before the commit. Returns its defaults for a new video. */
async function channelDefaults(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined) {
  if (typeof sent.channelId !== 'string') return {}
  const home = (await lockForShare(ctx, channel, sent.channelId))
    ? await ctx.store.find(channel, sent.channelId)
    : undefined
  if (home === undefined) throw invalid(unknownReference('channelId'))
  if (before !== undefined) return {}
  return {
    visibility: sent.visibility ?? home.defaults?.visibility ?? home.visibility,
    isRewardsEnabled: sent.isRewardsEnabled ?? home.defaults?.isRewardsEnabled ?? home.isRewardsEnabled,
  }
}

/** Label names as they were sent, and ids of the matching labels. */
async function labelLinks(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined) {
  if (sent.category === undefined && sent.subCategory === undefined) return {}
  const category = sent.category === undefined ? (before?.category ?? null) : sent.category
  const subCategory = sent.subCategory === undefined ? (before?.subCategory ?? null) : sent.subCategory
  return matchLabels(ctx, labels, { category, subCategory })
}

function expiryAfter(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined): string | null {
  if (sent.expiresAt === undefined) return before?.expiresAt ?? null
  if (sent.expiresAt === null) return null
  const expiresAt = readMoment('expiresAt', sent.expiresAt)
  if (new Date(expiresAt) > ctx.now()) return expiresAt
  throw invalid(field('expiresAt', 'future', 'must lie ahead'))
}

/** Throws invalid with the sent one of both fields. Texts compare as times: both are UTC with milliseconds. */
function refuseOrder(sent: SentStatic, scheduledAt: string | null, expiresAt: string | null): void {
  if (expiresAt === null || scheduledAt === null || expiresAt > scheduledAt) return
  if (typeof sent.expiresAt === 'string') throw invalid(field('expiresAt', 'order', 'must lie behind the schedule'))
  throw invalid(field(scheduleField(sent), 'order', `must lie before ${expiresAt}, when the video expires`))
}

/** Throws invalid_transition for a new schedule ahead of a video that was published, where it has no effect. */
function refuseLateSchedule(
  ctx: Ctx,
  now: { sent: SentStatic; before: StaticVideo; scheduledAt: string | null },
): void {
  const { sent, before, scheduledAt } = now
  if (before.status !== 'published' && before.status !== 'archived') return
  if (scheduledAt === null || scheduledAt === before.scheduledAt || new Date(scheduledAt) <= ctx.now()) return
  const message = `A schedule ahead is for videos that were not public yet; this one is ${before.status}.`
  const fields = [field(scheduleField(sent), 'state', `must not lie ahead: the video is ${before.status}`)]
  throw problem(reasons.invalidTransition, { message, fields, details: { status: before.status } })
}

/** Throws invalid_transition for a write that would publish an expired draft. */
function refuseExpired(ctx: Ctx, now: { before: StaticVideo; status: string; expiresAt: string | null }): void {
  const { before, status, expiresAt } = now
  if (status === before.status || expiresAt === null || new Date(expiresAt) > ctx.now()) return
  const message = `The video expired at ${expiresAt}. Move or clear expiresAt by Update Create first.`
  const fields = [field('videoUrl', 'state', `must not be set on a video that expired at ${expiresAt}`)]
  throw problem(reasons.invalidTransition, { message, fields, details: { status: before.status } })
}

function scheduleField(sent: SentStatic): string {
  return (
    (['scheduleDate', 'scheduleTime', 'timezone'] as const).find((name) => sent[name] !== undefined) ?? 'scheduleDate'
  )
}
