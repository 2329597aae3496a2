import type { Ctx, Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { dayOf } from '#platform/telemetry/partitions.ts'
import { intervals } from './period.ts'

/** How often a recorded video was viewed in all; some ten minutes old at most. */
export function viewsOfStatic(ctx: Ctx, staticId: string): Promise<number> {
  return count(ctx, countTarget, uuidOf('sta', staticId))
}

/** How often was viewed in all what was on a channel when it was watched; as old. */
export function viewsOfChannel(ctx: Ctx, channelId: string): Promise<number> {
  return count(ctx, countChannel, uuidOf('chn', channelId))
}

async function count(ctx: Ctx, counted: Statement, uuid: string | null): Promise<number> {
  const [row] = await ctx.db.rows<{ views: number }>(counted, [ctx.account.id, uuid])
  return row?.views ?? 0
}

/** What the platform does for them from time to time. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.audience.countViews',
    description: 'Counts the views of yesterday and today by video and channel.',
    everySeconds: 60,
    async run({ db, now }) {
      const yesterdayMs = dayOf(now()).getTime() - intervals.day
      // A view that began the day before is not one of yesterday's.
      const sinceMs = yesterdayMs - intervals.day
      await db.rows(
        countDays,
        [sinceMs, yesterdayMs].map((ms) => new Date(ms).toISOString()),
      )
    },
  },
]

const countDays = statement(
  'livestream_view_daily.count',
  'offline',
  `insert into livestream_view_daily (account_id, target_id, channel_id, day, views)
   select account_id, target_id, channel_id, date_bin(interval '1 day', began_at, timestamptz 'epoch') as day, count(*)
   from (
     select account_id, target_id, channel_id, view_id, min(starts_at) as began_at
     from livestream_view_five where starts_at >= $1 and played_ms > 0
     group by account_id, target_id, channel_id, view_id) v
   where began_at >= $2
   group by account_id, target_id, channel_id, day
   on conflict (account_id, target_id, channel_id, day) do update set views = excluded.views
   where livestream_view_daily.views <> excluded.views`,
)

const countTarget = statement(
  'livestream_view_daily.ofTarget',
  'account',
  `select coalesce(sum(views), 0)::bigint as views from livestream_view_daily
   where account_id = $1 and target_id = $2`,
)

const countChannel = statement(
  'livestream_view_daily.ofChannel',
  'account',
  `select coalesce(sum(views), 0)::bigint as views from livestream_view_daily
   where account_id = $1 and channel_id = $2`,
)
