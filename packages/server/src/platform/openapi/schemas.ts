import { outputSchemaOf, publicOutputSchemaOf, storedShape, type Resource } from '#kit/nouns/resource.ts'
import { Type } from '#kit/values/schema.ts'
import { listPageOf, removed } from '#kit/nouns/standard.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { canonical, isSame, object, plain, pointTo, texts, type Json } from './json.ts'
import { publicName, resourceName, schemaNames, snapshotName } from './schemaNames.ts'

/** The named schemas of a document, and the references to them. */
export type Schemas = {
  components: Record<string, Json>
  /** The payload of a fact about a resource. */
  snapshot(resourceId: string): Json | undefined
  /** The data of a response: the owner's form, or one of both forms. */
  responseOf(of: Operation): Json
  /** The data of an event of a stream. */
  event(schema: unknown): Json
  /** Names the body of a request. */
  input(of: Operation, body: Json): Json
}

type Shape = { name: string; schema: Json; description?: string | undefined }
/** Named shapes, by the text of their schema. */
type Known = ReadonlyMap<string, Shape>

/** Names the schemas of every resource, request and response by the one rule of `schemaNames`. */
export function namedSchemas(resources: readonly Resource[], operations: readonly Operation[]): Schemas {
  const byId = new Map(resources.map((each) => [each.id, each]))
  const nouns = [...resources.flatMap(resourceShapes), ...nounShapes(operations, byId)]
  const shapes = [...titledShapes(operations), ...nouns, ...sharedShapes].map(untitledShape)
  const known = knownOf(shapes)
  const components: Record<string, Json> = {}
  const add = (name: string, schema: Json, description?: string): Json => {
    if (components[name] !== undefined) throw new Error(`two schemas are named ${name}`)
    components[name] = { title: name, ...(description === undefined ? {} : { description }), ...schema }
    return pointTo('schemas', name)
  }
  for (const { name, schema, description } of shapes) {
    add(
      name,
      mapSchema(schema, (inner) => refer(inner, known)),
      description,
    )
  }
  const responses = new Map(operations.map((each) => [each, responseIn(each, { known, add, byId })]))
  return {
    components,
    snapshot(resourceId) {
      const of = byId.get(resourceId)
      return of === undefined ? undefined : refer(snapshotOf(of), known)
    },
    responseOf: (of) => responses.get(of) ?? {},
    event: (schema) => refer(open(plain(schema)), known),
    input: (of, body) => add(schemaNames(of, byId).input, body, `The request of ${of.title}.`),
  }
}

/** Shapes by their text, the widest first, so that a response extends the shape with the most common fields. */
function knownOf(shapes: readonly Shape[]): Known {
  const widest = shapes.toSorted((left, right) => widthOf(right) - widthOf(left))
  const known = new Map<string, Shape>()
  for (const each of widest) {
    const text = canonical(each.schema)
    if (!known.has(text)) known.set(text, each)
  }
  return known
}

type Naming = {
  known: Known
  add(name: string, schema: Json, description: string): Json
  byId: ReadonlyMap<string, Resource>
}

function responseIn(of: Operation, naming: Naming): Json {
  if (of.textType !== undefined || of.events !== undefined) return open(plain(of.output))
  const names = schemaNames(of, naming.byId)
  const own = namedResponse(open(plain(of.output)), { ...names, title: of.title }, naming)
  if (of.publicOutput === undefined) return own
  const { output, item } = names
  const forAll = { output: publicName(output), item: publicName(item), title: `${of.title} (public)` }
  return { anyOf: [own, namedResponse(open(plain(of.publicOutput)), forAll, naming)] }
}

type ResponseNames = { output: string; item: string; title: string }

/** A reference to a response: to a known shape, else under the names of its operation. */
function namedResponse(schema: Json, names: ResponseNames, { known, add }: Naming): Json {
  const shown = refer(schema, known)
  if (shown['$ref'] !== undefined) return shown
  if (!isPage(shown)) return add(names.output, shown, `The response to ${names.title}.`)
  const { items, ...rest } = object(shown['properties'])
  const item = object(object(items)['items'])
  const named = item['$ref'] === undefined ? add(names.item, item, `An item of ${names.title}.`) : item
  const whole = { ...shown, properties: { items: { ...object(items), items: named }, ...rest } }
  return add(names.output, whole, `A page of ${names.title}.`)
}

