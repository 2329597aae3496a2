import { builtStatement, statement } from '#kit/call/statement.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { Schedule } from '#kit/nouns/task.ts'
import { tablesOf } from './tableRules.ts'

const everySeconds = 5
/** A table is analysed after this many changes, and a part of its rows: PostgreSQL waits for a tenth of them. */
const changesMin = 1_000
const rowsPerChange = 500
/** The next analysis of a table waits for this multiple of the time that the last one took: 2 % of a core. */
const pauseFactor = 50

/**
 * The schedule that keeps the planner's statistics so new that they know each account of some size. Of an account that
 * they do not know PostgreSQL expects one row. Any index that begins with the account then seems as good as the right
 * one, and a look-up of one row, or of each row of a join, reads all rows of the account.
 */
export function statisticsSchedule(products: readonly Product[]): Schedule {
  const tables = Object.keys(tablesOf(products))
  const nextMs = new Map<string, number>()
  return {
    name: 'platform.statistics.refresh',
    description: 'Analyses tables soon after many rows changed, so that plans know new accounts.',
    everySeconds,
    async run(ctx) {
      for (const { name } of await ctx.db.rows(changedStatement, [tables, changesMin, rowsPerChange])) {
        const startedMs = performance.now()
        if (startedMs < (nextMs.get(name) ?? 0)) continue
        try {
          await ctx.db.rows(analyzeStatement(name), [])
        } finally {
          const endedMs = performance.now()
          nextMs.set(name, endedMs + pauseFactor * (endedMs - startedMs))
        }
      }
    },
  }
}

/** A table whose lock another process holds, such as a vacuum that an analysis would cancel, waits for the next run. */
function analyzeStatement(table: string) {
  return builtStatement<never>(`${table}.analyze`, 'ops', `analyze (skip_locked) ${table}`)
}

const changedStatement = statement(
  'pg_stat_user_tables.changed',
  'ops',
  `select c.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.schemaname = current_schema() and c.relname = any($1::text[])
     and s.n_mod_since_analyze >= $2::integer + s.n_live_tup / $3::integer
   order by s.n_mod_since_analyze desc`,
)
