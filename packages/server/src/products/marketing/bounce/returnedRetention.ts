import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'

/** Days for which the text of a mail stays, and its row. */
export const returnedDays = { raw: 14, row: 90 }

const batchMax = 1_000
const batchesMax = 100

/** Removes texts of mails after 14 days and their rows after 90. */
export const pruneReturned: Schedule = {
  name: 'marketing.returned.prune',
  description: `Forgets mails that came back: texts after ${returnedDays.raw} days, rows after ${returnedDays.row}.`,
  everySeconds: 3_600,
  async run(ctx) {
    for (const [prune, days] of [
      [blankRaw, returnedDays.raw],
      [deleteOld, returnedDays.row],
    ] as const) {
      const before = new Date(ctx.now().getTime() - days * 86_400_000).toISOString()
      for (let batch = 0; batch < batchesMax; batch += 1) {
        const gone = await ctx.db.rows(prune, [before, batchMax])
        if (gone.length < batchMax) break
      }
    }
  },
}

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
