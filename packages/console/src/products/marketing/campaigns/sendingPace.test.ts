import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceOf, withReading, type Reading } from './sendingPace.ts'

test('the pace comes from the first and the last reading', () => {
  const readings = [
    { atMs: 0, left: 1_000 },
    { atMs: 2_000, left: 900 },
    { atMs: 4_000, left: 600 },
  ]
  assert.deepEqual(paceOf(readings), { perSecond: 100, secondsLeft: 6 })
  assert.equal(paceOf([]), undefined)
  assert.equal(paceOf(readings.slice(0, 1)), undefined)
})

test('only the newest readings count', () => {
  let readings: Reading[] = []
  for (let at = 0; at < 100; at++) readings = withReading(readings, { atMs: at * 1_000, left: 100 - at })
  assert.equal(readings.length, 30)
  assert.deepEqual(paceOf(readings), { perSecond: 1, secondsLeft: 1 })
})
