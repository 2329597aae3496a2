import type { Ctx, RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { presentMs } from '#products/livestream/audience/viewersNow.ts'
import { nilUuid } from '#products/livestream/audience/slices.ts'
import { channelFeed } from './channelFeed.ts'
import { streamFeed } from '#products/livestream/stream/streamFeed.ts'

/** Card of a live stream. Row ids. */
type Live = RowOf<typeof liveCards>
type Counted = RowOf<typeof presentNow>

/**
 * Schedule that writes the live columns of the public feeds: viewers, and the live stream of each channel. Each run
 * computes all values again, so a repeated or concurrent run is harmless.
 */
export const schedules: Schedule[] = [
  {
    name: 'livestream.stream.countViewers',
    description: 'Counts the viewers of streams and channels in the public feeds.',
    everySeconds: 5,
    async run(ctx) {
      const live = await ctx.db.rows(liveCards, [streamFeed.bucket])
      const counted = live.length === 0 ? [] : await countViewers(ctx)
      const found = new Map(counted.map((row) => [`${row.account_id} ${row.target_id}`, row.viewers]))
      const now = live.map((card) => ({
        ...card,
        viewers: card.hides_viewers ? 0 : (found.get(`${card.account_id} ${card.id}`) ?? 0),
      }))
      const changed = now.filter((card, index) => card.viewers !== live[index]?.viewers)
      if (changed.length > 0) {
        await ctx.db.rows(writeViewers, [streamFeed.bucket, ...arraysOf(changed), changed.map((each) => each.viewers)])
      }
      await writeLiveChannels(ctx, now)
    },
  },
]

type Run = Pick<Ctx, 'db' | 'now'>

function countViewers(ctx: Run): Promise<Counted[]> {
  return ctx.db.rows(presentNow, [new Date(ctx.now().getTime() - presentMs).toISOString()])
}

/** Writes the live stream of each channel: the one with most viewers, where several are live. */
async function writeLiveChannels(ctx: Run, live: readonly Live[]): Promise<void> {
  const byChannel = Map.groupBy(live, (card) => `${card.account_id} ${card.channel_id}`)
  const channels = [...byChannel.values()].flatMap((cards) => {
    const [best] = cards.toSorted((one, other) => other.viewers - one.viewers || one.id.localeCompare(other.id))
    return best === undefined ? [] : [{ ...best, viewers: cards.reduce((sum, each) => sum + each.viewers, 0) }]
  })
  const accounts = channels.map((each) => each.account_id)
  const ids = channels.map((each) => each.channel_id)
  const values = [channels.map((each) => each.id), channels.map((each) => each.viewers)]
  await ctx.db.rows(writeChannels, [channelFeed.bucket, accounts, ids, ...values])
}

function arraysOf(cards: readonly Live[]): [number[], string[]] {
  return [cards.map((each) => each.account_id), cards.map((each) => each.id)]
}

const liveCards = statement(
  'directory_stream_feed.live',
  'directory',
  `select account_id, id, channel_id, viewers, hides_viewers from directory_stream_feed
   where bucket = $1 and is_live`,
)

const presentNow = statement(
  'livestream_beat.presentNow',
  'offline',
  `select account_id, target_id, count(distinct view_id)::integer as viewers from livestream_beat
   where at > $1 and day >= date_bin(interval '1 day', $1::timestamptz, timestamptz 'epoch')
     and session_id <> '${nilUuid}' group by account_id, target_id`,
)

const writeViewers = statement(
  'directory_stream_feed.writeViewers',
  'directory',
  `update directory_stream_feed t set viewers = n.viewers
   from unnest($2::bigint[], $3::uuid[], $4::integer[]) as n (account_id, id, viewers)
   where t.bucket = $1 and t.account_id = n.account_id and t.id = n.id`,
)

/** Statement that writes the live stream of channels, and clears channels without one. */
const writeChannels = statement(
  'directory_channel_feed.writeLive',
  'directory',
  `with now as (
     select * from unnest($2::bigint[], $3::uuid[], $4::uuid[], $5::integer[])
       as n (account_id, id, live_stream_id, viewers)),
   cleared as (
     update directory_channel_feed t set live_stream_id = null, viewers = 0
     where t.bucket = $1 and t.live_stream_id is not null
       and not exists (select 1 from now where now.account_id = t.account_id and now.id = t.id))
   update directory_channel_feed t set live_stream_id = now.live_stream_id, viewers = now.viewers
   from now where t.bucket = $1 and t.account_id = now.account_id and t.id = now.id
     and (t.live_stream_id is distinct from now.live_stream_id or t.viewers <> now.viewers)`,
)
