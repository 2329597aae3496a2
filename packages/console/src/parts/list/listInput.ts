import { kindOfValue, withoutNull, type JsonSchema, type ValueKind } from '#console/parts/jsonSchema.ts'

/** One filter of a list: its name and the schema of its value. */
export type Filter = { name: string; schema: JsonSchema; kind: ValueKind }

/** Search parameters of the console itself, which no operation sees. */
const ownNames = new Set(['view', 'at', 'again', 'next'])
const paging = new Set(['limit', 'offset', 'cursor', 'withTotal', 'sort', 'q', 'query', 'accountId', 'scope', 'fields'])

/** The field of a list that takes the words of a search; undefined where the list has none. */
export function searchFieldOf(input: JsonSchema): 'q' | 'query' | undefined {
  const known = input.properties ?? {}
  return (['q', 'query'] as const).find((name) => name in known)
}

/** The filters that a person sets one by one. Filters by place have a map of their own. */
export function filtersOf(input: JsonSchema): Filter[] {
  return Object.entries(input.properties ?? {}).flatMap(([name, declared]) => {
    if (paging.has(name) || ['near', 'radiusM', 'bbox'].includes(name)) return []
    const { schema } = withoutNull(declared)
    return [{ name, schema, kind: kindOfValue(name, schema) }]
  })
}

/** Fields by which a list can be sorted, either way. Distance and relevance belong to searches. */
export function sortsOf(input: JsonSchema): readonly string[] {
  const { schema } = withoutNull(input.properties?.['sort'] ?? {})
  const [, words = ''] = /^\^-\?\(([\w|]+)\)/.exec(schema.pattern ?? '') ?? []
  return words.split('|').filter((each) => each !== '' && each !== 'distance' && each !== 'relevance')
}

/** The input of the list's operation from the search of the address. */
export function inputOf(input: JsonSchema, search: Record<string, string>): Record<string, string> {
  const known = input.properties ?? {}
  const sent = Object.entries(search).filter(([name, value]) => name in known && !ownNames.has(name) && value !== '')
  return Object.fromEntries(sent)
}

/** The next order after a click on a column: descending, ascending, then the list's own. */
export function nextSort(column: string, current: string | undefined): string | undefined {
  if (current === `-${column}`) return column
  return current === column ? undefined : `-${column}`
}
