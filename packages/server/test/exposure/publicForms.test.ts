import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import { object, type Json } from '#platform/openapi/json.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { version } from '#platform/openapi/version.ts'
import { products } from '#products/index.ts'

const listPath = join(import.meta.dirname, 'publicForms.json')
const document = buildOpenApi({ products, version })
const schemas = object(object(document['components'])['schemas'])

test('publicForms.json lists every property that callers without the owner’s key get', async () => {
  const listed: unknown = JSON.parse(await readFile(listPath, 'utf8'))
  const found = publicForms()
  // A changed public form is a decision: write the list again with PUBLIC_FORMS=write, and read its diff.
  if (process.env['PUBLIC_FORMS'] === 'write') await writeFile(listPath, `${JSON.stringify(found, null, 2)}\n`)
  assert.deepEqual(found, listed)
})

test('no public form refers to a form of the owner', () => {
  const owners = new Set(Object.keys(schemas).filter((name) => schemas[`Public${name}`] !== undefined))
  assert.ok(owners.has('StaticVideo') && owners.has('Place'))
  const named = Object.keys(publicForms().schemas)
  assert.deepEqual(
    named.filter((name) => owners.has(name)),
    [],
  )
})

/** Whether a caller without the owner's key or session may call an operation. */
function isOpen({ credential }: Operation): boolean {
  return credential === 'public' || credential === 'none'
}

/** Operations that need no owner's key with the schema of their response, and the properties of each such schema. */
function publicForms(): { operations: Record<string, unknown>; schemas: Record<string, string[]> } {
  const operations: Record<string, unknown> = {}
  const reached = new Set<string>()
  for (const of of products.flatMap((product) => product.operations).filter(isOpen)) {
    const item = object(object(object(document['paths'])[of.path])[of.method.toLowerCase()])
    const content = object(object(object(item['responses'])['200'])['content'])
    const mediaType = object(Object.values(content)[0])
    const events = Object.entries(object(mediaType['x-events']))
    const form = formOf(object(mediaType['schema']))
    operations[of.id] =
      events.length === 0
        ? typeNameOf(form, reached)
        : Object.fromEntries(events.map(([name, each]) => [name, linesOf(object(each), '', reached)]))
  }
  const found: Record<string, string[]> = {}
  // A set grows during its iteration: a referenced schema comes later.
  for (const name of reached) found[name] = linesOf(object(schemas[name]), '', reached)
  const sorted = Object.entries(found).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return { operations, schemas: Object.fromEntries(sorted) }
}

/** The data of a response; where the caller decides the form, the public one, which is last. */
function formOf(schema: Json): Json {
  const data = object(schema['properties'])['data']
  const { anyOf: forms } = object(data)
  return data === undefined ? schema : object(Array.isArray(forms) ? forms.at(-1) : data)
}

function typeNameOf(schema: Json, reached: Set<string>): unknown {
  return nameOf(schema, reached) ?? schema['type']
}

/** One line for each property, inner ones after a dot, named schemas after an arrow. */
function linesOf(schema: Json, path: string, reached: Set<string>): string[] {
  const name = nameOf(schema, reached)
  if (name !== undefined) return [path === '' ? `= ${name}` : `${path} -> ${name}`]
  const parts = [schema['allOf'], schema['anyOf'], schema['oneOf']].flatMap((each) => (Array.isArray(each) ? each : []))
  if (parts.length > 0) {
    const inner = parts.filter((each) => object(each)['type'] !== 'null')
    return inner.flatMap((each) => linesOf(object(each), path, reached))
  }
  if (schema['items'] !== undefined) return linesOf(object(schema['items']), `${path}[]`, reached)
  const properties = Object.entries(object(schema['properties']))
  if (properties.length === 0) return [path]
  return properties.flatMap(([key, each]) => linesOf(object(each), path === '' ? key : `${path}.${key}`, reached))
}

function nameOf(schema: Json, reached: Set<string>): string | undefined {
  const pointer = schema['$ref']
  if (typeof pointer !== 'string') return undefined
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  reached.add(name)
  return name
}
