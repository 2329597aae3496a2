import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreCurve, spanMs } from './scoreCurve.ts'

const dayMs = 86_400_000
const start = {
  fit: 20,
  engagement: 80,
  atMs: 0,
  halfLifeMs: 10 * dayMs,
  floor: 5,
  bounds: { min: 0, max: 90 },
  expiries: [],
}

test('a curve halves the engagement, within bounds and above the floor', () => {
  const values = scoreCurve(start, 100).map(({ value }) => value)
  assert.deepEqual([values[0], values[10], values[20], values[100]], [90, 60, 40, 25])
})

test('points leave a curve when they expire', () => {
  const expiries = [{ score: 'engagement' as const, decayed: 60, expiresAtMs: 10 * dayMs }]
  const values = scoreCurve({ ...start, expiries }, 10).map(({ value }) => value)
  assert.deepEqual([values[0], values[10]], [90, 30])
  assert.equal(scoreCurve({ ...start, halfLifeMs: null }, 3).at(-1)?.value, 90)
})

test('durations have a length', () => {
  assert.deepEqual(['P30D', 'P1W', 'PT36H', 'P1DT90M'].map(spanMs), [30 * dayMs, 7 * dayMs, 1.5 * dayMs, 91_800_000])
})
