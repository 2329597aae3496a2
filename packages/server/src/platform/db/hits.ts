/** The first rows of a list that meet its scattered conditions. */
export type Hits = {
  table: string
  /** Key columns of the row `t`, such as `t.id`. */
  key: string
  /** Conditions that the index of the order serves. */
  served: readonly string[]
  scattered: readonly string[]
  order: string
  /** Number of hits, the first in the order. */
  rows: number
}

/** Rows that a walk reads for each hit to find, and in all. */
const walkedPerHit = 100
const walkedMax = 5_000

/**
 * Condition that a row is one of the first hits in an order. A walk along the order finds them where hits are common. A
 * walk without enough hits is followed by reading every hit through the index of the scattered conditions. `offset 0`
 * hides order and limit from the planner, which would assume evenly spread hits.
 */
export function hitsSql({ table, key, served, scattered, order, rows }: Hits): string {
  const walked = Math.min(rows * walkedPerHit, walkedMax)
  const first = `select * from ${table} t where ${served.join(' and ')} order by ${order} limit ${walked}`
  const every = `select * from ${table} t where ${[...served, ...scattered].join(' and ')} offset 0`
  const ordered = `order by ${order} limit ${rows}`
  return `(${key}) in (
    with walked as materialized (select ${key} from (${first}) t where ${scattered.join(' and ')} ${ordered})
    select * from walked
    union all
    (select ${key} from (${every}) t where (select count(*) from walked) < ${rows} ${ordered}))`
}
