import type { Db } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { ConstraintError } from './problems.ts'

/** Days for which a deleted record stays before its row is removed. */
export const deletedKeptDays = 30

const batchMax = 1_000
const batchesMax = 100
const everySeconds = 3_600

/** The schedule that removes records deleted 30 days ago: bounded rows each hour, child rows with their owner. */
export function purgeSchedule(resources: readonly Resource[]): Schedule {
  return {
    name: 'platform.records.purge',
    description: `Removes records that were deleted ${deletedKeptDays} days ago.`,
    everySeconds,
    async run(ctx) {
      const before = new Date(ctx.now().getTime() - deletedKeptDays * 86_400_000).toISOString()
      for (const resource of resources) {
        try {
          await purge(ctx.db, resource.table, before)
        } catch (error) {
          // A referenced record is removed in a later hour, after the records that refer to it.
          if (!(error instanceof ConstraintError)) throw error
          ctx.log.info('deleted records are still referenced', { table: resource.table, constraint: error.constraint })
        }
      }
    },
  }
}

async function purge(db: Db, table: string, before: string): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    const gone = await db.rows(purgeStatement(table), [before])
    if (gone.length < batchMax) return
  }
}

/** Reads deleted rows alone, by the partial index `<table>_deleted_ix` on (account_id, deleted_at). */
function purgeStatement(table: string) {
  return statement(
    `${table}.purge`,
    'offline',
    `delete from ${table} t using (select account_id, id from ${table} ` +
      `where deleted_at < $1::timestamptz order by deleted_at limit ${batchMax}) old ` +
      'where t.account_id = old.account_id and t.id = old.id returning t.id',
  )
}
