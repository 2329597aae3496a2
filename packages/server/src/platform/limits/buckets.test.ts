import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBuckets } from './buckets.ts'

const rate = { name: 'secret', perSecond: 10, burst: 20 }

test('a burst passes, then the flow; the verdict says when to come again', () => {
  let nowMs = 0
  const buckets = openBuckets(() => nowMs)
  for (let i = 0; i < 20; i++) assert.ok(buckets.take(rate, 'a').isAllowed, String(i))
  const refused = buckets.take(rate, 'a')
  assert.deepEqual(refused, {
    isAllowed: false,
    policy: '"secret";q=20;w=2',
    state: '"secret";r=0;t=2',
    retryAfterSeconds: 1,
  })
  assert.ok(buckets.take(rate, 'b').isAllowed, 'another key has a bucket of its own')
  nowMs += 100
  assert.ok(buckets.take(rate, 'a').isAllowed)
  assert.ok(!buckets.take(rate, 'a').isAllowed)
  nowMs += 60_000
  assert.match(buckets.take(rate, 'a').state, /r=19;/, 'never more than the burst')
})

test('the number of buckets is bounded', () => {
  const buckets = openBuckets(() => 0)
  for (let i = 0; i < 150_000; i++) buckets.take(rate, String(i))
  assert.ok(buckets.size() <= 100_000)
})
