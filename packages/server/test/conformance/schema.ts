import fc from 'fast-check'
import { products } from '#products/index.ts'
import { fieldTypeOf } from '#kit/values/fieldType.ts'
import type { TSchema } from '#kit/values/schema.ts'

/** A JSON schema as plain data. */
export type Plain = Record<string, unknown>

/** A value that a schema must refuse: the position of the violation, and its rule. */
export type Broken = { value: unknown; at: string; rule: string }

/** A scope that a key may have. */
const someScope = products.flatMap(({ operations }) => operations).find(({ scope }) => scope !== '')?.scope ?? ''

const anyText = /^\^\[\^/

/** Values that a schema must refuse, one for each keyword. In a query all values are text. */
export function brokenValues(schema: TSchema | Plain, isQuery: boolean): Broken[] {
  const of = plainOf(schema)
  const types = typesOf(of)
  const found: Broken[] = [...wrongTypes(types, isQuery)]
  if (Array.isArray(of['enum'])) found.push({ value: '~none~', at: '', rule: 'enum' })
  if (types.includes('string')) found.push(...brokenTexts(of))
  if (types.includes('integer') || types.includes('number')) found.push(...brokenNumbers(of))
  if (types.includes('array') && !isQuery) found.push(...brokenArrays(of))
  if (types.includes('object') && !isQuery) found.push(...brokenObjects(of))
  return found
}

/** A value that a schema accepts; a different one for each `n` where the schema allows. */
export function sampleOf(schema: TSchema | Plain, n = 0): unknown {
  const of = plainOf(schema)
  const [type] = typesOf(of)
  if (Array.isArray(of['enum'])) return of['enum'][n % of['enum'].length]
  const fieldType = fieldTypeOf(of)
  if (fieldType !== undefined) return fitted(fieldType.sample(n), of)
  if (type === 'string') return sampleText(of, n)
  if (type === 'boolean') return n % 2 === 0
  if (type === 'integer' || type === 'number') return numberOf(of['minimum'], 0) + (n % 50)
  if (type === 'array') {
    const count = Math.max(1, numberOf(of['minItems'], 1))
    return Array.from({ length: count }, (_, index) => sampleOf(plainOf(of['items']), n + index))
  }
  if (type === 'object') return sampleObject(of, n)
  return null
}

/** A schema as plain data. */
export function plainOf(schema: unknown): Plain {
  return Object(schema)
}

/** The types that a schema allows; empty where it allows any. */
export function typesOf(of: Plain): string[] {
  const type = of['type']
  return (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String)
}

/** The properties of an object schema. */
export function propertiesOf(schema: unknown): Record<string, Plain> {
  return Object(plainOf(schema)['properties'])
}

/** The prefix when a schema is that of an id such as `cat_…`. */
export function idPrefixOf(schema: unknown): string | undefined {
  return /^\^([a-z]{3})_\[[^\]]+\]\{34\}\$$/.exec(String(plainOf(schema)['pattern']))?.[1]
}

function wrongTypes(types: string[], isQuery: boolean): Broken[] {
  const refused = (value: unknown) => ({ value, at: '', rule: 'type' })
  if (types.length === 0) return []
  if (isQuery) {
    if (types.some((type) => type === 'integer' || type === 'number')) return [refused('abc')]
    return types.includes('boolean') ? [refused('maybe')] : []
  }
  const candidates: [string, unknown][] = [
    ['object', { a: 1 }],
    ['array', [[]]],
    ['boolean', true],
    ['string', 'text'],
  ]
  const other = candidates.filter(([type]) => !types.includes(type)).map(([, value]) => refused(value))
  const number = types.includes('integer') ? [refused(1.5)] : types.includes('number') ? [] : [refused(12)]
  return [...other, ...number, ...(types.includes('null') ? [] : [refused(null)])]
}

function brokenTexts(of: Plain): Broken[] {
  const found: Broken[] = []
  const max = of['maxLength']
  if (typeof max === 'number') found.push({ value: 'a'.repeat(max + 1), at: '', rule: 'maxLength' })
  if (numberOf(of['minLength'], 0) > 0) found.push({ value: '', at: '', rule: 'minLength' })
  const [refused] = fieldTypeOf(of)?.refused ?? ['!!']
  if (of['format'] !== undefined) found.push({ value: refused, at: '', rule: 'format' })
  if (of['pattern'] !== undefined) {
    const pattern = new RegExp(String(of['pattern']), 'u')
    const value = ['!', '\u0085', '~~~~', 'a b', '0', 'é', '\u0007'].find((text) => !pattern.test(text))
    if (value !== undefined) found.push({ value, at: '', rule: 'pattern' })
  }
  return found
}

