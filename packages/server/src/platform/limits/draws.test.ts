import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBuckets } from './buckets.ts'
import { giveBackEach, takeEach } from './draws.ts'

const few = { rate: { name: 'few', perSecond: 1, burst: 2 }, key: 'a' }
const many = { rate: { name: 'many', perSecond: 1, burst: 5 }, key: 'a' }

test('takeEach() takes from every bucket, or from none when one refuses', () => {
  const buckets = openBuckets(() => 0)
  const take = () => takeEach(buckets, [many, few]).isAllowed
  assert.deepEqual([take(), take(), take(), take()], [true, true, false, false])
  assert.equal(buckets.take(many.rate, 'a').remaining, 2, 'refused requests took no token of the other bucket')
  const other = () => takeEach(buckets, [few, many]).isAllowed
  assert.equal(other(), false)
  assert.equal(buckets.take(many.rate, 'a').remaining, 1)
})

test('takeEach() returns the verdict of the bucket that refuses, else of the one with the fewest tokens', () => {
  const buckets = openBuckets(() => 0)
  for (const draws of [[many, few] as const, [few, many] as const]) {
    assert.match(takeEach(buckets, draws).state, /^"few";r=[01];/)
  }
  assert.match(takeEach(buckets, [many, few]).state, /^"few";r=0;/)
  for (let at = 0; at < 3; at++) buckets.take(many.rate, 'a')
  assert.match(takeEach(buckets, [{ ...few, key: 'b' }, many]).state, /^"many";r=0;/)
})

test('giveBackEach() returns a token to every bucket', () => {
  const buckets = openBuckets(() => 0)
  for (let at = 0; at < 20; at++) {
    assert.equal(takeEach(buckets, [few, many]).isAllowed, true)
    giveBackEach(buckets, [few, many])
  }
})
