import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liftOf } from './lift.ts'

test('the interval of a lift is that of Newcombe', () => {
  // Example of Newcombe 1998, table II (a): 56 of 70 against 48 of 80.
  const { difference, low, high, lift } = liftOf({ people: 70, buyers: 56 }, { people: 80, buyers: 48 })
  const rounded = [difference, low, high].map((each) => Math.round(each * 10_000) / 10_000)
  assert.deepEqual(rounded, [0.2, 0.0524, 0.3339])
  assert.equal(Math.round((lift ?? 0) * 1_000), 333)
})

test('a holdout without buyers has a difference and no lift', () => {
  const { difference, low, high, lift } = liftOf({ people: 10, buyers: 0 }, { people: 10, buyers: 0 })
  assert.equal(difference, 0)
  assert.ok(low < 0 && high > 0)
  assert.equal(lift, null)
})
