import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledDays } from './filledDays.ts'

const noon = Date.parse('2026-11-27T12:00:00Z')

test('days without a value are zero, from the first one to today', () => {
  const { points, range } = filledDays([{ day: '2026-11-01', value: 3 }], noon)
  assert.equal(points.length, 27)
  assert.deepEqual(points[0], { atMs: Date.parse('2026-11-01'), value: 3, former: null })
  assert.deepEqual([points.at(-1)?.atMs, points.at(-1)?.value], [Date.parse('2026-11-27'), 0])
  assert.equal(range.toMs, Date.parse('2026-11-28'))
})

test('a chart covers a fortnight at least, and a day of a server that is ahead', () => {
  assert.equal(filledDays([], noon).points.length, 14)
  assert.equal(filledDays([{ day: '2026-11-28', value: 1 }], noon).points.at(-1)?.value, 1)
})
