import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { Problem } from '#kit/call/problem.ts'
import { limits } from '#kit/call/limits.ts'
import { Type } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import { products } from '#products/index.ts'
import { hostileObject, hostileTexts, visibleCount } from '#test/conformance/hostileInputs.ts'
import { boundedInput } from './boundedInput.ts'
import { checkInput } from './inputCheck.ts'
import { checkJsonCost, jsonValuesMax } from './jsonCost.ts'

const operations = products.flatMap((product) => product.operations)
const declared = [
  ...operations,
  ...products.flatMap(({ pages, hooks, uploads }) => [
    ...pages,
    ...hooks,
    ...uploads.map((each) => ({ ...each, method: 'PUT' as const })),
  ]),
]

/** Number of values within a value, itself included. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each) => sum + countOf(each), 1)
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + charactersOf(each), 0)
}

function problemOf(run: () => unknown): Problem {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof Problem, String(error))
    return error
  }
  throw new assert.AssertionError({ message: 'the input is not refused' })
}

describe('the check of an input costs what its schema bounds', () => {
  for (const of of declared) {
    test(`${of.id} reads no more of 20,000 unknown fields, items and long texts`, () => {
      const hostile = hostileObject(of.input)
      const { normal } = boundedInput(of, hostile)
      const most = visibleCount(of.input) + limits.fieldErrorsMax * 50
      assert.ok(countOf(normal) <= most, `${countOf(normal)} of ${most} values`)
      const unknown = Object.keys(normal).filter((name) => !Object.hasOwn(of.input.properties, name))
      assert.ok(unknown.length <= limits.fieldErrorsMax)
    })
  }

  test('an input is refused with 50 fields at most, however many are wrong', () => {
    for (const of of operations.filter((each) => !each.isLenient)) {
      const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]))
      const { fields } = problemOf(() => checkInput(of, unknown))
      assert.equal(fields.length, limits.fieldErrorsMax, of.id)
    }
  })
})

const textOnly = {
  method: 'POST' as const,
  isLenient: false,
  input: closed({ text: Type.String({ maxLength: 100 }) }),
}

test('a text is read up to its bound', () => {
  for (const [what, text] of Object.entries(hostileTexts)) {
    const { normal, problems } = boundedInput(textOnly, { text })
    assert.ok(charactersOf(normal) <= 8 * 101, `${what}: ${charactersOf(normal)}`)
    const refusal = problemOf(() => checkInput(textOnly, { text }))
    assert.ok(problems.length > 0 || refusal.fields.some(({ rule }) => rule === 'maxLength'), what)
  }
  const greek = '\u03b1\u0313\u0300\u0345'.repeat(100)
  assert.deepEqual(checkInput(textOnly, { text: greek }), { text: '\u1f82'.repeat(100) })
  // The cut halves a surrogate pair.
  const faces = problemOf(() => checkInput(textOnly, { text: `a${'🎪'.repeat(1_000)}` }))
  assert.deepEqual(
    faces.fields.map(({ rule }) => rule),
    ['maxLength'],
  )
})

test('more than 30 combining marks in a row are refused: ordering them takes the square of their number', () => {
  const marks = '\u0301\u0316'.repeat(15)
  assert.equal(charactersOf(checkInput(textOnly, { text: `a${marks}` })) > 20, true)
  const { fields } = problemOf(() => checkInput(textOnly, { text: `a${marks}\u0301` }))
  assert.deepEqual(
    fields.map(({ path, rule }) => [path, rule]),
    [['/text', 'characters']],
  )
})

/**
 * Operations whose callers send few large or many small parts: the size of the body bounds both. No other operation
 * has a schema that accepts more values than its body may hold.
 */
const bodyBounded = ['automation.create', 'automation.simulate', 'automation.update', 'event.track']

