import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'

/** Days for which the text of a mail stays, and its row. */
export const returnedDays = { raw: 14, row: 90 }

const blankRaw = statement(
  'marketing_returned.blankRaw',
  'offline',
  `update marketing_returned t set raw = null from (
     select account_id, id from marketing_returned where raw is not null and created_at < $1::timestamptz
     order by created_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)

const deleteOld = statement(
  'marketing_returned.deleteOld',
  'offline',
  `delete from marketing_returned t using (
     select account_id, id from marketing_returned where created_at < $1::timestamptz order by created_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)

/** Removes texts of mails after 14 days and their rows after 90. */
export const pruneReturned = pruneSchedule(
  'marketing.returned.prune',
  `Forgets mails that came back: texts after ${returnedDays.raw} days, rows after ${returnedDays.row}.`,
  [
    { days: returnedDays.raw, remove: blankRaw },
    { days: returnedDays.row, remove: deleteOld },
  ],
)
