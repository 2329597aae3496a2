import type { Cursors, Db, Page, StatementScope } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'

/** Paging as a caller asks for it. */
export type PageInput = {
  limit?: number
  offset?: number
  cursor?: string
  withTotal?: 'true' | 'exact' | 'false'
}

/** A list of rows that are no resource: one table, one order. Everything in it but `values` is written by us. */
export type RowList = {
  table: string
  columns: string
  /** Conditions with `$1…`, the account first. */
  where: readonly string[]
  values: readonly unknown[]
  /** Columns of the order; together they tell rows apart. */
  keys: readonly string[]
  isFalling: boolean
  /** Rows behind these values of the keys, in place of a cursor. */
  after?: readonly (string | number)[]
  scope: StatementScope
}

type Row = Record<string, unknown>

/** Reads one page: limit + 1 rows, so that `hasMore` is known, and the total when it is asked for. */
export async function readRowPage<T extends Row>(
  from: { db: Db; cursors: Cursors },
  list: RowList,
  input: PageInput,
): Promise<Page<T>> {
  const limit = input.limit ?? limits.pageLimitDefault
  const sort = `${list.isFalling ? '-' : ''}${list.keys.join(',')}`
  const position = input.cursor === undefined ? undefined : from.cursors.read(input.cursor, sort)
  const after = position !== undefined && 'after' in position ? position.after : list.after
  const values = [...list.values]
  const where = [...list.where]
  if (after !== undefined) {
    const marks = after.map((value) => `$${values.push(value)}`)
    where.push(`(${list.keys.join(', ')}) ${list.isFalling ? '<' : '>'} (${marks.join(', ')})`)
  }
  const order = list.keys.map((key) => `${key}${list.isFalling ? ' desc' : ''}`).join(', ')
  const bounds = `limit $${values.push(limit + 1)} offset $${values.push(input.offset ?? 0)}`
  const text = `select ${list.columns} from ${list.table} where ${where.join(' and ')} order by ${order} ${bounds}`
  const rows = await from.db.rows<T>({ name: '', scope: list.scope, text }, values)
  const last = rows[limit - 1]
  // cast: key columns hold text and numbers, which the driver hands over as these.
  const keysOf = (row: Row) => list.keys.map((key) => row[key] as string | number)
  const next = rows.length > limit && last !== undefined ? from.cursors.write({ sort, after: keysOf(last) }) : null
  const total = await countRows(from.db, list, input)
  return pageOfRows(rows, input, { next, total })
}

/** How far a total is counted; undefined when none is wanted: not asked for, or not the first page. */
export function countMaxOf(input: PageInput): number | undefined {
  if (input.cursor !== undefined || input.withTotal === undefined || input.withTotal === 'false') return undefined
  return input.withTotal === 'exact' ? limits.totalExactMax : limits.totalCountMax
}

/** The answer to a list, from up to limit + 1 rows. `total` was counted to one more than its bound. */
export function pageOfRows<T>(
  rows: readonly T[],
  input: PageInput,
  more: { next: string | null; total: number | undefined },
) {
  const limit = input.limit ?? limits.pageLimitDefault
  const most = countMaxOf(input) ?? 0
  const total = more.total === undefined ? {} : { total: Math.min(more.total, most), totalIsCapped: more.total > most }
  const hasMore = rows.length > limit
  const page: Page<T> = {
    items: rows.slice(0, limit),
    pagination: { limit, offset: input.offset ?? 0, hasMore, nextCursor: hasMore ? more.next : null, ...total },
  }
  return page
}

async function countRows(db: Db, list: RowList, input: PageInput): Promise<number | undefined> {
  const most = countMaxOf(input)
  if (most === undefined) return undefined
  const inner = `select 1 from ${list.table} where ${list.where.join(' and ')} limit ${most + 1}`
  const text = `select count(*) as total from (${inner}) c`
  const rows = await db.rows<{ total: number }>({ name: '', scope: list.scope, text }, list.values)
  return rows[0]?.total ?? 0
}
