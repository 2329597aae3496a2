import { createHash } from 'node:crypto'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { object, texts, type Json } from './json.ts'
import { exampleAccount, exampleAccountId, exampleRequestId, exampleTexts } from './exampleValues.ts'

/** Makes plausible examples that satisfy their schema; the same every time. */
export type Examples = {
  /** An operation's example with plausible ids in the place of `madeFirst`. */
  input(of: Pick<Operation, 'example' | 'input'> | undefined): Json
  /** A value of this schema. `hints`: values of the request, by field name. */
  sampleOf(schema: Json, hints: Json): unknown
}

/** The ids, moments and texts of a document's examples. */
export function exampleMaker(resources: readonly Resource[], components: Record<string, Json>): Examples {
  const prefixes = new Map(resources.map((each) => [each.id, each.prefix]))
  const filled = (value: unknown, pattern: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => filled(each, pattern))
    if (typeof value !== 'object' || value === null) return value
    const noun = object(value)['madeFirst']
    if (typeof noun === 'string') return idByPattern(pattern) ?? exampleId(prefixes.get(noun) ?? 'obj')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, undefined)]))
  }
  return {
    input: (of) => {
      const schemas = object(of?.input.properties)
      const entries = Object.entries(of?.example ?? {})
      return Object.fromEntries(entries.map(([name, each]) => [name, filled(each, patternIn(object(schemas[name])))]))
    },
    sampleOf: (schema, hints) => sample({ schema, name: 'value', hints, components }),
  }
}

function patternIn(schema: Json): unknown {
  return schema['pattern'] ?? object(schema['items'])['pattern']
}

/** Example id that matches a pattern of ids. */
function idByPattern(pattern: unknown): string | undefined {
  const prefix = typeof pattern === 'string' ? /^\^([a-z]{3})_\[/.exec(pattern)?.[1] : undefined
  return prefix === undefined ? undefined : exampleId(prefix)
}

/** A plausible id: the account of all examples, and a row that differs by prefix. */
export function exampleId(prefix: string): string {
  if (prefix === 'acc') return exampleAccountId
  if (prefix === 'req') return exampleRequestId
  const digest = createHash('sha256').update(prefix).digest()
  const tail = [...digest.subarray(0, 16)].map((byte) => alphabet.charAt(byte % 32)).join('')
  return `${prefix}_${exampleAccount}01kagz7m2e${tail}`
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

type Sample = { schema: Json; name: string; hints: Json; components: Record<string, Json> }

function sample(of: Sample): unknown {
  const { schema, name, hints, components } = of
  const pointed = schema['$ref']
  if (typeof pointed === 'string') {
    const target = components[pointed.slice(pointed.lastIndexOf('/') + 1)]
    if (target === undefined) throw new Error(`no component ${pointed}`)
    return sample({ ...of, schema: target })
  }
  const parts = schema['allOf']
  if (Array.isArray(parts)) {
    return Object.assign({}, ...parts.map((part) => object(sample({ ...of, schema: object(part) }))))
  }
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return sample({ ...of, schema: object(options[0]) })
  if (Object.hasOwn(hints, name) && accepts(schema, hints[name])) return hints[name]
  const { examples } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (schema['const'] !== undefined) return schema['const']
  return typed(of)
}

function typed(of: Sample): unknown {
  const { schema, name } = of
  const kinds = typesOf(schema)
  if (kinds.includes('null')) return null
  const choice = schema['enum']
  if (Array.isArray(choice)) return choice[0]
  if (kinds.includes('object')) return record(of)
  if (kinds.includes('array')) return items(of)
  if (kinds.includes('boolean')) return name === 'created'
  if (kinds.includes('integer') || kinds.includes('number')) return amount(schema, name)
  if (kinds.includes('string')) return text(schema, name)
  return null
}

/** The types that a schema allows. */
export function typesOf(schema: Json): string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? texts(type) : schema['properties'] === undefined ? [] : ['object']
}

function record({ schema, hints, components }: Sample): Json {
  const result: Json = {}
  for (const [name, each] of Object.entries(object(schema['properties']))) {
    result[name] = sample({ schema: object(each), name, hints, components })
  }
  return result
}

function items(of: Sample): unknown[] {
  const { schema, name } = of
  const item = object(schema['items'])
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
  const isRecord = item['$ref'] !== undefined || item['allOf'] !== undefined
  if (least === 0 && !isRecord) return []
  return [sample({ ...of, schema: item, name: name.replace(/s$/, '') })]
}

function amount(schema: Json, name: string): number {
  const { minimum, maximum } = schema
  const wish = { version: 1, limit: 25, offset: 0, latitude: 53.5436, longitude: 9.9881 }[name] ?? 1
  const low = typeof minimum === 'number' ? Math.max(wish, minimum) : wish
  return typeof maximum === 'number' ? Math.min(low, maximum) : low
}

function text(schema: Json, name: string): string {
  const id = idByPattern(schema['pattern']) ?? idByWords(schema)
  if (id !== undefined) return id
  const found = exampleTexts(name, schema, exampleId).find((each) => accepts(schema, each))
  if (found === undefined) throw new Error(`no example fits ${name} ${JSON.stringify(schema)}: give it \`examples\``)
  return found
}

/** The example id for a description with the form of an id, such as `fct_…`. */
function idByWords(schema: Json): string | undefined {
  const prefix = /`([a-z]{3})_…`/.exec(String(schema['description'] ?? ''))?.[1]
  return prefix === undefined ? undefined : exampleId(prefix)
}

/** Whether a value fits the type, bounds and pattern of a schema; tests make the deep checks. */
function accepts(schema: Json, value: unknown): boolean {
  const choice = schema['enum']
  if (Array.isArray(choice)) return choice.includes(value)
  const kinds = typesOf(schema)
  if (typeof value === 'string') return kinds.includes('string') && acceptsText(schema, value)
  if (typeof value === 'number') {
    return kinds.includes('number') || (kinds.includes('integer') && Number.isInteger(value))
  }
  if (typeof value === 'boolean') return kinds.includes('boolean')
  if (Array.isArray(value))
    return kinds.includes('array') && value.every((each) => accepts(object(schema['items']), each))
  if (value === null) return kinds.includes('null')
  return kinds.includes('object') && acceptsRecord(schema, object(value))
}

function acceptsText(schema: Json, value: string): boolean {
  const { pattern, minLength, maxLength } = schema
  if (typeof minLength === 'number' && value.length < minLength) return false
  if (typeof maxLength === 'number' && value.length > maxLength) return false
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)
}

function acceptsRecord(schema: Json, value: Json): boolean {
  const properties = object(schema['properties'])
  const isWhole = texts(schema['required']).every((name) => value[name] !== undefined)
  return isWhole && Object.entries(value).every(([name, each]) => accepts(object(properties[name]), each))
}
