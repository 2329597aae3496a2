import type { ListQuery } from './context.ts'
import { line, oneOf, whole } from '#kit/values/fields.ts'
import { sqlTypeOf, type FilterTest } from '#kit/values/fieldType.ts'
import { parseId } from '#kit/values/ids.ts'
import { limits } from './limits.ts'
import { field, invalid } from './problem.ts'
import { publicNames, type Resource } from '#kit/nouns/resource.ts'
import { Type, type TSchema } from '#kit/values/schema.ts'

/** Filter of a list by one query parameter. */
export type Filter = {
  schema: TSchema
  /** Column of the row `t`. */
  column: string
  test: FilterTest
  /** Second filter that the request must contain: amounts are compared in one currency. */
  needs?: string
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

/** Longest `nextCursor`: it holds sort keys, and a folded name of 160 characters may have 5,760 bytes. */
const cursorLengthMax = 10_000

/** Paging and sort parameters of any list. */
export function pagingInput(sorts: readonly string[]) {
  const names = [...new Set(sorts.map((sort) => sort.replace(/^-/, '')))]
  const key = `-?(${names.join('|')})`
  return {
    limit: Type.Optional(whole(1, limits.pageLimitMax, { description: 'Items per page; 25 when left out.' })),
    offset: Type.Optional(whole(0, limits.pageOffsetMax, { description: 'Items to skip.' })),
    cursor: Type.Optional(
      line(cursorLengthMax, { description: '`nextCursor` of the page before; reaches any depth.' }),
    ),
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

/** Splits a list's input into the query of the store. */
export function queryOf(input: Record<string, unknown>, options: ListOptions): ListQuery & { accountId?: string } {
  const { limit, offset, cursor, withTotal, sort, q, clientReference: reference, accountId, ...filters } = input
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const filter = name === 'status' ? statusFilter : options.filters?.[name]
    if (filter === undefined || value === undefined) return []
    if (filter.needs !== undefined && filters[filter.needs] === undefined) {
      throw invalid(field(name, 'required', `needs ${filter.needs}`))
    }
    return [condition(filter, value)]
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

/**
 * The filters of a list that compare a field which the public form does not show: each hit would confirm a guess of the
 * field. None where no record is public.
 */
export function ownersFilters(of: Resource, { filters = {} }: Pick<ListOptions, 'filters'>): string[] {
  if (of.publicWhen === undefined) return []
  const publicFields = new Set(publicNames(of))
  const nameOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const hidden = Object.keys(filters).filter((name) => !publicFields.has(nameOf(filters[name]?.column ?? '')))
  return ['clientReference', ...hidden]
}

function condition(filter: Filter, value: unknown) {
  const column = `t.${filter.column}`
  const bound = `$1::${sqlTypeOf(filter.schema).replace(/\(\d+\)$/, '')}`
  const sql = {
    equals: `${column} = $1`,
    id: `${column} = $1`,
    has: `${column} @> array[$1]::text[]`,
    from: `${column} >= ${bound}`,
    to: `${column} <= ${bound}`,
  }[filter.test]
  return { sql, values: [filter.test === 'id' ? rowOf(String(value)) : value] }
}

/** Row id within an id of any noun. */
function rowOf(id: string): string | null {
  return parseId(id.slice(0, id.indexOf('_')), id)?.uuid ?? null
}
