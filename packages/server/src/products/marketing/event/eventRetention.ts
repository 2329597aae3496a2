import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'

/** Days for which events of contacts are kept: 13 months of 31 days. */
const keptDays = 13 * 31

/** Age up to which events of contacts are kept. */
export const eventKeptMs = keptDays * 86_400_000

const pruneEvents = statement(
  'marketing_event.prune',
  'offline',
  `delete from marketing_event t using (
     select account_id, contact_id, at, id from marketing_event where at < $1::timestamptz order by at limit $2) old
   where t.account_id = old.account_id and t.contact_id = old.contact_id and t.at = old.at and t.id = old.id
   returning t.id`,
)

/** Schedule that deletes old events. */
export const schedules = [
  pruneSchedule('marketing.event.prune', 'Deletes events of contacts after 13 months.', [
    { days: keptDays, remove: pruneEvents },
  ]),
]
