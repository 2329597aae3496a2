import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateOf, secondsLeft, withRateSample, type RateSample } from './transferRate.ts'

test('rateOf() is the mean of the last ten seconds, however long the transfer runs', () => {
  let samples: readonly RateSample[] = []
  for (let at = 0; at <= 60_000; at += 500) {
    samples = withRateSample(samples, { at, bytes: at < 50_000 ? at : 50_000 + (at - 50_000) * 3 })
  }
  assert.equal(rateOf(samples), 3_000)
  assert.equal(samples.length, 21)
  assert.equal(secondsLeft(6_000, rateOf(samples)), 2)
})

test('rateOf() is unknown after one sample, and starts again where the server has fewer bytes', () => {
  const broken = withRateSample([{ at: 0, bytes: 9_000 }], { at: 1_000, bytes: 4_000 })
  assert.deepEqual(broken, [{ at: 1_000, bytes: 4_000 }])
  assert.equal(rateOf(broken), undefined)
  assert.equal(secondsLeft(1, undefined), undefined)
})
