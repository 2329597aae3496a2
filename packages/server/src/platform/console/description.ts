import { scopesOf } from '#kit/call/catalogue.ts'
import { callKindOf, type Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import { nounOf, type Resource } from '#kit/nouns/resource.ts'
import type { Field } from '#kit/values/fields.ts'
import { converted } from '#kit/values/fieldType.ts'
import { object, partsOf, spaced, type Json } from '#platform/openapi/json.ts'

/** Index of everything that the console makes screens from: products, nouns and operations. */
export type Description = {
  products: { name: string; title: string; description: string }[]
  nouns: DescribedNoun[]
  operations: DescribedOperation[]
  scopes: { name: string; title: string }[]
}

/** Schemas of one product, which its screens load when they open. */
export type ProductSchemas = {
  /** Inputs and descriptions of operations by id. */
  operations: Record<string, { description: string; input: unknown }>
  /** Records and fields of nouns by id. */
  nouns: Record<string, NounSchemas>
}

type DescribedNoun = {
  /** `<product>.<noun>` */
  id: string
  title: string
  description: string
  /** Prefix and parameter of its ids; null for a noun without records of its own. */
  prefix: string | null
  idKey: string | null
  initial: string | null
  /** States with the states that may follow each. */
  states: Record<string, readonly string[]>
  actions: Record<string, { from: readonly string[]; to: string; description: string }>
  /** Parameters of its list, such as `q`, `status` and ids of other nouns; empty without a list. */
  filters: readonly string[]
}

type NounSchemas = {
  /** Schema of one record in the owner's form. */
  record: unknown
  /** Fields of a resource that a caller may set, and when. `fallback`: the value of a field that is left out. */
  fields: Record<string, DescribedField>
}

type DescribedField = {
  presence: Field<unknown>['presence']
  isReadOnly: boolean
  isFixed: boolean
  fallback?: unknown
}

type DescribedOperation = Pick<Operation, 'id' | 'method' | 'path' | 'title' | 'scope' | 'credential' | 'kinds'> & {
  kind: ReturnType<typeof callKindOf>
  isText: boolean
  hasEvents: boolean
}

/** The index of products for the console. */
export function describeProducts(products: readonly Product[]): Description {
  return {
    products: products.map(({ name, title, description }) => ({ name, title, description })),
    nouns: products.flatMap(nounsOf),
    operations: products.flatMap(({ operations }) => operations.map(describeOperation)),
    scopes: products.flatMap(scopesOf),
  }
}

/** The schemas of a product. They keep the formats of the field types, from which the console chooses widgets. */
export function describeSchemas({ operations, resources }: Product): ProductSchemas {
  const byId = new Map(resources.map((each) => [each.id, each]))
  const schemas = [...groupedByNoun(operations)].map(([id, own]) => [id, schemasOf(own, byId.get(id))])
  return {
    operations: Object.fromEntries(operations.map(({ id, description, input }) => [id, { description, input }])),
    nouns: Object.fromEntries(schemas),
  }
}

function groupedByNoun(operations: readonly Operation[]): Map<string, Operation[]> {
  return Map.groupBy(operations, ({ id }) => id.slice(0, id.lastIndexOf('.')))
}

function schemasOf(own: readonly Operation[], of: Resource | undefined): NounSchemas {
  const fields = Object.entries(of?.fields ?? {}).filter(([, { access }]) => access.isHidden !== true)
  return {
    record: recordOf(own),
    fields: Object.fromEntries(
      fields.map(([name, { schema, presence, access, fallback: value }]) => {
        const fallback = converted(schema, 'toWire', value)
        return [name, { presence, isReadOnly: access.isReadOnly === true, isFixed: access.isFixed === true, fallback }]
      }),
    ),
  }
}

function describeOperation(of: Operation): DescribedOperation {
  const { id, method, path, title, scope, credential, kinds } = of
  const flags = { isText: of.textType !== undefined, hasEvents: of.events !== undefined }
  return { id, method, path, title, scope, credential, kinds, kind: callKindOf(of), ...flags }
}

function nounsOf({ operations, resources }: Product): DescribedNoun[] {
  const byId = new Map(resources.map((each) => [each.id, each]))
  return [...groupedByNoun(operations)].map(([id, own]) => describeNoun(id, own, byId.get(id)))
}

function describeNoun(id: string, own: readonly Operation[], of: Resource | undefined): DescribedNoun {
  return {
    id,
    title: of?.title ?? spaced(nounOf(id)),
    description: of?.description ?? '',
    prefix: of?.prefix ?? prefixIn(recordOf(own)),
    idKey: of?.idKey ?? idKeyIn(own),
    initial: of?.initial ?? null,
    states: of?.states ?? {},
    actions: of?.actions ?? {},
    filters: filtersIn(own),
  }
}

function filtersIn(own: readonly Operation[]): string[] {
  const all = own.find(({ id }) => partsOf(id).verb === 'all')
  return Object.keys(all?.input.properties ?? {}).filter((name) => !pagingNames.has(name))
}

const pagingNames = new Set(['limit', 'offset', 'cursor', 'withTotal', 'sort', 'accountId', 'clientReference'])

/** The schema of a record: output of `get`, of whose forms it is the first, else an item of `all`. */
function recordOf(own: readonly Operation[]): unknown {
  const get = own.find(({ id }) => partsOf(id).verb === 'get')
  if (get !== undefined) return formsOf(get.output)[0]
  const all = own.find(({ id }) => partsOf(id).verb === 'all')
  const items = object(object(object(all?.output)['properties'])['items'])
  return items['items'] ?? null
}

function formsOf(schema: unknown): unknown[] {
  const { anyOf: forms } = object(schema)
  return Array.isArray(forms) ? forms : [schema]
}

function prefixIn(record: unknown): string | null {
  const id: Json = object(object(object(record)['properties'])['id'])
  return /^\^([a-z]{3})_/.exec(String(id['pattern'] ?? ''))?.[1] ?? null
}

/** The parameter of `get`, by its only required id or its first one. */
function idKeyIn(own: readonly Operation[]): string | null {
  const get = own.find(({ id }) => partsOf(id).verb === 'get')
  return Object.keys(get?.input.properties ?? {}).find((name) => name.endsWith('Id')) ?? null
}
