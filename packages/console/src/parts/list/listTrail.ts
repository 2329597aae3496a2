import type { ApiPage } from '#console/parts/recordQueries.ts'

/** Rows of a page of a list. */
export const pageRows = 50

/** Cursors of the pages so far; `rows`: their number of rows once the last page is known. */
export type Trail = { cursors: readonly (string | undefined)[]; isComplete: boolean; rows: number }

/** The cursors of a list before its first page. */
export const emptyTrail: Trail = { cursors: [undefined], isComplete: false, rows: 0 }

/**
 * Cursors after the arrival of a page. A page that ends at another record than before cuts off the pages behind it:
 * those would repeat or skip records.
 */
export function extended(trail: Trail, number: number, { items, pagination: { nextCursor } }: ApiPage): Trail {
  if (nextCursor !== null && trail.cursors[number + 1] === nextCursor) return trail
  const cursors = trail.cursors.slice(0, number + 1)
  const rows = number * pageRows + items.length
  return nextCursor === null
    ? { cursors, isComplete: true, rows }
    : { cursors: [...cursors, nextCursor], isComplete: false, rows }
}
