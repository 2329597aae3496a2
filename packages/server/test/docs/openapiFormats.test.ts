import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { nameLine } from '#kit/values/fields.ts'
import { fieldTypes } from '#kit/values/fieldType.ts'
import '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import { object, plain, type Json } from '#platform/openapi/json.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { version } from '#platform/openapi/version.ts'
import { products } from '#products/index.ts'

const document = buildOpenApi({ products, version })

test('every schema of the document compiles in the strict mode of Ajv, with the standard formats alone', () => {
  const ajv = strictValidator()
  const { schemas } = object(document['components'])
  for (const [name, schema] of Object.entries(object(schemas))) {
    ajv.addSchema(object(schema), `#/components/schemas/${name}`)
  }
  const found = schemasIn(document)
  assert.ok(found.length > products.flatMap((product) => product.operations).length)
  for (const { path, schema } of found) assert.doesNotThrow(() => ajv.compile(schema), path)
})

test('the strict mode of Ajv refuses a format that JSON Schema does not know', () => {
  assert.throws(() => strictValidator().compile({ type: 'string', format: 'time-zone' }), /unknown format/)
})

/** Texts beyond the edges of a type that its documented pattern must accept, by format. */
const more: Record<string, string[]> = {
  'visible-text': ['a', ' é ', '\u3164 ok', 'ÀÀ', '日本'],
  'time-zone': [...Intl.supportedValuesOf('timeZone'), 'GMT', 'Etc/GMT-14', 'GMT0', 'US/Pacific'],
  'language-tag': ['de-x-v1'],
  'web-url': ['https://a.example/%20?q=a b'],
}
const documentedTypes = fieldTypes().filter((type) => type.schema.type === 'string' && type.documented !== undefined)

test('names, addresses, time zones, languages and currencies are among the types with a documented pattern', () => {
  const formats = new Set(documentedTypes.map((type) => type.schema.format))
  const known = ['currency', ...Object.keys(more)]
  assert.deepEqual(
    known.filter((format) => !formats.has(format)),
    [],
  )
})

for (const type of documentedTypes) {
  const { format } = type.schema
  const schema = format === 'visible-text' ? nameLine(200) : Type.Unsafe(type.schema)
  const accepted = [...type.edges.map(String), ...(more[format] ?? [])]
  test(`the documented pattern of ${format} accepts every text that the input check accepts`, () => {
    const validate = strictValidator().compile(plain(schema))
    for (const text of accepted) {
      assert.ok(satisfies(schema, text), `the input check accepts ${text}`)
      assert.ok(validate(text), `the pattern accepts ${text}`)
    }
    const near = fc.constantFrom(...accepted).chain((text) => changed(text))
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary', maxLength: 40 })), (text) => {
        return !satisfies(schema, text) || validate(text)
      }),
      { numRuns: 2_000 },
    )
  })
}

/** A text with one character replaced or added. */
function changed(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat(1))
    .map(([at, added, left]) => `${text.slice(0, at)}${added}${text.slice(at + left)}`)
}

function strictValidator(): Ajv2020 {
  return addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }))
}

type Found = { path: string; schema: Json }

/** Every schema of the document: named ones, and those under `schema`. */
function schemasIn(value: unknown, path = ''): Found[] {
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(object(value))
  return entries.flatMap(([key, each]): Found[] => {
    const inner = `${path}/${key}`
    if (key === 'example' || key === 'examples') return []
    const isSchema = key === 'schema' || /^\/components\/schemas\/\w+$|\/x-events\/\w+$/.test(inner)
    return isSchema ? [{ path: inner, schema: object(each) }] : schemasIn(each, inner)
  })
}
