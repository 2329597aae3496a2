import type { Condition, Cursors, Db, ListPage, ListQuery } from '#kit/call/context.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { mappingOf, snake, type Mapping, type Plain, type Row } from './columns.ts'
import { countRows, ofAccount, readListPage, type RowList, type SortKey } from './listPage.ts'
import { searchConditions } from './search.ts'

/** The records of a resource in an account. */
type Records = { of: Resource; accountId: number }

/** Reads one page of records. Throws invalid for a cursor of another list, and for a search without a word. */
export async function readRecordPage(
  from: { db: Db; cursors: Cursors },
  records: Records,
  query: ListQuery,
): Promise<ListPage<Plain>> {
  const mapping = mappingOf(records.of)
  const page = await readListPage<Row>(from, recordList(mapping, records.accountId, query), query)
  return { ...page, items: page.items.map((row) => decodeWithRank(mapping, row, query)) }
}

/** The number of records that meet the conditions, counted to `max`. */
export function countRecords(db: Db, { of, accountId }: Records, counting: { conditions: Condition[]; max: number }) {
  const { conditions, max } = counting
  return countRows(db, { ...recordList(mappingOf(of), accountId, { conditions }), isPlannedAnew: true }, max)
}

function recordList(mapping: Mapping, accountId: number, query: ListQuery): RowList {
  const { sort = '-createdAt', rank, q, scattered = [] } = query
  const keys = sortKeys(mapping, sort)
  return {
    table: mapping.table,
    columns: `${mapping.selectList}${rank === undefined ? hiddenKeys(mapping, keys) : ''}`,
    scope: 'account',
    owned: [ofAccount(accountId), { sql: 't.deleted_at is null', values: [] }],
    where: conditionsOf(mapping.resource, query),
    scattered: [...searchConditions(q), ...scattered],
    keys,
    order: sort,
    rank,
    // A word of a search meets one row or half of them.
    isPlannedAnew: query.isPlannedAnew === true || q !== undefined,
  }
}

function conditionsOf(of: Resource, query: ListQuery): Condition[] {
  const { publicOnly, clientReference, conditions = [] } = query
  return [
    ...(publicOnly && of.publicWhen !== undefined ? [{ sql: of.publicWhen.sql, values: [] }] : []),
    ...(clientReference === undefined ? [] : [{ sql: 't.client_reference = $1', values: [clientReference] }]),
    ...conditions,
  ]
}

function decodeWithRank(mapping: Mapping, row: Row, query: ListQuery): Plain {
  const record = mapping.decode(row)
  return query.rank === undefined ? record : { ...record, [query.rank.as]: row['rank'] }
}

function sortKeys({ resource: { derived } }: Mapping, sort: string): SortKey[] {
  const columnOf = (name: string) => Object.keys(derived).find((each) => derived[each]?.sorts === name) ?? name
  const keys = sort
    .split(',')
    .map((key) => ({ column: snake(columnOf(key.replace(/^-/, ''))), isFalling: key.startsWith('-') }))
  const last = keys.at(-1)
  return [...keys, { column: 'id', isFalling: last?.isFalling ?? false }]
}

/** Sort columns that records do not show, such as folded names: the cursor needs their values. */
function hiddenKeys(mapping: Mapping, keys: readonly SortKey[]): string {
  const hidden = new Set(Object.keys(mapping.resource.derived).map(snake))
  return keys.map((key) => (hidden.has(key.column) ? `, t.${key.column}` : '')).join('')
}
