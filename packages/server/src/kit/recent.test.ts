import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRecent } from './recent.ts'

test('a key is remembered for half of the time at least and for all of it at most', () => {
  for (let met = 0; met < 100; met++) {
    const recent = makeRecent({ forMs: 100, countMax: 10 })
    recent.add('other', 0)
    recent.add('met', met)
    for (let now = met; now < met + 50; now++) assert.equal(recent.has('met', now), true, `${met} ${now}`)
    assert.equal(recent.has('met', met + 100), false)
  }
})

test('a key that is asked for only once in a long while is forgotten', () => {
  const recent = makeRecent({ forMs: 100, countMax: 10 })
  recent.add('met', 0)
  assert.equal(recent.has('met', 10_000), false)
})

test('a time from just before a period forgets nothing; a clock that was set back forgets', () => {
  const recent = makeRecent({ forMs: 100, countMax: 10 })
  recent.add('met', 1_049)
  assert.equal(recent.has('met', 1_051), true)
  recent.add('late', 1_049)
  assert.deepEqual([recent.has('met', 1_051), recent.has('late', 1_051)], [true, true])
  assert.equal(recent.has('met', 500), false)
})

test('no more than the bound is remembered, and the latest are', () => {
  const recent = makeRecent({ forMs: 100, countMax: 10 })
  const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`)
  for (const key of keys) recent.add(key, 1)
  const kept = keys.filter((key) => recent.has(key, 1))
  assert.ok(kept.length >= 5 && kept.length <= 10, String(kept.length))
  assert.deepEqual(kept, keys.slice(-kept.length))
})
