import type { Operation } from '#kit/nouns/operation.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { eventsResponse, refusalResponses, success } from './responses.ts'
import { object, partsOf, plain, pointTo, texts, type Json } from './json.ts'
import type { Examples } from './examples.ts'
import { open, type Schemas } from './schemas.ts'

/** Schemas, examples and errors that the items of a document share while it is built. */
export type Building = {
  schemas: Schemas
  examples: Examples
  /** Error responses that many operations share, collected on the way. */
  responses: Record<string, Json>
  resources: ReadonlyMap<string, Resource>
  operations: ReadonlyMap<string, Operation>
  tagOf(of: Operation): string
}

/** An operation as an item of the document's paths. */
export function operationItem(of: Operation, building: Building): Json {
  const input = building.examples.input(of)
  return {
    operationId: of.id,
    summary: of.title,
    description: descriptionOf(of),
    tags: [building.tagOf(of)],
    security: securityOf(of),
    ...inputOf(of, input, building),
    responses: { '200': successOf(of, input, building), ...refusalResponses(of, building.responses) },
    ...extensionsOf(of),
  }
}

function successOf(of: Operation, input: Json, building: Building): Json {
  const { schemas, examples } = building
  if (of.events !== undefined) {
    const events = Object.entries(of.events).map(([name, own]) => ({ name, schema: schemas.event(own) }))
    return eventsResponse(events.map((each) => ({ ...each, example: examples.sampleOf(each.schema, input) })))
  }
  const data = schemas.responseOf(of)
  return success(of, data, examples.sampleOf(data, hintsOf(of, input, building)))
}

/** Values for the example of a response: the input of its noun's create, then the input of this request. */
function hintsOf(of: Operation, input: Json, { resources, operations, examples }: Building): Json {
  const { product, noun } = partsOf(of.id)
  const stem = `${product}.${noun}`
  const made = examples.input(operations.get(`${stem}.create`))
  const own = input[resources.get(stem)?.idKey ?? `${noun}Id`]
  const { limit: _limit, offset: _offset, ...sent } = input
  return { ...made, ...sent, ...(own === undefined ? {} : { id: own }) }
}

function descriptionOf(of: Operation): string {
  const tells = of.emits.filter((each) => each.isPublic && !of.isLenient).map((each) => `\`${each.name}\``)
  return [
    sentence(of.description === '' ? of.title : of.description),
    rightsOf(of),
    tells.length === 0 ? '' : `May emit ${tells.join(', ')}.`,
  ]
    .filter((line) => line !== '')
    .join('\n\n')
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function rightsOf(of: Operation): string {
  if (of.credential === 'none') return 'Anyone may call it; no key is needed.'
  if (of.credential === 'person') return 'Needs the session of a signed-in person; no key can call it.'
  const keys = of.credential === 'public' ? 'a secret, restricted or public key' : 'a secret or restricted key'
  const kinds = of.kinds.map((kind) => kind.charAt(0).toUpperCase() + kind.slice(1)).join(', ')
  return `Needs ${keys}; a restricted one needs the scope \`${of.scope}\`. Accounts: ${kinds}.`
}

function securityOf(of: Operation): Json[] {
  if (of.credential === 'none') return []
  if (of.credential === 'person') return [of.method === 'GET' ? { Session: [] } : { Session: [], CsrfToken: [] }]
  const header = { ServiceKey: [] }
  return of.credential === 'public' && of.method === 'GET' ? [header, { PublicKeyInQuery: [] }] : [header]
}

function extensionsOf(of: Operation): Json {
  const tells = of.isLenient ? [] : of.emits.filter((each) => each.isPublic).map((each) => each.name)
  return {
    ...(of.scope === '' ? {} : { 'x-scope': of.scope }),
    'x-credential': of.credential,
    'x-account-kinds': [...of.kinds],
    ...(of.isCompanion ? { 'x-companion': true } : {}),
    ...(of.stability === undefined ? {} : { 'x-stability': of.stability }),
    ...(of.reviewed === undefined ? {} : { 'x-reviewed': of.reviewed }),
    ...(tells.length === 0 ? {} : { 'x-tells': tells }),
  }
}

/** Input in path, query or body, by the rules of the router. */
function inputOf(of: Operation, example: Json, { schemas }: Building): Json {
  const schema = of.isLenient ? open(plain(of.input)) : plain(of.input)
  const properties = object(schema['properties'])
  const required = new Set(texts(schema['required']))
  const inPath = [...of.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameter = (name: string, place: 'path' | 'query') => {
    const { description, ...own } = object(properties[name])
    const shown = example[name]
    return {
      name,
      in: place,
      ...(place === 'path' || required.has(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: own,
      ...(shown === undefined ? unsentExample(own, place) : { example: shown }),
    }
  }
  const path = inPath.map((name) => parameter(name, 'path'))
  if (of.method === 'GET' || of.method === 'DELETE') {
    const all = [...path, ...rest.map((name) => parameter(name, 'query')), ...safety(of)]
    return all.length === 0 ? {} : { parameters: all }
  }
  const parameters = [...path, ...safety(of)]
  const body = bodyOf(schema, rest)
  const shown = Object.fromEntries(Object.entries(example).filter(([name]) => rest.includes(name)))
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    requestBody: {
      required: texts(body['required']).length > 0,
      content: { 'application/json': { schema: schemas.input(of, body), example: shown } },
    },
  }
}

/** Example that is switched off: without one the reference sends the first word of a choice. */
function unsentExample(schema: Json, place: 'path' | 'query'): Json {
  const [first] = texts(schema['enum'])
  return place === 'path' || first === undefined ? {} : { examples: { default: { value: first, 'x-disabled': true } } }
}

function bodyOf(schema: Json, names: readonly string[]): Json {
  const { properties, required, ...rest } = schema
  const kept = Object.entries(object(properties)).filter(([name]) => names.includes(name))
  const needed = texts(required).filter((name) => names.includes(name))
  return { ...rest, ...(needed.length === 0 ? {} : { required: needed }), properties: Object.fromEntries(kept) }
}

function safety(of: Operation): Json[] {
  return of.isRead || of.isLenient || of.credential === 'none' ? [] : [pointTo('parameters', 'IdempotencyKey')]
}