function brokenNumbers(of: Plain): Broken[] {
  const found: Broken[] = []
  if (typeof of['minimum'] === 'number') found.push({ value: of['minimum'] - 1, at: '', rule: 'minimum' })
  if (typeof of['maximum'] === 'number') found.push({ value: of['maximum'] + 1, at: '', rule: 'maximum' })
  return found
}

function brokenArrays(of: Plain): Broken[] {
  const found: Broken[] = []
  const items = plainOf(of['items'])
  if (typeof of['maxItems'] === 'number') {
    const value = Array.from({ length: of['maxItems'] + 1 }, (_, index) => sampleOf(items, index))
    found.push({ value, at: '', rule: 'maxItems' })
  }
  if (numberOf(of['minItems'], 0) > 0) found.push({ value: [], at: '', rule: 'minItems' })
  if (of['uniqueItems'] === true) found.push({ value: [sampleOf(items), sampleOf(items)], at: '', rule: 'uniqueItems' })
  const inside = brokenValues(items, false)
  return [...found, ...inside.map((each) => ({ ...each, value: [each.value], at: `/0${each.at}` }))]
}

function brokenObjects(of: Plain): Broken[] {
  const found: Broken[] = []
  for (const [name, schema] of Object.entries(propertiesOf(of))) {
    found.push(...brokenValues(schema, false).map((each) => within(name, each)))
  }
  const required = Array.isArray(of['required']) ? of['required'].map(String) : []
  found.push(...required.map((name) => ({ value: {}, at: `/${name}`, rule: 'required' })))
  const more = of['additionalProperties']
  if (more === false) found.push({ value: { zzUnknown: 1 }, at: '/zzUnknown', rule: 'additionalProperties' })
  if (typeof more === 'object') found.push(...brokenValues(plainOf(more), false).map((each) => within('key', each)))
  if (typeof of['maxProperties'] === 'number') {
    const keys = Array.from({ length: of['maxProperties'] + 1 }, (_, index) => [`key${index}`, sampleOf(plainOf(more))])
    found.push({ value: Object.fromEntries(keys), at: '', rule: 'maxProperties' })
  }
  if (of['propertyNames'] !== undefined) found.push({ value: { 'no key!': 'x' }, at: '', rule: 'propertyNames' })
  return found
}

function within(name: string, each: Broken): Broken {
  return { ...each, value: { [name]: each.value }, at: `/${name}${each.at}` }
}

function sampleText(of: Plain, n: number): unknown {
  const max = numberOf(of['maxLength'], 100)
  const pattern = of['pattern']
  if (typeof pattern !== 'string' || anyText.test(pattern)) return fitted(`text ${n}`, of)
  const fitting = [`text${n}`, `Text ${n}`, someScope, `https://a${n}.example.com`, '*', `a${n}.example.com`].find(
    (text) => text.length <= max && new RegExp(pattern, 'u').test(text),
  )
  return fitting ?? matchingText(pattern, n)
}

/** Texts of patterns, the same in each run. To build an arbitrary costs much more than to draw from it. */
const matchingTexts = new Map<string, string[]>()

function matchingText(pattern: string, n: number): string {
  let texts = matchingTexts.get(pattern) ?? []
  if (texts.length <= n) {
    texts = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 2 * n + 20, seed: 1 })
    matchingTexts.set(pattern, texts)
  }
  return texts[n] ?? ''
}

/** A sample within the bounds of its schema. */
function fitted(value: unknown, of: Plain): unknown {
  if (typeof value === 'number')
    return Math.max(numberOf(of['minimum'], value), Math.min(value, numberOf(of['maximum'], value)))
  return String(value).padEnd(numberOf(of['minLength'], 0), '.').slice(-numberOf(of['maxLength'], 100))
}

function sampleObject(of: Plain, n: number): Plain {
  const required = Array.isArray(of['required']) ? of['required'].map(String) : []
  const properties = propertiesOf(of)
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, sampleOf(plainOf(properties[name]), n)]))
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
