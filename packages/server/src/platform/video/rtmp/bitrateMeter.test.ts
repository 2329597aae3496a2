import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMeter } from './bitrateMeter.ts'

test('a meter allows a burst, but no rate above the mean for longer', () => {
  const meter = openMeter({ perSecond: 100, seconds: 5 })
  assert.equal(meter.allows(500, 0), true)
  assert.equal(meter.allows(1, 0), false)
  assert.equal(meter.allows(100, 2_000), true)
  const steady = openMeter({ perSecond: 100, seconds: 5 })
  assert.ok(Array.from({ length: 100 }, (_, second) => steady.allows(100, second * 1_000)).every(Boolean))
})

test('a pause fills the bucket to its size at most', () => {
  const meter = openMeter({ perSecond: 100, seconds: 5 })
  assert.equal(meter.allows(0, 0), true)
  assert.equal(meter.allows(501, 3_600_000), false)
})
