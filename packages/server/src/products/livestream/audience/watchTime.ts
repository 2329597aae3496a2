import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { SummedTable } from '#kit/nouns/tally.ts'
import { tally } from '#kit/nouns/tally.ts'
import { parseId } from '#kit/values/ids.ts'
import { viewerOf } from '#platform/auth/viewersPort.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { startOf } from '#platform/tally/partitions.ts'
import { nilUuid } from './slices.ts'
import type { ViewOf } from './viewRows.ts'

/** Contacts of signed-in viewers, by play session and day. Only videos that give rewards have them. */
export const watcher = tally({
  id: 'livestream.video.watcher',
  table: 'livestream_watcher',
  columns: { person_key: 'uuid', view_id: 'uuid', day: 'timestamptz', contact_id: 'uuid' },
  key: ['person_key', 'view_id', 'day'],
  acrossAccounts: ['livestream_watcher_day_ix'],
  moment: 'day',
  keptDays: 7,
})

/** Some 5 MB when full. */
const known = { forMs: 600_000, countMax: 50_000 }

/**
 * Notes the contact of a view on a video that gives rewards: the viewer of the cookie, or of a viewer token. A view
 * without one earns nothing.
 */
export async function noteWatcher(ctx: Ctx, { keys, watched, at }: ViewOf, viewerToken?: string): Promise<void> {
  if (!watched.isRewarding) return
  const noted = ctx.memory<Expiring<true>>('livestream.watchers', () => openExpiring(known))
  const day = startOf('day', at).toISOString()
  const key = `${keys.view} ${day}`
  if (noted.get(key, at.getTime())) return
  const viewer = await viewerOf(ctx, viewerToken)
  const contactId = viewer === undefined ? undefined : parseId('con', viewer.contactId)?.uuid
  if (contactId === undefined) return
  await ctx.count(watcher, { person_key: keys.person, view_id: keys.view, day, contact_id: contactId })
  noted.set(key, true, at.getTime())
}

/** A longer pause between heartbeats of a contact proves nothing: a view that is silent so long no longer counts. */
const silence = "interval '20 seconds'"

/**
 * Sums of five minutes for each contact. Time counts once, whatever plays beside: the longest playback of each step of
 * ten seconds, and in all no more than heartbeats prove. A heartbeat proves the time since the one before, of any view
 * of the contact, and after a silence, or as the first one, ten seconds. A late heartbeat loses nothing.
 */
export const watchTime: SummedTable = {
  table: 'livestream_watch_time',
  moment: 'starts_at',
  partition: 'month',
  keptDays: 62,
  statement: statement(
    'livestream_watch_time.rollUp',
    'offline',
    `insert into livestream_watch_time (account_id, starts_at, person_key, target_id, session_id, channel_id, is_live,
       seconds, is_reported)
     select account_id, starts_at, contact_id, watched[1], watched[2], watched[3], watched[2] <> '${nilUuid}', seconds,
       false
     from (
       select account_id, starts_at, contact_id, mode() within group (order by watched) as watched,
         least(300, sum(played_ms) / 1000, sum(proven_ms) / 1000)::integer as seconds
       from (
         select distinct on (account_id, contact_id, step) account_id, starts_at, contact_id, watched, played_ms,
           sum(proven_ms) over (partition by account_id, contact_id, step) as proven_ms
         from (
           select account_id, date_bin(interval '5 minutes', at, timestamptz 'epoch') as starts_at,
             date_bin(interval '10 seconds', at, timestamptz 'epoch') as step, contact_id, watched,
             least(20000, sum(played_ms)) as played_ms,
             sum(case when at - before_at <= ${silence} then extract(epoch from at - before_at) * 1000
               else 10000 end) as proven_ms
           from (
             select b.account_id, w.contact_id, b.view_id, b.at, b.played_ms,
               array[b.target_id, b.session_id, b.channel_id] as watched,
               lag(b.at) over (partition by b.account_id, w.contact_id order by b.at) as before_at
             from livestream_beat b join livestream_watcher w using (account_id, person_key, view_id, day)
             where b.at >= $1::timestamptz - ${silence} and b.at < $2) o
           where at >= $1
           group by account_id, starts_at, step, contact_id, view_id, watched) v
         order by account_id, contact_id, step, played_ms desc, watched) s
       group by account_id, starts_at, contact_id having sum(played_ms) >= 1000) t
     on conflict do nothing`,
  ),
}
