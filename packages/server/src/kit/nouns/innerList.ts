import type { Cursors } from '#kit/call/context.ts'
import { limits } from '#kit/call/limits.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { field, invalid, Problem } from '#kit/call/problem.ts'
import { Type } from '#kit/values/schema.ts'
import { closed, listPageOf } from './standard.ts'

const { limit, cursor } = pagingInput(['id'])

/** Input of an operation with a list within a record: the page of this list. */
export const innerPaging = {
  pagination: Type.Optional(closed({ limit, cursor }, { description: 'Page of the list within the record.' })),
}

/** Input of an operation that returns such a list alone, as that of any list. */
export const listPaging = { limit, cursor }

/** Output beside a list within a record: the position of its page. */
export const innerPagination = { pagination: Type.Optional(listPageOf(closed({})).properties.pagination) }

/** The requested page of a list within a record. */
export type InnerPaging = { limit?: number | undefined; cursor?: string | undefined }

/** A key of a row in a cursor. */
export type Key = string | number | boolean

/** A list within a record. */
export type InnerList<Row> = {
  /** Name of the list with its record and its filters: the cursor of another one is refused. */
  name: string
  /** Rows after the keys of a row, in the order of the keys, by an index; `most` bounds them. */
  read(after: readonly Key[] | undefined, most: number): Promise<Row[]>
  /** Keys of a row; those of two rows always differ. */
  keysOf(row: Row): Key[]
}

/** Reads a page of a list within a record, for `listPaging`. Throws invalid for a cursor of another list. */
export async function readListPage<Row>({ cursors }: { cursors: Cursors }, list: InnerList<Row>, paging: InnerPaging) {
  const { limit = limits.pageLimitDefault } = paging
  const position = paging.cursor === undefined ? undefined : cursors.read(paging.cursor, list.name)
  const after = position !== undefined && 'after' in position ? position.after : undefined
  const rows = await list.read(after, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const nextCursor = last === undefined ? null : cursors.write({ sort: list.name, after: list.keysOf(last) })
  return { items, pagination: { limit, offset: 0, hasMore: nextCursor !== null, nextCursor } }
}

/** Reads the same page for `innerPaging`: the refusal of a cursor names `pagination`. */
export async function readInnerPage<Row>(ctx: { cursors: Cursors }, list: InnerList<Row>, paging: InnerPaging) {
  const read = (cursor: string, sort: string) => {
    try {
      return ctx.cursors.read(cursor, sort)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const [refused] = error.fields
      throw invalid(field('/pagination/cursor', 'cursor', refused?.message ?? error.message))
    }
  }
  return readListPage({ cursors: { ...ctx.cursors, read } }, list, paging)
}
