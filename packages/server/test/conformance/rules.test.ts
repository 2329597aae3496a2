import assert from 'node:assert/strict'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { limitRules } from './admission.ts'
import { rules } from './rules.ts'
import { nounsOf } from './stage.ts'

const nouns = nounsOf(products)
const operations = products.flatMap((product) => product.operations)

for (const { name, applies } of [...rules, ...limitRules]) {
  test(`rule applies to an operation: ${name}`, (t) => {
    const count = operations.filter((of) => applies(of, nouns)).length
    t.diagnostic(`${count} of ${operations.length} operations: ${name}`)
    assert.ok(count > 0, 'no operation of any product')
  })
}
