import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import type { Audience } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { staticVideo, type StaticVideo } from './staticVideo.ts'
import { stream, type Stream } from './stream.ts'
import { channel, isLiveSql, shownSql } from './channel.ts'

/** Whose videos are asked for, and who looks. */
export type OnChannel = { channelId: string; audience: Audience }

/** What is live on a channel, what went live last first. An account has few streams that run at once. */
export async function liveOn(ctx: Ctx, of: OnChannel): Promise<Stream[]> {
  const conditions = conditionsOf(of, isLiveSql('t', of.audience))
  const { items } = await ctx.store.list(stream, { conditions, limit: limits.pageLimitMax })
  return items.toSorted((one, other) => (other.startedAt ?? '').localeCompare(one.startedAt ?? ''))
}

/** What is scheduled on a channel, what comes first first. */
export async function comingOn(ctx: Ctx, of: OnChannel, limit: number): Promise<Stream[]> {
  const conditions = conditionsOf(of, `t.status = 'scheduled'${shownSql('t', of.audience)}`)
  return (await ctx.store.list(stream, { conditions, sort: 'scheduleKey', limit })).items
}

/** The published videos of a channel, the latest first. */
export async function recentOn(ctx: Ctx, of: OnChannel, limit: number): Promise<StaticVideo[]> {
  const isShown = of.audience === 'owner' ? '' : " and t.visibility = 'public'"
  const conditions = conditionsOf(of, `t.status = 'published'${isShown}`)
  return (await ctx.store.list(staticVideo, { conditions, sort: '-publishedAt', limit })).items
}

function conditionsOf({ channelId }: OnChannel, sql: string) {
  return [{ sql: `t.channel_id = $1 and ${sql}`, values: [uuidOf(channel.prefix, channelId)] }]
}
