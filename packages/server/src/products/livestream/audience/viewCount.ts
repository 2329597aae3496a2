import type { Ctx, Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'

/** All views of a recorded video; some ten minutes old at most. */
export function viewsOfStatic(ctx: Ctx, staticId: string): Promise<number> {
  return count(ctx, countTarget, uuidOf('sta', staticId))
}

/** All views of recorded videos by their ids; videos without views are left out. */
export async function viewsOfStatics(ctx: Ctx, staticIds: readonly string[]): Promise<Map<string, number>> {
  const uuids = staticIds.flatMap((id) => uuidOf('sta', id) ?? [])
  const rows = await ctx.db.rows(countTargets, [ctx.account.id, uuids])
  return new Map(rows.map(({ target_id, views }) => [encodeId('sta', ctx.account.id, target_id), views]))
}

/** All views of videos that were on a channel at the time of the view; some ten minutes old at most. */
export function viewsOfChannel(ctx: Ctx, channelId: string): Promise<number> {
  return count(ctx, countChannel, uuidOf('chn', channelId))
}

async function count(ctx: Ctx, counted: Statement<{ views: number }>, uuid: string | null): Promise<number> {
  const [row] = await ctx.db.rows(counted, [ctx.account.id, uuid])
  return row?.views ?? 0
}

const countTarget = statement(
  'livestream_view_daily.ofTarget',
  'account',
  `select coalesce(sum(views), 0)::bigint as views from livestream_view_daily
   where account_id = $1 and target_id = $2`,
)

const countTargets = statement(
  'livestream_view_daily.ofTargets',
  'account',
  `select target_id, sum(views)::bigint as views from livestream_view_daily
   where account_id = $1 and target_id = any($2::uuid[]) group by target_id`,
)

const countChannel = statement(
  'livestream_view_daily.ofChannel',
  'account',
  `select coalesce(sum(views), 0)::bigint as views from livestream_view_daily
   where account_id = $1 and channel_id = $2`,
)
