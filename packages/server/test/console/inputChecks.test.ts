import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inputErrors } from '#console/parts/form/inputChecks.ts'
import type { JsonSchema } from '#console/parts/jsonSchema.ts'
import { limits } from '#kit/call/limits.ts'
import { Problem } from '#kit/call/problem.ts'
import { fieldTypes } from '#kit/values/fieldType.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { describeSchemas } from '#platform/console/description.ts'
import { checkInput } from '#platform/http/inputCheck.ts'
import { products } from '#products/index.ts'
import { inputOf } from '#test/conformance/arbitrary.ts'
import { brokenValues, sampleOf, type Plain } from '#test/conformance/schema.ts'

/** Operations that a form may send, each with its schema as the console receives it. */
const forms = products.flatMap((product) => {
  const { operations } = JSON.parse(JSON.stringify(describeSchemas(product)))
  const sent = product.operations.filter(({ method }) => method === 'POST' || method === 'PUT')
  return sent.map((of) => ({ of, schema: toSchema(operations[of.id].input) }))
})

function toSchema(input: unknown): JsonSchema {
  return Object(input)
}

/** Refusals of the server: texts by path. */
function refusalsOf(of: Operation, input: Plain): Map<string, { rules: string[]; texts: string[] }> {
  const found = new Map<string, { rules: string[]; texts: string[] }>()
  try {
    checkInput(of, structuredClone(input))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    for (const { path, rule, message } of error.fields) {
      const each = found.get(path) ?? { rules: [], texts: [] }
      found.set(path, { rules: [...each.rules, rule], texts: [...each.texts, message] })
    }
  }
  return found
}

/** Rules that a form leaves to the server. */
const leftToServer = new Set(['additionalProperties', 'x-called'])

/** Messages that say more than the pattern in that of the server. */
const ownWords = /^(is needed|must be one line without control characters|must be an id of the form [a-z]{3}_…)$/

/** Compares the messages of the console with those of the server. */
function compare({ of, schema }: (typeof forms)[number], input: Plain): void {
  const theirs = refusalsOf(of, input)
  const ours = inputErrors(schema, input)
  const refusalCount = [...theirs.values()].reduce((count, { texts }) => count + texts.length, 0)
  // The server reads no item behind the one that makes a list too long.
  const tooLong = [...theirs].filter(([, { rules }]) => rules.includes('maxItems')).map(([path]) => `${path}/`)
  for (const [path, text] of Object.entries(ours)) {
    if (tooLong.some((list) => path.startsWith(list))) continue
    const refusal = theirs.get(path)
    // The server names a bounded number of wrong fields.
    if (refusal === undefined && refusalCount >= limits.fieldErrorsMax) continue
    assert.ok(refusal !== undefined, `${of.id} ${path}: only the console refuses ${JSON.stringify(input)}: ${text}`)
    // The server names the characters of a text first, and stops at a bounded number of mistakes.
    const isCut = refusalCount >= limits.fieldErrorsMax
    const isOwn = isCut || ownWords.test(text)
    assert.ok(isOwn || refusal.texts.includes(text), `${of.id} ${path}: ${text}, but ${refusal.texts.join(', ')}`)
  }
}

test('forms refuse what the server refuses with the same words, keyword by keyword', () => {
  for (const { of, schema } of forms) {
    for (const { value, at, rule } of brokenValues(of.input, false).filter((each) => each.at !== '')) {
      // cast: the schema of an input is that of an object.
      const input = value as Plain
      compare({ of, schema }, input)
      if (leftToServer.has(rule) || ['time-zone', 'currency'].includes(formatAt(schema, at))) continue
      assert.ok(inputErrors(schema, input)[at] !== undefined, `${of.id} ${at}: the console accepts a broken ${rule}`)
    }
  }
})

test('forms accept every input that the server accepts', () => {
  for (const { of, schema } of forms) {
    compare({ of, schema }, Object(sampleOf(of.input)))
    const inputs = inputOf(of.input, new Map(), Object(sampleOf(of.input)))
    fc.assert(
      fc.property(inputs, (input) => compare({ of, schema }, JSON.parse(JSON.stringify(input)))),
      {
        numRuns: 40,
        seed: 13,
      },
    )
  }
})

test('forms accept the edges of the field types of the server', () => {
  for (const { schema, edges, sample } of fieldTypes()) {
    const field = { properties: { value: toSchema(schema) } }
    const samples = Array.from({ length: 100 }, (_, n) => sample(n * 7_919))
    for (const value of [...edges, ...samples]) assert.deepEqual(inputErrors(field, { value }), {}, schema.format)
  }
})

function formatAt(schema: JsonSchema, path: string): string {
  let at: JsonSchema | undefined = schema
  for (const name of path.split('/').slice(1)) at = at?.properties?.[name] ?? at?.items
  return at?.format ?? ''
}
