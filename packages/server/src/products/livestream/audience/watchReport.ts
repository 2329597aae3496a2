import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { encodeId } from '#kit/values/ids.ts'
import { streamWatched } from '#products/livestream/facts.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { sessionPrefix } from '#products/livestream/records/streamSession.ts'
import { stream } from '#products/livestream/records/stream.ts'
import { nilUuid } from './slices.ts'

const accountsMax = 500
const rowsMax = 100

/** Schedule that emits watch time as facts about the contacts. */
export const schedules: Schedule[] = [
  {
    name: 'livestream.watchTime.report',
    description: 'Emits the watch time of signed-in viewers on videos that give rewards, once for each five minutes.',
    everySeconds: 60,
    async run(ctx) {
      for (const { account_id: id } of await ctx.db.rows(accountsDue, [accountsMax])) {
        const account = await ctx.accounts.find(id)
        if (account === undefined) continue
        while ((await reportDue(ctx.as(account))) === rowsMax);
      }
    },
  },
]

/** Emits facts of intervals that are not reported yet, in the transaction that marks them. */
function reportDue(ctx: Ctx): Promise<number> {
  return ctx.atomic(async (inner) => {
    const rows = await inner.db.rows(markReported, [inner.account.id, rowsMax])
    const idOf = (prefix: string, uuid: string | null) =>
      uuid === null || uuid === nilUuid ? null : encodeId(prefix, inner.account.id, uuid)
    for (const row of rows) {
      const videoId = encodeId((row.is_live ? stream : staticVideo).prefix, inner.account.id, row.target_id)
      const contactId = encodeId('con', inner.account.id, row.person_key)
      const { seconds, starts_at: startsAt, is_live: isLive } = row
      const sessionId = idOf(sessionPrefix, row.session_id)
      const channelId = idOf(channel.prefix, row.channel_id)
      const payload = { id: videoId, contactId, seconds, startsAt, isLive, sessionId, channelId }
      inner.emit(streamWatched, payload, { id: videoId, status: 'watched', version: 1 })
    }
    return rows.length
  })
}

const accountsDue = statement(
  'livestream_watch_time.accountsDue',
  'offline',
  'select distinct account_id from livestream_watch_time where not is_reported limit $1',
)

const markReported = statement(
  'livestream_watch_time.report',
  'account',
  `update livestream_watch_time t set is_reported = true
   from (
     select starts_at, person_key from livestream_watch_time where account_id = $1 and not is_reported
     order by starts_at, person_key limit $2 for update) d
   where t.account_id = $1 and t.starts_at = d.starts_at and t.person_key = d.person_key
   returning t.starts_at, t.person_key, t.target_id, t.session_id, t.channel_id, t.is_live, t.seconds`,
)
