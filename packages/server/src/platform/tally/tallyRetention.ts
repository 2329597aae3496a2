import type { Ctx, Db, Statement } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import type { SummedTable, Tally } from '#kit/nouns/tally.ts'
import { createPartition, dropPartitions, endOf } from './partitions.ts'

const dayMs = 86_400_000
/** Rows that one statement deletes, and statements of one run: a run with more work continues in the next. */
const batchSize = 5_000
const batchesMax = 200

/** Partitions and rows that a run dropped. */
export type Dropped = { partitions: string[]; rows: number }

/** Creates the current and the next partition of a table, and drops those beyond its retention. Repeatable. */
export async function retain(ctx: Pick<Ctx, 'db' | 'now'>, of: Tally | SummedTable): Promise<Dropped> {
  const { table, partition, keptDays } = of
  const now = ctx.now()
  const before = keptDays === undefined ? undefined : new Date(now.getTime() - keptDays * dayMs)
  if (partition !== undefined) {
    for (const at of [now, endOf(partition, now)]) await createPartition(ctx.db, { table, partition }, at)
    return { partitions: before ? await dropPartitions(ctx.db, { table, partition }, before) : [], rows: 0 }
  }
  return { partitions: [], rows: before && 'key' in of ? await deleteRows(ctx.db, of, before) : 0 }
}

async function deleteRows(db: Db, of: Tally, before: Date): Promise<number> {
  let count = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const rows = await db.rows(deletion(of), [before.toISOString()])
    count += rows.length
    if (rows.length < batchSize) break
  }
  return count
}

/**
 * ```sql
 * delete from livestream_view t using (
 *   select account_id, person_key, view_id from livestream_view where seen_at < $1 order by seen_at limit 5000) old
 * where t.account_id = old.account_id and t.person_key = old.person_key and t.view_id = old.view_id
 * returning 1 as gone
 * ```
 */
function deletion({ table, moment, key }: Tally): Statement {
  const columns = ['account_id', ...key]
  const oldest = `select ${columns.join(', ')} from ${table} where ${moment} < $1 order by ${moment} limit ${batchSize}`
  const same = columns.map((column) => `t.${column} = old.${column}`).join(' and ')
  return statement(
    `${table}.expire`,
    'offline',
    `delete from ${table} t using (${oldest}) old where ${same} returning 1 as gone`,
  )
}
