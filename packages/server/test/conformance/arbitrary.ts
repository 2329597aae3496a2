import fc from 'fast-check'
import { fieldTypeOf, type FieldType } from '#kit/values/fieldType.ts'
import type { TSchema } from '#kit/values/schema.ts'
import { idPrefixOf, plainOf, propertiesOf, sampleOf, typesOf, type Plain } from './schema.ts'

type Any = fc.Arbitrary<unknown>

/** Ids by prefix: of the own account, of another account, of no record. */
export type Ids = ReadonlyMap<string, readonly string[]>

/** Inputs of an operation: most satisfy its schema, some violate it in one place or many. */
export function inputOf(schema: TSchema, ids: Ids, example: Plain): fc.Arbitrary<Plain> {
  const properties = propertiesOf(schema)
  const mixed = Object.entries(properties).map(([name, each]) => [name, maybeBroken(each, ids)] as const)
  const free = fc.record(Object.fromEntries(mixed), { requiredKeys: requiredOf(schema) })
  const nearExample = fc.tuple(
    fc.constant(example),
    fc.record(Object.fromEntries(mixed), { requiredKeys: [] }),
    fc.nat(3),
  )
  const few = nearExample.map(([base, changes, count]) => ({
    ...base,
    ...Object.fromEntries(Object.entries(changes).slice(0, count)),
  }))
  const strange = fc.dictionary(strangeName, anything, { maxKeys: 3 })
  const extended = fc.tuple(few, strange).map(([base, more]) => ({ ...base, ...more }))
  return fc.oneof({ arbitrary: few, weight: 6 }, { arbitrary: free, weight: 3 }, { arbitrary: extended, weight: 1 })
}

const surrogateMin = 0xd800
const surrogateCount = 0x800

/** One character of any code point but half ones. Fast-check's own unit builds a table of all of them per process. */
const anyCharacter = fc.nat(0x10_ffff - surrogateCount).map(
  (n) => String.fromCodePoint(n < surrogateMin ? n : n + surrogateCount),
  (text) => {
    const point = String(text).codePointAt(0) ?? 0
    if (typeof text !== 'string' || text !== String.fromCodePoint(point)) throw new Error('not one character')
    return point < surrogateMin ? point : point - surrogateCount
  },
)

/** Hostile values. */
const anything: Any = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: anyCharacter }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    0.1,
    -0,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    1e308,
    '\u0000',
    '\ud800',
    '\u200b\u202e',
    '%',
    '\\',
    "'; drop table account_key; --",
    '../../../etc/passwd',
    '${7*7}',
    '🎪'.repeat(40),
    'a'.repeat(3_000),
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '-infinity',
    'NaN',
    [],
    {},
    [[[[]]]],
    { toString: 1, constructor: { prototype: 1 } },
  ),
)

const strangeName = fc.string({ maxLength: 12, unit: anyCharacter })

function maybeBroken(schema: Plain, ids: Ids): Any {
  return fc.oneof({ arbitrary: valueOf(schema, ids), weight: 8 }, { arbitrary: anything, weight: 1 })
}

/** Values that a schema accepts by its keywords. */
function valueOf(schema: Plain, ids: Ids): Any {
  const types = typesOf(schema)
  const [type] = types
  const own = Array.isArray(schema['enum']) ? fc.constantFrom(...schema['enum']) : typed(schema, type, ids)
  return types.includes('null')
    ? fc.oneof({ arbitrary: own, weight: 5 }, { arbitrary: fc.constant(null), weight: 1 })
    : own
}

function typed(schema: Plain, type: string | undefined, ids: Ids): Any {
  const fieldType = fieldTypeOf(schema)
  if (fieldType !== undefined) return ofFieldType(schema, fieldType)
  if (type === 'string') return textOf(schema, ids)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.integer({ min: boundOf(schema, 'minimum', -1000), max: boundOf(schema, 'maximum', 1000) })
  if (type === 'number') {
    return fc.double({ min: boundOf(schema, 'minimum', -1e6), max: boundOf(schema, 'maximum', 1e6), noNaN: true })
  }
  if (type === 'array') return fc.array(maybeBroken(plainOf(schema['items']), ids), { maxLength: 4 })
  if (type === 'object') return objectOf(schema, ids)
  return anything
}

/** Samples of the type, its edges, and values that it refuses. */
function ofFieldType(schema: Plain, { edges, refused }: FieldType): Any {
  const samples = fc.oneof(fc.nat(20), fc.nat(1_000_000_000)).map((n) => sampleOf(schema, n))
  return fc.oneof(samples, samples, fc.constantFrom(...edges), fc.constantFrom(...refused))
}

function boundOf(schema: Plain, name: string, otherwise: number): number {
  const value = schema[name]
  return typeof value === 'number' ? value : otherwise
}

function textOf(schema: Plain, ids: Ids): Any {
  const prefix = idPrefixOf(schema)
  if (prefix !== undefined) return fc.constantFrom(...(ids.get(prefix) ?? [sampleOf(schema)]))
  const maxLength = Math.min(boundOf(schema, 'maxLength', 50), 200)
  const samples = fc.nat(20).map((n) => sampleOf(schema, n))
  return fc.oneof(samples, printable(maxLength))
}

const printables = new Map<number, fc.Arbitrary<string>>()

/** Printable texts up to a length; each length is built once, as every build tries fast-check's dangerous texts. */
function printable(maxLength: number): fc.Arbitrary<string> {
  const known = printables.get(maxLength) ?? fc.string({ maxLength, unit: 'grapheme' })
  printables.set(maxLength, known)
  return known
}

const plainName = fc.string({ maxLength: 10 })

function objectOf(schema: Plain, ids: Ids): Any {
  const properties = Object.entries(propertiesOf(schema))
  if (properties.length > 0) {
    const model = Object.fromEntries(properties.map(([name, each]) => [name, maybeBroken(each, ids)]))
    return fc.record(model, { requiredKeys: requiredOf(schema) })
  }
  return fc.dictionary(plainName, maybeBroken(plainOf(schema['additionalProperties']), ids), {
    maxKeys: 4,
  })
}

function requiredOf(schema: TSchema | Plain): string[] {
  const { required } = plainOf(schema)
  return Array.isArray(required) ? required.map(String) : []
}
