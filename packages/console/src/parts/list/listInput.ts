import { kindOfValue, withoutNull, wordsOf, type JsonSchema, type ValueKind } from '#console/parts/jsonSchema.ts'

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

/** Input of a list: texts, and lists and objects where a filter takes them. */
export type ListInput = Readonly<Record<string, unknown>>

/** The input of the list's operation from the search of the address. */
export function inputOf(input: JsonSchema, search: Record<string, string>): ListInput {
  const known = input.properties ?? {}
  const sent = Object.entries(search).flatMap(([name, value]) => {
    const declared = known[name]
    return declared === undefined || ownNames.has(name) || value === '' ? [] : [[name, valueOf(declared, value)]]
  })
  return Object.fromEntries(sent)
}

/** Whether a filter takes a list or an object, which the address holds as one text. */
export function isStructured({ type }: JsonSchema): boolean {
  return type === 'array' || type === 'object'
}

/** The value of a filter from its text in the address. A text of another form stays: the API refuses it by name. */
function valueOf(declared: JsonSchema, text: string): unknown {
  const { schema } = withoutNull(declared)
  if (!isStructured(schema)) return text
  if (schema.type === 'array' && !text.startsWith('[')) return wordsOf(text)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The text of a filter for the address: words with commas between them, else JSON; undefined for an empty value. */
export function filterText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  const text = value.join(',')
  const isPlain = !text.startsWith('[') && value.every((each) => typeof each === 'string' && isWord(each))
  return isPlain ? text || undefined : JSON.stringify(value)
}

function isWord(text: string): boolean {
  const [only, ...others] = wordsOf(text)
  return only === text && others.length === 0
}

/** The next order after a click on a column: descending, ascending, then the list's own. */
export function nextSort(column: string, current: string | undefined): string | undefined {
  if (current === `-${column}`) return column
  return current === column ? undefined : `-${column}`
}
