import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ByteMeter } from './byteMeter.ts'

test('ByteMeter turns a counter into the bitrate of the last ten seconds and the time of its last change', () => {
  const meter = new ByteMeter()
  assert.deepEqual([meter.kilobitsPerSecond(), meter.movedAtMs()], [0, undefined])
  for (let second = 0; second <= 20; second++) meter.sample(second * 125_000, second * 1_000)
  assert.equal(meter.kilobitsPerSecond(), 1_000)
  for (let second = 21; second <= 25; second++) meter.sample(20 * 125_000, second * 1_000)
  assert.deepEqual([meter.kilobitsPerSecond(), meter.movedAtMs()], [500, 20_000])
})

test('ByteMeter starts at 0 for a new connection', () => {
  const meter = new ByteMeter()
  meter.sample(9_000_000, 0)
  meter.begin()
  meter.sample(1_000, 5_000)
  assert.deepEqual([meter.kilobitsPerSecond(), meter.movedAtMs()], [0, 5_000])
  meter.sample(126_000, 6_000)
  assert.equal(meter.kilobitsPerSecond(), 1_000)
})
