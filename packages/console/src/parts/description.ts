import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { JsonSchema } from './jsonSchema.ts'

/** Index of everything that the console makes screens from, as the server describes it. */
export type Description = {
  products: { name: string; title: string; description: string }[]
  nouns: Noun[]
  operations: OperationInfo[]
  scopes: { name: string; title: string }[]
}

/** One noun: a resource, or records that only operations name. */
export type Noun = {
  /** `<product>.<noun>` */
  id: string
  title: string
  description: string
  /** Prefix and parameter of its ids; null for a noun without records of its own. */
  prefix: string | null
  idKey: string | null
  initial: string | null
  /** States with the states that may follow each. */
  states: Record<string, string[]>
  actions: Record<string, { from: string[]; to: string; description: string }>
  /** Parameters of its list, such as `q`, `status` and ids of other nouns; empty without a list. */
  filters: string[]
}

export type OperationInfo = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  title: string
  scope: string
  credential: string
  kinds: string[]
  kind: 'read' | 'write' | 'create' | 'bare'
  isText: boolean
  hasEvents: boolean
}

/** Schemas of one product: inputs of operations, records and settable fields of nouns. */
export type ProductSchemas = {
  operations: Record<string, { description: string; input: JsonSchema }>
  nouns: Record<string, NounSchemas>
}

export type NounSchemas = {
  record: JsonSchema | null
  fields: Record<
    string,
    { presence: 'required' | 'optional' | 'defaulted'; isReadOnly: boolean; isFixed: boolean; fallback?: unknown }
  >
}

/** The query of the index of products, nouns and operations. */
export const descriptionQuery = queryOptions({
  queryKey: ['description'],
  queryFn: () => fetchJson<Description>('/console/description.json'),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The index of products, nouns and operations. */
export function useDescription(): Description {
  return useSuspenseQuery(descriptionQuery).data
}

/** The query of the schemas of a product. */
export function schemasQuery(product: string) {
  return queryOptions({
    queryKey: ['description', product],
    queryFn: () => fetchJson<ProductSchemas>(`/console/description/${product}.json`),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The schemas of a product, loaded before its first screen opens. */
export function useSchemas(product: string): ProductSchemas {
  return useSuspenseQuery(schemasQuery(product)).data
}

async function fetchJson<T>(address: string): Promise<T> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} responds ${response.status}`)
  // cast: the server serves this very form; a browser test opens a screen of each noun.
  return (await response.json()) as T
}

/** A noun by its id. Throws for an unknown one. */
export function nounOf(description: Description, id: string): Noun {
  const found = description.nouns.find((each) => each.id === id)
  if (found === undefined) throw new Error(`no noun ${id}`)
  return found
}

/** The noun of a record by the prefix of its id; undefined for ids of no noun. */
export function nounOfRecord(description: Description, recordId: string): Noun | undefined {
  const prefix = recordId.split('_')[0] ?? ''
  return description.nouns.find((each) => each.prefix === prefix)
}

/** An operation by its id. Throws for an unknown one. */
export function operationOf(description: Description, id: string): OperationInfo {
  const found = findOperation(description, id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}

/** An operation by its id; undefined where the noun lacks it. */
export function findOperation(description: Description, id: string): OperationInfo | undefined {
  return description.operations.find((each) => each.id === id)
}

/** The operations of a noun. */
export function operationsOf(description: Description, noun: Noun): OperationInfo[] {
  return description.operations.filter(({ id }) => id.startsWith(`${noun.id}.`))
}

/** Product and noun of an id such as `livestream.stream`, or product, noun and verb of an operation. */
export function partsOf(id: string): { product: string; noun: string; verb: string } {
  const [product = '', noun = '', verb = ''] = id.split('.')
  return { product, noun, verb }
}
