import type { ListQuery } from './context.ts'
import { line, oneOf, whole } from './fields.ts'
import { limits } from './limits.ts'
import { Type, type TProperties, type TSchema } from './schema.ts'

/** How one query parameter narrows a list. */
export type Filter = {
  schema: TSchema
  /** Column of the row `t`. */
  column: string
  /** equals; has: an array column holds it; from, to: bounds of a moment, both included. */
  test: 'equals' | 'has' | 'from' | 'to'
}
export type Filters = Record<string, Filter>

export type ListOptions = {
  description?: string
  filters?: Filters
  /** Sort keys, the first by default: fields with an index (account_id, column, id); `-` before one for falling. */
  sorts: readonly string[]
  /** Whether `q` searches the derived column `searchText`. */
  isSearchable?: boolean
  example?: Record<string, unknown>
}

/** Paging and sort parameters of any list. */
export function pagingInput(sorts: readonly string[]): TProperties {
  const names = [...new Set(sorts.map((sort) => sort.replace(/^-/, '')))]
  const key = `-?(${names.join('|')})`
  return {
    limit: Type.Optional(whole(1, limits.pageLimitMax, { description: 'Items per page; 25 when left out.' })),
    offset: Type.Optional(whole(0, limits.pageOffsetMax, { description: 'Items to skip.' })),
    cursor: Type.Optional(line(500, { description: '`nextCursor` of the page before; reaches any depth.' })),
    withTotal: Type.Optional(
      oneOf(['true', 'exact', 'false'], { description: '`true` counts to 1,000, `exact` to 10,000; first page only.' }),
    ),
    sort: Type.Optional(
      Type.String({
        pattern: `^${key}(,${key}){0,${limits.sortKeysMax - 1}}$`,
        maxLength: 100,
        description: `Comma list of ${names.join(', ')}; \`-\` before one sorts it falling.`,
        'x-message': `must be a comma list of ${names.join(', ')}, each with - before it for falling order`,
      }),
    ),
  }
}

/** Splits a list's input into what the store understands. */
export function queryOf(input: Record<string, unknown>, options: ListOptions): ListQuery & { accountId?: string } {
  const { limit, offset, cursor, withTotal, sort, q, clientReference: reference, accountId, ...filters } = input
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const filter = name === 'status' ? statusFilter : options.filters?.[name]
    return filter === undefined || value === undefined ? [] : [condition(filter, value)]
  })
  // cast: the input was accepted by listInput, whose types these are.
  return {
    limit,
    offset,
    cursor,
    withTotal,
    q,
    clientReference: reference,
    accountId,
    sort: sort ?? options.sorts[0],
    conditions,
  } as ListQuery & { accountId?: string }
}

const statusFilter: Filter = { schema: Type.String(), column: 'status', test: 'equals' }

function condition(filter: Filter, value: unknown) {
  const column = `t.${filter.column}`
  const sql = {
    equals: `${column} = $1`,
    has: `${column} @> array[$1]::text[]`,
    from: `${column} >= $1::timestamptz`,
    to: `${column} <= $1::timestamptz`,
  }[filter.test]
  return { sql, values: [value] }
}
