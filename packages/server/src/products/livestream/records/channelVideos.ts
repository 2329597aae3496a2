import type { Ctx } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import type { Audience } from '#kit/nouns/resource.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { staticVideo, type StaticVideo } from './staticVideo.ts'
import { stream, type Stream } from './stream.ts'
import { channel, isLiveSql, listedSql } from './channel.ts'

/** Channel whose videos are listed, and the audience that they are listed for. */
export type OnChannel = { channelId: string; audience: Audience }

/** Live streams of a channel, latest start first. An account runs few streams at once: one page holds all. */
export async function liveOn(ctx: Ctx, of: OnChannel): Promise<Stream[]> {
  const conditions = conditionsOf(of, isLiveSql('t', of.audience))
  const { items } = await ctx.store.list(stream, { conditions, limit: limits.pageLimitMax })
  return items.toSorted((one, other) => (other.startedAt ?? '').localeCompare(one.startedAt ?? ''))
}

/** Scheduled streams of a channel, next one first. */
export async function comingOn(ctx: Ctx, of: OnChannel, limit: number): Promise<Stream[]> {
  const conditions = conditionsOf(of, `t.status = 'scheduled'${listedSql('t', of.audience)}`)
  return (await ctx.store.list(stream, { conditions, sort: 'scheduleKey', limit })).items
}

/** Published videos of a channel, latest first. Clips of viewers wait for the owner's choice: they are never public. */
export async function recentOn(ctx: Ctx, of: OnChannel, limit: number): Promise<StaticVideo[]> {
  const listed = of.audience === 'owner' ? " and t.shelf <> 'viewers'" : " and t.visibility = 'public'"
  const conditions = conditionsOf(of, `t.status = 'published'${listed}`)
  return (await ctx.store.list(staticVideo, { conditions, sort: '-publishedAt', limit })).items
}

function conditionsOf({ channelId }: OnChannel, sql: string) {
  return [{ sql: `t.channel_id = $1 and ${sql}`, values: [uuidOf(channel.prefix, channelId)] }]
}
