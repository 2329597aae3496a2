import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Rate } from '#kit/call/rateClasses.ts'
import { openBuckets } from './buckets.ts'

const rate = { name: 'secret', perSecond: 10, burst: 20 }
const failedAuth = { name: 'failed-authentication', perSecond: 20 / 60, burst: 20 }

test('take() allows a burst, then the flow, and returns the time of the next token', () => {
  let nowMs = 0
  const buckets = openBuckets(() => nowMs)
  for (let i = 0; i < 20; i++) assert.ok(buckets.take(rate, 'a').isAllowed, String(i))
  const refused = buckets.take(rate, 'a')
  assert.deepEqual(refused, {
    isAllowed: false,
    remaining: 0,
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

test('giveBack() makes a taken token available again', () => {
  const buckets = openBuckets(() => 0)
  for (let i = 0; i < 20; i++) buckets.take(failedAuth, 'a')
  assert.equal(buckets.take(failedAuth, 'a').isAllowed, false)
  buckets.giveBack(failedAuth, 'a')
  assert.equal(buckets.take(failedAuth, 'a').isAllowed, true)
  assert.equal(buckets.take(failedAuth, 'a').isAllowed, false)
})

test('an empty bucket stays empty after any number of other keys', () => {
  const buckets = openBuckets(() => 0)
  while (buckets.take(failedAuth, 'drained').isAllowed);
  for (let n = 0; n < 200_000; n++) assert.ok(buckets.take(failedAuth, `attacker ${n}`).isAllowed)
  assert.equal(buckets.take(failedAuth, 'drained').isAllowed, false)
  assert.ok(buckets.size() <= 100_000)
})

test('full buckets are evicted for new ones', () => {
  let nowMs = 0
  const buckets = openBuckets(() => nowMs)
  for (let n = 0; n < 10_000; n++) buckets.take(rate, `first ${n}`)
  nowMs += 1_000
  for (let n = 0; n < 10_000; n++) buckets.take(rate, `second ${n}`)
  assert.equal(buckets.size(), 10_000)
})

/** One use of one of a few keys, some milliseconds after the use before. */
const uses = fc.array(fc.record({ key: fc.nat(9), afterMs: fc.nat(400), isGivenBack: fc.boolean() }), {
  maxLength: 300,
})
const slow: Rate = { name: 'slow', perSecond: 2, burst: 4 }
const msPerToken = 500

test('take() returns the verdict of unbounded buckets, for every key among the latest to be full', () => {
  fc.assert(
    fc.property(uses, fc.integer({ min: 2, max: 10 }), (all, bucketsMax) => {
      let nowMs = 0
      const buckets = openBuckets(() => nowMs, bucketsMax)
      const missingUntil = new Map<number, number>()
      const mayBeEvicted = new Set<number>()
      for (const { key, afterMs } of all) {
        nowMs += afterMs
        for (const [each, untilMs] of missingUntil) {
          if (untilMs > nowMs) continue
          missingUntil.delete(each)
          mayBeEvicted.delete(each)
        }
        const untilMs = missingUntil.get(key) ?? nowMs
        const isAllowed = untilMs - nowMs + msPerToken <= slow.burst * msPerToken
        const verdict = buckets.take(slow, String(key))
        if (!mayBeEvicted.has(key)) assert.equal(verdict.isAllowed, isAllowed, `key ${key} at ${nowMs} ms`)
        assert.ok(buckets.size() <= bucketsMax)
        if (isAllowed) missingUntil.set(key, untilMs + msPerToken)
        for (const [each, until] of missingUntil) {
          const later = [...missingUntil].filter(([other, otherUntil]) => other !== each && otherUntil >= until).length
          if (later >= bucketsMax - 1) mayBeEvicted.add(each)
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('take() returns the verdict of a single bucket, also after giveBack()', () => {
  fc.assert(
    fc.property(uses, (all) => {
      let nowMs = 0
      const buckets = openBuckets(() => nowMs)
      const missingUntil = new Map<number, number>()
      for (const { key, afterMs, isGivenBack } of all) {
        nowMs += afterMs
        const untilMs = Math.max(nowMs, missingUntil.get(key) ?? 0)
        const isAllowed = untilMs - nowMs + msPerToken <= slow.burst * msPerToken
        assert.equal(buckets.take(slow, String(key)).isAllowed, isAllowed)
        missingUntil.set(key, isAllowed && !isGivenBack ? untilMs + msPerToken : untilMs)
        if (isAllowed && isGivenBack) buckets.giveBack(slow, String(key))
      }
    }),
    { numRuns: 200 },
  )
})
