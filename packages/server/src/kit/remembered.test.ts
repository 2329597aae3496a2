import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRemembered } from './remembered.ts'

test('a value is remembered for its time, and not by a clock that was set back', () => {
  const memory = makeRemembered<number>({ forMs: 1_000, countMax: 10 })
  memory.set('a', 1, 5_000)
  assert.deepEqual(
    [5_000, 5_999, 6_000, 4_999].map((at) => memory.get('a', at)),
    [1, 1, undefined, undefined],
  )
  memory.set('a', 2, 6_500)
  assert.equal(memory.get('a', 7_000), 2)
  assert.equal(memory.get('b', 7_000), undefined)
})

test('of more than there is room for, what was set first goes', () => {
  const memory = makeRemembered<number>({ forMs: 1_000, countMax: 3 })
  for (const [at, key] of ['a', 'b', 'c', 'a', 'd'].entries()) memory.set(key, at, at)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => memory.get(key, 5)),
    [3, undefined, 2, 4],
  )
})