describe('the shape of a JSON body is bounded before it is parsed', () => {
  const check = (text: string, bytesMax: number = limits.bodyBytesMax) => checkJsonCost(Buffer.from(text), bytesMax)

  test('values are counted, brackets and commas within texts are not', () => {
    const most = jsonValuesMax(limits.bodyBytesMax)
    check(`[${'0,'.repeat(most - 2)}0]`)
    assert.equal(problemOf(() => check(`[${'0,'.repeat(most)}0]`)).reason, 'body_too_large')
    assert.equal(problemOf(() => check(`[${'{},'.repeat(most)}0]`)).reason, 'body_too_large')
    check(JSON.stringify({ text: '[{,"\\'.repeat(100_000) }))
    check(`{"text":"\\\\","more":[${'"a,",'.repeat(10)}0]}`)
    assert.equal(problemOf(() => check('['.repeat(limits.jsonDepthMax + 1))).reason, 'body_too_deep')
    check('['.repeat(limits.jsonDepthMax))
    check('"a text without an end')
    const names = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`
    check(`[${names(limits.jsonNamesMax)},${names(limits.jsonNamesMax)}]`)
    assert.equal(problemOf(() => check(`[${names(limits.jsonNamesMax + 1)}]`)).reason, 'body_too_large')
    check(']]}}{}')
  })

  test('a number has at most 40 digits in a row, a text has no such limit', () => {
    check(`[${'9'.repeat(limits.jsonDigitsMax)}]`)
    check(`["${'9'.repeat(1_000)}"]`)
    assert.equal(problemOf(() => check(`[${'9'.repeat(limits.jsonDigitsMax + 1)}]`)).reason, 'body_too_large')
  })

  test('every operation accepts a body with all the values of its schema, but those of lists of lists', () => {
    const isOver = operations.filter(
      (of) => of.method !== 'GET' && acceptedCount(of.input) > jsonValuesMax(of.bodyBytesMax),
    )
    assert.deepEqual(
      isOver.map(({ id }) => id).toSorted(),
      bodyBounded.map((name) => `marketing.${name}`),
    )
  })

  test('a batch of 1,000 events has 38 values for each, an automation of 100 nodes 300 for each', () => {
    const maxOf = (id: string) => jsonValuesMax(operations.find((of) => of.id === id)?.bodyBytesMax ?? 0)
    assert.ok(maxOf('marketing.event.track') >= 1_000 * 38, String(maxOf('marketing.event.track')))
    assert.ok(maxOf('marketing.automation.create') >= 100 * 300, String(maxOf('marketing.automation.create')))
  })

  test('an operation that the public may call accepts 16 KiB', () => {
    const open = operations.filter(({ credential }) => credential !== 'secret')
    assert.ok(open.length > 10)
    for (const of of open) assert.equal(of.bodyBytesMax, 16_384, of.id)
  })
})

/** The largest number of values that a schema accepts. */
function acceptedCount(schema: unknown): number {
  const { type, items, maxItems, properties, additionalProperties, maxProperties } = Object(schema)
  const types = new Set([type].flat())
  if (types.has('array')) return 1 + Number(maxItems) * acceptedCount(items)
  if (!types.has('object')) return 1
  const own = Object.values(Object(properties)).map(acceptedCount)
  const others = typeof additionalProperties === 'object' ? Number(maxProperties) : 0
  return own.reduce((sum, count) => sum + count, 1 + others)
}

test('every pattern of an input runs in linear time', { timeout: 240_000 }, async () => {
  // The library prefers Java and native programs, which are slow to start or missing.
  process.env['RECHECK_BACKEND'] = 'pure'
  const { checkSync } = await import('recheck')
  const patterns = new Set(declared.flatMap(({ input }) => patternsIn(input)).map(withoutPrefix))
  assert.ok(patterns.size > 20)
  const { email } = fullFormats
  assert.ok(email instanceof RegExp)
  const notLinear = [...patterns].filter((each) => checkSync(each, 'u', { timeout: null }).status !== 'safe')
  assert.deepEqual(notLinear, [])
  assert.equal(checkSync('^(a+)+$', 'u', { timeout: null }).status, 'vulnerable')
})

/** A pattern of ids without its prefix: patterns of ids differ in the prefix alone. */
function withoutPrefix(pattern: string): string {
  return pattern.replace(/^\^[a-z]{3}_\[/, '^id_[')
}

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object(schema).pattern
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(schema).flatMap(patternsIn)]
}
