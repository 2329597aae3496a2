import type { Condition, Ctx } from '#kit/context.ts'
import { parseId } from '#kit/ids.ts'
import { isPublic } from '#kit/resource.ts'
import { channel } from '#products/livestream/channel/channel.ts'
import { isOpen, staticVideo } from '#products/livestream/static/staticVideo.ts'
import { details, type Details } from './details.ts'
import { localeChain } from './locale.ts'
import { localesMax } from './removal.ts'

export type Wanted = { targetId: string; locale?: string | undefined; isPublic: boolean }

/** The sheet of a target that fits a language best: by its chain, then the target's own language. */
export async function resolveSheet(ctx: Ctx, wanted: Wanted): Promise<Details | undefined> {
  const language = await languageOf(ctx, wanted.targetId)
  const conditions = [{ sql: 't.target_id = $1', values: [wanted.targetId] }]
  const page = await ctx.store.list(details, { conditions, limit: localesMax, publicOnly: wanted.isPublic })
  const byLocale = new Map(page.items.map((each) => [each.locale, each]))
  for (const locale of localeChain(wanted.locale, language)) {
    const found = byLocale.get(locale)
    if (found !== undefined) return found
  }
  return undefined
}

/** The language that a target speaks: the channel's, else the account's. */
export async function languageOf(ctx: Ctx, targetId: string): Promise<string> {
  const video = await ctx.store.find(staticVideo, targetId)
  const channelId = video === undefined ? targetId : video.channelId
  const home = channelId === null ? undefined : await ctx.store.find(channel, channelId)
  return home?.language ?? ctx.account.language
}

/** Whether the public may know of the target of a sheet. */
export async function isTargetPublic(ctx: Ctx, targetId: string): Promise<boolean> {
  if (parseId('sta', targetId) !== undefined) {
    const video = await ctx.store.find(staticVideo, targetId)
    return video !== undefined && isPublic(staticVideo, video)
  }
  const home = await ctx.store.find(channel, targetId)
  return home !== undefined && isPublic(channel, home)
}

/** Whether anyone may have the tracks of a sheet's target: a video must be open, not behind a password, say. */
export async function isTargetOpen(ctx: Ctx, targetId: string): Promise<boolean> {
  if (parseId('sta', targetId) === undefined) return isTargetPublic(ctx, targetId)
  const video = await ctx.store.find(staticVideo, targetId)
  return video !== undefined && isOpen(video)
}

/** The same for a list: rows whose target the public may see. Listed are those of listed targets alone. */
export const targetListed: Condition = {
  sql:
    '(exists (select 1 from livestream_static s where s.account_id = t.account_id and s.id = t.static_id ' +
    "and s.status = 'published' and s.visibility = 'public' and s.deleted_at is null) or " +
    'exists (select 1 from livestream_channel c where c.account_id = t.account_id and c.id = t.channel_id ' +
    "and c.status = 'active' and c.visibility = 'public' and c.deleted_at is null))",
  values: [],
}