/** The owner's form of a resource, its public form, and the form in facts. */
function resourceShapes(of: Resource): Shape[] {
  const name = resourceName(of)
  const description = `${of.description}.`.replace(/\.\.$/, '.')
  const own: Shape = { name, schema: open(plain(outputSchemaOf(of))), description }
  const forAll: Shape = {
    name: publicName(name),
    schema: open(plain(publicOutputSchemaOf(of))),
    description: `${description} The form for public keys and other accounts.`,
  }
  const snapshot = { name: snapshotName(name), schema: snapshotOf(of), description: `${description} As a fact has it.` }
  return [
    own,
    ...(of.publicWhen === undefined ? [] : [forAll]),
    ...(isSame(own.schema, snapshot.schema) ? [] : [snapshot]),
  ]
}

function snapshotOf(of: Resource): Json {
  return open(plain(Type.Object(storedShape(of))))
}

/** Nouns without a resource, by the response of their `get`. */
function nounShapes(operations: readonly Operation[], resources: ReadonlyMap<string, Resource>): Shape[] {
  return operations
    .filter((each) => each.id.endsWith('.get') && !resources.has(each.id.slice(0, -'.get'.length)))
    .map((each) => ({
      name: schemaNames(each, resources).noun,
      schema: open(plain(each.output)),
      description: `The response to ${each.title}.`,
    }))
}

const sharedShapes: Shape[] = [
  {
    name: 'Deleted',
    schema: open(plain(removed())),
    description: 'The deleted resource. It is kept for 30 days and no longer shown.',
  },
  {
    name: 'Pagination',
    schema: object(object(open(plain(listPageOf(removed())))['properties'])['pagination']),
    description: 'Position of the page in its list. `nextCursor` leads to the next page and is null on the last.',
  },
]

/** Shapes with a title of their own within responses. */
function titledShapes(operations: readonly Operation[]): Shape[] {
  const found = new Map<string, Shape>()
  const look = (schema: Json): Json => {
    const { title, ...untitled } = schema
    mapSchema(untitled, look)
    if (typeof title === 'string') found.set(title, { name: title, schema: open(notNull(untitled)) })
    return schema
  }
  const events = operations.flatMap((each) => Object.values(each.events ?? {}))
  const responses = operations.flatMap((each) => [each.output, each.publicOutput ?? {}])
  for (const each of [...responses, ...events]) look(plain(each))
  return [...found.values()]
}

function widthOf({ schema }: Shape): number {
  return Object.keys(object(schema['properties'])).length
}

function isPage(schema: Json): boolean {
  const properties = object(schema['properties'])
  return properties['items'] !== undefined && properties['pagination'] !== undefined
}

/** The schema with references to known shapes; one with more members extends a known shape. */
function refer(schema: Json, known: Known): Json {
  const isNullable = Array.isArray(schema['type']) && schema['type'].includes('null')
  const whole = notNull(withoutTitles(schema))
  const { description, ...bare } = whole
  const exact = known.get(canonical(whole)) ?? known.get(canonical(bare))
  if (exact !== undefined) return isNullable ? orNull(exact.name, description) : pointTo('schemas', exact.name)
  if (isNullable) return mapSchema(schema, (inner) => refer(inner, known))
  const base = [...known.values()].find((each) => extendsShape(whole, each.schema))
  if (base !== undefined) return extension(whole, base, known)
  return mapSchema(whole, (inner) => refer(inner, known))
}

function orNull(name: string, description: unknown): Json {
  const either = { anyOf: [{ type: 'null' }, pointTo('schemas', name)] }
  return description === undefined ? either : { description, ...either }
}

function notNull(schema: Json): Json {
  const { type } = schema
  if (!Array.isArray(type)) return schema
  const types = type.filter((each) => each !== 'null')
  return { ...schema, type: types.length === 1 ? types[0] : types }
}

function untitledShape(shape: Shape): Shape {
  return { ...shape, schema: withoutTitles(shape.schema) }
}

function withoutTitles(schema: Json): Json {
  const { title: _title, ...rest } = schema
  return mapSchema(rest, withoutTitles)
}

function extendsShape(schema: Json, base: Json): boolean {
  if (schema['properties'] === undefined) return false
  const [own, theirs] = [object(schema['properties']), object(base['properties'])]
  const names = Object.keys(theirs)
  if (names.length < 3 || names.length >= Object.keys(own).length) return false
  const required = new Set(texts(schema['required']))
  const isCovered = names.every((name) => Object.hasOwn(own, name) && isSame(own[name], theirs[name]))
  return isCovered && texts(base['required']).every((name) => required.has(name))
}

function extension(schema: Json, base: Shape, known: Known): Json {
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
