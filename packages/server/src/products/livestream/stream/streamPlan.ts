import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { hashPassword } from '#platform/secrets/password.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { lockForShare } from '#platform/db/rowLocks.ts'
import { matchLabels } from '#platform/taxonomy/labels.ts'
import { labels } from '#products/livestream/category.ts'
import { channel, type Channel } from '#products/livestream/records/channel.ts'
import { createChannel } from '#products/livestream/channel/channelWrites.ts'
import { requireFfmpeg } from '#products/livestream/records/ffmpegNeeded.ts'
import { reschedule, type SentSchedule } from '#products/livestream/static/staticSchedule.ts'
import { livestreamSettings } from '#products/livestream/settings.ts'
import { requireCapable } from './capable.ts'
import type { SentTarget } from './simulcastTargets.ts'
import type { Stream } from '#products/livestream/records/stream.ts'

/** Request fields of a stream that need more than a copy into the record. */
export type SentStream = SentSchedule & {
  channelId?: string | null | undefined
  category?: string | null | undefined
  subCategory?: string | null | undefined
  visibility?: Stream['visibility'] | undefined
  replayVisibility?: Stream['visibility'] | undefined
  isRewardsEnabled?: boolean | undefined
  latencyMode?: Stream['latencyMode'] | undefined
  renditions?: Stream['renditions'] | undefined
  record?: boolean | undefined
  dvrWindowSeconds?: number | undefined
  endOnUnpublish?: boolean | undefined
  allowViewerClips?: boolean | undefined
  password?: string | undefined
  simulcastTargets?: readonly SentTarget[] | undefined
}

/** Record fields to write, by name. */
type Plan = Record<string, unknown> & { scheduledAt: string | null }

const unscheduled = { scheduleDate: null, scheduleTime: null, timezone: null, scheduledAt: null }

/**
 * Derives the fields that a request implies: channel and its defaults, label links, the moment of the schedule, the
 * hash of a password. Throws invalid, ffmpeg_missing and engine_unsupported. Call inside `ctx.atomic`.
 */
export async function planStream(ctx: Ctx, sent: SentStream, before: Stream | undefined): Promise<Plan> {
  requireCapable(ctx, sent)
  if (sent.renditions === 'auto') requireFfmpeg(ctx, 'Smaller renditions need', 'send `renditions: "source"`')
  const schedule = reschedule(before ?? unscheduled, sent, ctx.account.timeZone)
  refusePast(ctx, sent, { scheduledAt: schedule.scheduledAt, before: before?.scheduledAt ?? null })
  const set: Plan = {
    ...(await channelDefaults(ctx, sent, before)),
    ...(await labelLinks(ctx, sent, before)),
    ...schedule,
  }
  if (sent.password !== undefined) set['passwordHash'] = await hashPassword(sent.password)
  return set
}

function refusePast(ctx: Ctx, sent: SentStream, moments: { scheduledAt: string | null; before: string | null }): void {
  const { scheduledAt, before } = moments
  if (scheduledAt === null || scheduledAt === before || new Date(scheduledAt) > ctx.now()) return
  const named = (['scheduleDate', 'scheduleTime', 'timezone'] as const).find((name) => sent[name] !== undefined)
  throw invalid(field(named ?? 'scheduleDate', 'future', `must lie ahead: it means ${scheduledAt}`))
}

/** Locks the channel against deletion. A new stream takes the channel's defaults for fields that were not sent. */
async function channelDefaults(
  ctx: Ctx,
  sent: SentStream,
  before: Stream | undefined,
): Promise<Record<string, unknown>> {
  if (before !== undefined && typeof sent.channelId !== 'string') return { channelId: before.channelId }
  const home = typeof sent.channelId === 'string' ? await claimedChannel(ctx, sent.channelId) : await firstChannel(ctx)
  if (before !== undefined) return { channelId: home.id }
  const { defaults } = home
  const visibility = sent.visibility ?? defaults?.visibility ?? home.visibility
  const replayVisibility = sent.replayVisibility ?? defaults?.replayVisibility ?? visibility
  // Fields that neither the request nor the channel sets get their own defaults.
  const unsent = Object.entries(defaults ?? {}).filter(([name]) => !Object.hasOwn(sent, name))
  const latencyMode = sent.latencyMode ?? defaults?.latencyMode ?? defaultLatencyMode(ctx)
  const isRewardsEnabled = sent.isRewardsEnabled ?? defaults?.isRewardsEnabled ?? home.isRewardsEnabled
  const chosen = { latencyMode, visibility, replayVisibility, isRewardsEnabled }
  return { ...Object.fromEntries(unsent), ...chosen, channelId: home.id }
}

/** The operator's latency for new streams; another one where the live engine does not offer it. */
function defaultLatencyMode(ctx: Ctx): Stream['latencyMode'] {
  const { defaultLatencyMode: chosen } = ctx.settings.of(livestreamSettings)
  const { latencyModes } = ctx.port(liveVideoPort).capabilities
  return latencyModes.includes(chosen) ? chosen : (latencyModes[0] ?? chosen)
}

async function claimedChannel(ctx: Ctx, channelId: string): Promise<Channel> {
  const home = (await lockForShare(ctx, channel, channelId)) ? await ctx.store.find(channel, channelId) : undefined
  if (home === undefined) throw invalid(unknownReference('channelId'))
  return home
}

/** The account's oldest channel; an account without one gets a channel with its own name. */
async function firstChannel(ctx: Ctx): Promise<Channel> {
  const page = await ctx.store.list(channel, { sort: 'createdAt', limit: 1 })
  const [oldest] = page.items
  if (oldest !== undefined) return claimedChannel(ctx, oldest.id)
  const made = await createChannel(ctx, { name: ctx.account.name.slice(0, 80) }, {})
  return made.record
}

/** Label names as they were sent, and ids of the matching labels. */
async function labelLinks(ctx: Ctx, sent: SentStream, before: Stream | undefined) {
  if (sent.category === undefined && sent.subCategory === undefined) return {}
  const category = sent.category === undefined ? (before?.category ?? null) : sent.category
  const subCategory = sent.subCategory === undefined ? (before?.subCategory ?? null) : sent.subCategory
  return matchLabels(ctx, labels, { category, subCategory })
}
