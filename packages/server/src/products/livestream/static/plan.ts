import type { Ctx } from '#kit/context.ts'
import { field, invalid } from '#kit/problem.ts'
import { holdRecord } from '#platform/db/hold.ts'
import { matchLabels } from '#platform/taxonomy/labels.ts'
import { labels } from '#products/livestream/category.ts'
import { channel } from '#products/livestream/channel/channel.ts'
import { hashPassword } from '#platform/secrets/password.ts'
import { reschedule, type Schedule, type SentSchedule } from './schedule.ts'
import { searchTypeFallback, type StaticVideo } from './staticVideo.ts'

/** What a caller may send of a video, by whichever operation. */
export type SentStatic = SentSchedule & {
  searchType?: string | null | undefined
  channelId?: string | null | undefined
  category?: string | null | undefined
  subCategory?: string | null | undefined
  videoUrl?: string | null | undefined
  visibility?: StaticVideo['visibility'] | undefined
  isRewardsEnabled?: boolean | undefined
  expiresAt?: string | null | undefined
  password?: string | undefined
}

/** What the platform adds to what was sent, and the state that follows from all of it. */
export type Plan = { set: Record<string, unknown>; status: string }

const nothing: Schedule = { scheduleDate: null, scheduleTime: null, timezone: null, scheduledAt: null }

/**
 * Works out what a create or an update means beyond its own words: links of names, the moment of the schedule, what
 * the channel gives new videos, the hash of a password, the state. Throws invalid. Call inside `ctx.atomic`.
 */
export async function planStatic(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined): Promise<Plan> {
  refuseEarlyExpiry(ctx, sent)
  const schedule = reschedule(before ?? nothing, sent, ctx.account.timeZone)
  const set: Record<string, unknown> = {
    ...(await fromChannel(ctx, sent, before)),
    ...(await linked(ctx, sent, before)),
    ...schedule,
  }
  if (sent.searchType === '' || sent.searchType === null) set['searchType'] = searchTypeFallback
  if (sent.password !== undefined) set['passwordHash'] = await hashPassword(sent.password)
  const videoUrl = sent.videoUrl === undefined ? (before?.videoUrl ?? null) : sent.videoUrl
  if (videoUrl !== null && videoUrl !== before?.videoUrl) set['source'] = 'import'
  const status = statusAfter(ctx, before?.status ?? 'draft', { videoUrl, scheduledAt: schedule.scheduledAt })
  if (status === 'published' && before?.status !== 'published') set['publishedAt'] = ctx.now().toISOString()
  return { set, status }
}

/** A draft or scheduled video with media waits for its schedule, or is public now; the rest stays what it is. */
function statusAfter(ctx: Ctx, from: string, now: { videoUrl: string | null; scheduledAt: string | null }): string {
  if (from !== 'draft' && from !== 'scheduled') return from
  if (now.videoUrl === null) return from
  const isAhead = now.scheduledAt !== null && new Date(now.scheduledAt) > ctx.now()
  return isAhead ? 'scheduled' : 'published'
}

/** Holds the channel against deletion; a new video starts with what the channel gives. */
async function fromChannel(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined) {
  if (typeof sent.channelId !== 'string') return {}
  const home = (await holdRecord(ctx, channel, sent.channelId))
    ? await ctx.store.find(channel, sent.channelId)
    : undefined
  if (home === undefined) throw invalid(field('channelId', 'reference', 'refers to something that does not exist'))
  if (before !== undefined) return {}
  return {
    visibility: sent.visibility ?? home.defaults?.visibility ?? home.visibility,
    isRewardsEnabled: sent.isRewardsEnabled ?? home.defaults?.isRewardsEnabled ?? false,
  }
}

/** Names are kept as they were sent; those that match are linked as well. */
async function linked(ctx: Ctx, sent: SentStatic, before: StaticVideo | undefined) {
  if (sent.category === undefined && sent.subCategory === undefined) return {}
  const category = sent.category === undefined ? (before?.category ?? null) : sent.category
  const subCategory = sent.subCategory === undefined ? (before?.subCategory ?? null) : sent.subCategory
  return matchLabels(ctx, labels, { category, subCategory })
}

function refuseEarlyExpiry(ctx: Ctx, sent: SentStatic): void {
  if (typeof sent.expiresAt !== 'string' || new Date(sent.expiresAt) > ctx.now()) return
  throw invalid(field('expiresAt', 'future', 'must lie ahead'))
}
