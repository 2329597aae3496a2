import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import type { TSchema } from '#kit/values/schema.ts'
import { satisfies } from '#platform/http/inputCheck.ts'
import { products } from '#products/index.ts'
import { isInQuery } from '#test/conformance/inputs.ts'
import { plainOf, propertiesOf, sampleOf, typesOf, type Plain } from '#test/conformance/schema.ts'
import { openStage, type Scene, type Stage } from '#test/conformance/stage.ts'
import type { Json } from '#test/world/world.ts'

/** A number or a currency within an input. */
type Leaf = { path: string[]; schema: Plain }

const operations = products
  .filter(({ name }) => name === 'loyalty' || name === 'payments')
  .flatMap((product) => product.operations)

const wrongAmounts = ['0', '-0', '-1', '1.5', '"100"', '1e21', '9007199254740992', '1e400', 'null', '[]']
const currencies = ['"JPY"', '"KWD"', '"XXX"', '"eur"', '"EU"', '" EUR"', '""', 'null', '978']

/** Values that no bounded field takes, whatever its schema says. */
const alwaysWrong = new Set(['"100"', '1e21', '1e400', '[]', '"XXX"', '"eur"', '"EU"', '" EUR"', '""', '978'])

/** Inputs that give each kind of amount its place, so that large values reach the code behind the check. */
const discount = (more: Json) => ({ name: 'Offer', discount: more })
const offer = (effect: Json) => ({ name: 'Offer', currency: 'EUR', effects: [effect] })
const lineItems = [{ name: 'Seat', amount: 100, quantity: 1, adjustable: { min: 1, max: 2 } }]
const bases: Record<string, Json[]> = {
  'loyalty.coupon.create': [
    discount({ type: 'percent', percentOff: 10, maxAmount: 100, currency: 'EUR' }),
    discount({ type: 'amount', amount: 100, currency: 'EUR' }),
    discount({ type: 'fixedPrice', amount: 100, currency: 'EUR' }),
    discount({ type: 'freeItem', sku: 'TEA', quantity: 1 }),
    discount({ type: 'tokens', amount: 10 }),
    { ...discount({ type: 'percent', percentOff: 10 }), budget: { amount: 100, currency: 'EUR' } },
    { ...discount({ type: 'percent', percentOff: 10 }), minSubtotal: { amount: 100, currency: 'EUR' } },
  ],
  'loyalty.promotion.create': [
    offer({ type: 'orderPercent', percentOff: 10 }),
    offer({ type: 'orderAmount', amount: 10 }),
    offer({ type: 'itemAmount', amount: 10 }),
    offer({ type: 'fixedPrice', amount: 10 }),
    offer({ type: 'buyXGetY', buy: 2, get: 1, percentOff: 50, maxSets: 3 }),
    offer({ type: 'bundlePrice', amount: 100, quantity: 2 }),
    offer({ type: 'tieredSpend', tiers: [{ from: 100, amount: 10 }] }),
    offer({ type: 'grantTokens', amount: 10, perAmount: 100 }),
    { ...offer({ type: 'orderPercent', percentOff: 10 }), budget: { type: 'spend', amount: 100 }, maxAmount: 5 },
  ],
  'loyalty.promotion.evaluate': [
    { cart: { currency: 'EUR', items: [{ quantity: 1, unitAmount: 100 }], shipping: 100 } },
  ],
  'loyalty.reward.create': [
    { name: 'Rule', mode: 'rule', on: 'payment.succeeded', amount: 1, per: { amount: 100, currency: 'EUR' } },
    { name: 'Rule', mode: 'rule', on: 'lead.created', amount: 1, budget: 5, caps: { perDay: 1, total: 1 } },
    { name: 'Perk', mode: 'perk', cost: 10, stock: 1, perContact: 1, gives: { type: 'manual' } },
  ],
  'payments.paymentLink.create': [
    { title: 'Seat', currency: 'EUR', lineItems, acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 50 } },
    {
      ...{ title: 'Tip', currency: 'EUR', amountMode: 'customer' },
      customerAmount: { min: 100, max: 1_000, preset: 200 },
    },
  ],
}

