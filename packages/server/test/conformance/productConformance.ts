import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operationRates } from '#kit/call/rateClasses.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { products } from '#products/index.ts'
import { limitRules } from './admission.ts'
import { rules } from './rules.ts'
import { openStage, type Rule, type Stage } from './stage.ts'

/** A bucket of one token, which refills in hours. */
const scarce = { perSecond: 0.0001, burst: 1 }

/** Rate classes of one key that operations choose: a new one is under test with its declaration. */
const scarceNames = Object.values(operationRates).flatMap((rates) => [rates.secret, rates.public])

/** Defines the tests of one product: every operation keeps every rule that applies to it. */
export function testConformance(productName: string): void {
  const product = products.find((each) => each.name === productName)
  assert.ok(product, `no product ${productName}`)
  let open: Stage
  let drained: Stage

  before(async () => {
    open = await openStage()
    drained = await openStage({
      rates: Object.fromEntries(scarceNames.map((name) => [name, { name, ...scarce }])),
    })
  })

  after(async () => {
    await open[Symbol.asyncDispose]()
    await drained[Symbol.asyncDispose]()
  })

  describe(`every operation of ${productName}`, { concurrency: 4 }, () => {
    for (const of of product.operations) {
      test(`${of.id}: ${of.method} ${of.path}`, async () => {
        assert.deepEqual([...(await broken(open, of, rules)), ...(await broken(drained, of, limitRules))], [])
      })
    }
  })
}

/** The rules that an operation breaks, one line each. */
async function broken(stage: Stage, of: Operation, all: readonly Rule[]): Promise<string[]> {
  const found: string[] = []
  for (const rule of all) {
    if (!rule.applies(of, stage)) continue
    await rule
      .check(stage, of)
      .catch((error: Error) => found.push(`${rule.name}: ${error.message.slice(0, 800)}${cause(stage, error)}`))
  }
  return found
}

/** The server's log line of an internal error. */
function cause(stage: Stage, error: Error): string {
  const requestId = /internal_error.*"requestId":"(\w+)"/.exec(error.message)?.[1]
  const line = requestId === undefined ? undefined : stage.logs.find((each) => each.includes(requestId))
  return line === undefined ? '' : ` (${line.slice(0, 600)})`
}
