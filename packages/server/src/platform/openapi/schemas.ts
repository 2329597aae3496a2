import type { Resource } from '#kit/resource.ts'
import { answerOf } from '#kit/resource.ts'
import { pageOf, removed } from '#kit/standard.ts'
import type { Operation } from '#kit/operation.ts'
import { canonical, isSame, object, partsOf, pascal, plain, pointTo, texts, type Json } from './document.ts'

/** The named schemas of a document, and what turns an operation's schemas into references to them. */
export type Schemas = {
  components: Record<string, Json>
  /** The name of a resource's schema. */
  nameOf(resourceId: string): string | undefined
  /** An answer: known shapes become references, and nothing is closed, so that answers may grow. */
  answer(schema: unknown): Json
}

/** Names the schemas of every resource, of paging, and of every answer that several operations share. */
export function namedSchemas(resources: readonly Resource[], operations: readonly Operation[]): Schemas {
  const known: Known[] = resources.map((each) => ({ name: titleOf(each), schema: open(plain(answerOf(each))) }))
  known.push({ name: 'Deleted', schema: open(plain(removed())) })
  const paging = object(object(plain(pageOf(removed()))['properties'])['pagination'])
  known.push({ name: 'Pagination', schema: open(paging) })
  known.push(...repeated(operations, known))
  const names = new Set<string>()
  for (const { name } of known) {
    if (names.has(name)) throw new Error(`two schemas are named ${name}`)
    names.add(name)
  }
  const docs = new Map(resources.map((each) => [titleOf(each), `${each.description}.`.replace(/\.\.$/, '.')]))
  const components = Object.fromEntries(
    known.map(({ name, schema }) => {
      const description = docs.get(name) ?? descriptions[name]
      return [name, { title: name, ...(description === undefined ? {} : { description }), ...schema }]
    }),
  )
  const titles = new Map(resources.map((each) => [each.id, titleOf(each)]))
  return { components, nameOf: (id) => titles.get(id), answer: (schema) => refer(open(plain(schema)), known) }
}

const descriptions: Record<string, string> = {
  Deleted: 'What was deleted. It is kept for 30 days and no longer shown.',
  Pagination: 'Where a page stands in its list. `nextCursor` leads to the next page and is null on the last.',
}

type Known = { name: string; schema: Json }

function titleOf(of: Resource): string {
  return pascal(of.title)
}

/** Answers and items that two or more operations share without being a resource, named after their noun. */
function repeated(operations: readonly Operation[], known: readonly Known[]): Known[] {
  const seen = new Map<string, { id: string; schema: Json; count: number }>()
  for (const each of operations) {
    const whole = open(plain(each.output))
    const schema = isPage(whole) ? object(object(object(whole['properties'])['items'])['items']) : whole
    if (refer(schema, known)['properties'] === undefined) continue
    const key = canonical(schema)
    const before = seen.get(key)
    seen.set(key, { id: before?.id ?? each.id, schema, count: (before?.count ?? 0) + 1 })
  }
  const taken = new Set(known.map(({ name }) => name))
  return [...seen.values()].flatMap(({ id, schema, count }) => {
    if (count < 2) return []
    const { product, noun, verb } = partsOf(id)
    const short = product === noun ? pascal(noun) : pascal(`${product} ${noun}`)
    // Generators name types of their own after operations: `<Operation>Result`, `<Operation>Response` and the like.
    const name = verb === 'delete' ? `Deleted${short}` : taken.has(short) ? `${pascal(verb)}Of${short}` : short
    taken.add(name)
    return [{ name, schema }]
  })
}

function isPage(schema: Json): boolean {
  const properties = object(schema['properties'])
  return properties['items'] !== undefined && properties['pagination'] !== undefined
}

/** The schema with every known shape in it as a reference; one that says more than a known shape extends it. */
function refer(schema: Json, known: readonly Known[]): Json {
  const exact = known.find((each) => isSame(each.schema, schema))
  if (exact !== undefined) return pointTo('schemas', exact.name)
  const base = known.find((each) => extendsShape(schema, each.schema))
  if (base !== undefined) return extension(schema, base, known)
  return mapSchema(schema, (inner) => refer(inner, known))
}

function extendsShape(schema: Json, base: Json): boolean {
  const [own, theirs] = [object(schema['properties']), object(base['properties'])]
  const names = Object.keys(theirs)
  if (names.length < 3 || names.length >= Object.keys(own).length) return false
  const required = new Set(texts(schema['required']))
  const isCovered = names.every((name) => Object.hasOwn(own, name) && isSame(own[name], theirs[name]))
  return isCovered && texts(base['required']).every((name) => required.has(name))
}

function extension(schema: Json, base: Known, known: readonly Known[]): Json {
  const theirs = object(base.schema['properties'])
  const assured = new Set(texts(base.schema['required']))
  const more = Object.entries(object(schema['properties'])).filter(([name]) => !Object.hasOwn(theirs, name))
  const required = texts(schema['required']).filter((name) => !assured.has(name))
  const properties = Object.fromEntries(more.map(([name, each]) => [name, refer(object(each), known)]))
  const own: Json = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  return { allOf: [pointTo('schemas', base.name), own] }
}

/** The schema without `additionalProperties: false`, at any depth. */
export function open(schema: Json): Json {
  const { additionalProperties, ...rest } = schema
  const kept = additionalProperties === false || additionalProperties === undefined ? {} : { additionalProperties }
  return mapSchema({ ...rest, ...kept }, open)
}

/** Applies a change to every schema directly within another. */
export function mapSchema(schema: Json, change: (inner: Json) => Json): Json {
  const result: Json = { ...schema }
  const { properties, items } = schema
  if (properties !== undefined) {
    result['properties'] = Object.fromEntries(
      Object.entries(object(properties)).map(([name, each]) => [name, change(object(each))]),
    )
  }
  if (items !== undefined && !Array.isArray(items)) result['items'] = change(object(items))
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const list = schema[word]
    if (Array.isArray(list)) result[word] = list.map((each) => change(object(each)))
  }
  const more = schema['additionalProperties']
  if (typeof more === 'object' && more !== null) result['additionalProperties'] = change(object(more))
  return result
}
