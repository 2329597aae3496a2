import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curvePath, halfAt, shareAt } from './retentionCurve.ts'

const points = [
  { atSeconds: 0, percent: 20 },
  { atSeconds: 2, percent: 100 },
  { atSeconds: 4, percent: 60 },
  { atSeconds: 6, percent: 40 },
]

test('the share at a second is that of the point before it', () => {
  assert.deepEqual(
    [0, 1.9, 2, 5, 99].map((second) => shareAt(points, second)),
    [20, 20, 100, 60, 40],
  )
  assert.equal(shareAt([], 3), 0)
})

test('half of the views end at the first fall below 50 percent, not at a slow beginning', () => {
  assert.equal(halfAt(points), 6)
  assert.equal(halfAt(points.slice(0, 3)), undefined)
})

test('the curve spans the box from its first second to the end', () => {
  const { line, area } = curvePath(points, { length: 8, width: 800, height: 100 })
  assert.equal(line, 'M0.0,80.0L200.0,0.0L400.0,40.0L600.0,60.0L800.0,60.0')
  assert.ok(area.endsWith('L800,100L0,100Z'))
})
