import { statement } from '#kit/call/statement.ts'
import type { Schedule } from '#kit/nouns/task.ts'

/** Age up to which events of contacts are kept: 13 months of 31 days. */
export const eventKeptMs = 13 * 31 * 86_400_000

/** Rows of one statement, and statements of one run: the next run continues. */
const batchMax = 2_000
const batchesMax = 100

/** Schedule that deletes old events. */
export const schedules: Schedule[] = [
  {
    name: 'marketing.event.prune',
    description: 'Deletes events of contacts after 13 months.',
    everySeconds: 3_600,
    async run(ctx) {
      const before = new Date(ctx.now().getTime() - eventKeptMs).toISOString()
      for (let batch = 0; batch < batchesMax; batch += 1) {
        const gone = await ctx.db.rows(pruneEvents, [before, batchMax])
        if (gone.length < batchMax) return
      }
    },
  },
]

const pruneEvents = statement(
  'marketing_event.prune',
  'offline',
  `delete from marketing_event t using (
     select account_id, contact_id, at, id from marketing_event where at < $1::timestamptz order by at limit $2) old
   where t.account_id = old.account_id and t.contact_id = old.contact_id and t.at = old.at and t.id = old.id
   returning t.id`,
)
