import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openExpiring } from './expiring.ts'

test('get() returns a value until it expires, and none after the clock was set back', () => {
  const cache = openExpiring<number>({ forMs: 1_000, countMax: 10 })
  cache.set('a', 1, 5_000)
  assert.deepEqual(
    [5_000, 5_999, 6_000, 4_999].map((at) => cache.get('a', at)),
    [1, 1, undefined, undefined],
  )
  cache.set('a', 2, 6_500)
  assert.equal(cache.get('a', 7_000), 2)
  assert.equal(cache.get('b', 7_000), undefined)
})

test('set() evicts the value that was used least recently, beyond the bound', () => {
  const cache = openExpiring<number>({ forMs: 1_000, countMax: 3 })
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at, at)
  assert.equal(cache.get('a', 3), 0)
  cache.set('d', 4, 4)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key, 5)),
    [0, undefined, 2, 4],
  )
})
