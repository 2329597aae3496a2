import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptComparison } from './fieldComparisons.ts'

test('a row that changes its field keeps a comparison that the field can satisfy', () => {
  assert.equal(keptComparison('any', 'topics'), 'any')
  assert.equal(keptComparison('any', 'country'), 'eq')
  assert.equal(keptComparison('in', 'attributes.plan'), 'in')
  assert.equal(keptComparison('exists', 'attributes.plan'), 'exists')
})

test('a row that changes from tags to an own attribute compares with one value', () => {
  for (const is of ['any', 'all', 'none'] as const) assert.equal(keptComparison(is, 'attributes.'), 'eq')
})
