import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LRUCache } from 'lru-cache'
import { atMost } from './cacheBound.ts'

test('atMost() evicts the least recently used entry beyond the count, also where entries expire', () => {
  for (const more of [{}, { ttl: 60_000, ttlResolution: 0 }]) {
    const cache = new LRUCache<string, number>({ ...atMost(2), ...more })
    cache.set('a', 1).set('b', 2)
    assert.equal(cache.get('a'), 1)
    cache.set('c', 3)
    assert.deepEqual([...cache.keys()].toSorted(), ['a', 'c'])
    cache.delete('a')
    cache.set('d', 4).set('d', 5)
    assert.deepEqual([cache.get('c'), cache.get('d'), cache.size], [3, 5, 2])
  }
})
