import type { Operation } from '#kit/nouns/operation.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { partsOf, pascal } from './json.ts'

/** The names of an operation's schemas in the document and in the SDK. */
export type SchemaNames = {
  /** The owner's form of the noun: `Place`. */
  noun: string
  /** The request: `PlaceCreateInput`. */
  input: string
  /** The response, if it differs from the noun: `PlaceGetOutput`, or `PlaceList` for a page. */
  output: string
  /** One record of a page, if it differs from the noun: `PlaceListItem`, `StreamSessionsItem`. */
  item: string
}

/**
 * One rule for every name: the noun, then the verb, then `Input` or `Output`. The verb of Get All is `List`. The public
 * form has the prefix `Public`. Generators name types of their own by `Result`, `Response` and the like.
 */
export function schemaNames(of: Operation, resources: ReadonlyMap<string, Resource>): SchemaNames {
  const { product, noun, verb } = partsOf(of.id)
  const resource = resources.get(`${product}.${noun}`)
  const own = resource === undefined ? nounName(product, noun) : resourceName(resource)
  const step = verb === 'all' ? 'List' : pascal(verb)
  const output = verb === 'all' ? `${own}List` : `${own}${step}Output`
  return { noun: own, input: `${own}${step}Input`, output, item: `${own}${step}Item` }
}

/** The name of a resource's schema. */
export function resourceName(of: Resource): string {
  return pascal(of.title)
}

/** The name of the public form. */
export function publicName(name: string): string {
  return `Public${name}`
}

/** The name of a record in a fact: its stored fields, without computed ones. */
export function snapshotName(name: string): string {
  return `${name}Snapshot`
}

function nounName(product: string, noun: string): string {
  return product === noun ? pascal(noun) : pascal(`${product} ${noun}`)
}