/** Numbers and currencies of a schema, those of the first item of a list included. */
function leavesOf(schema: unknown, path: string[] = []): Leaf[] {
  const of = plainOf(schema)
  const types = typesOf(of)
  if (types.includes('integer') || types.includes('number') || of['format'] === 'currency')
    return [{ path, schema: of }]
  if (types.includes('array')) return leavesOf(of['items'], [...path, '0'])
  return Object.entries(propertiesOf(of)).flatMap(([name, each]) => leavesOf(each, [...path, name]))
}

/** A copy of a value with another one at a path; missing parents are samples of their schemas. */
function withAt(value: unknown, schema: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return '@value'
  const of = plainOf(schema)
  const isList = typesOf(of).includes('array')
  const own = typeof value === 'object' && value !== null ? value : sampleOf(of)
  const inner = isList ? of['items'] : propertiesOf(of)[name]
  const next = withAt(Object(own)[name], inner, rest)
  return isList && Array.isArray(own) ? own.with(0, next) : { ...Object(own), [name]: next }
}

function textsFor({ schema }: Leaf): string[] {
  if (schema['format'] === 'currency') return currencies
  const edges = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 1e15)]
  const step = typesOf(schema).includes('integer') ? 1 : 0.001
  return [...new Set([...wrongAmounts, ...edges.map(String), String((edges[1] ?? 0) + step)])]
}

let stage: Stage
before(async () => void (stage = await openStage()))
after(() => stage[Symbol.asyncDispose]())

async function answerTo(scene: Scene, of: Operation, input: string) {
  const own = await scene.caller(of)
  const asQuery = () =>
    new URLSearchParams(
      Object.entries<unknown>(JSON.parse(input)).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ).toString()
  if (isInQuery(of)) return stage.raw(of, { ...own, query: asQuery() })
  const headers = { 'content-type': 'application/json', ...own.headers }
  return stage.raw(of, { ...own, headers, payload: input })
}

/** Complaints about the answers to the edge values of a field. */
async function complaintsOf(scene: Scene, of: Operation, { base, leaf }: { base: Json; leaf: Leaf }) {
  const path = `/${leaf.path.join('/')}`
  const template = JSON.stringify(withAt(base, of.input, leaf.path))
  const found: string[] = []
  for (const text of textsFor(leaf)) {
    const reply = await answerTo(
      scene,
      of,
      template.replace('"@value"', () => text),
    )
    const named: string[] = Object(Object(reply.body['error'])['fields'] ?? []).map(({ path: at }: Json) => String(at))
    const isBounded = 'maximum' in leaf.schema || leaf.schema['format'] === 'currency'
    // cast: a leaf is a schema.
    const isValid = !(isBounded && alwaysWrong.has(text)) && satisfies(leaf.schema as TSchema, JSON.parse(text))
    const isRight =
      reply.status < 500 &&
      (reply.status !== 400 || named.length > 0) &&
      (isValid || isInQuery(of) || (reply.status === 400 && named.some((at) => at.startsWith(path))))
    if (!isRight) found.push(`${of.id} ${path} = ${text}: ${reply.status} ${reply.text.slice(0, 250)}`)
  }
  return found
}

describe('amounts, numbers and currencies at their edges are refused by name or served', { concurrency: 4 }, () => {
  for (const of of operations) {
    const leaves = leavesOf(of.input)
    if (leaves.length === 0) continue
    test(of.id, async () => {
      const scene = await stage.scene()
      const found: string[] = []
      for (const base of [await scene.example(of), ...(bases[of.id] ?? [])]) {
        for (const leaf of leaves) found.push(...(await complaintsOf(scene, of, { base, leaf })))
      }
      assert.deepEqual(found, [])
    })
  }
})
