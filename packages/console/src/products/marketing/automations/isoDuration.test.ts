import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoDuration, typedDuration } from './isoDuration.ts'

test('a duration is read in its largest whole unit, and written again as it was', () => {
  for (const text of ['PT10M', 'PT36H', 'P3D', 'P2W', 'P1M', '-P2D', 'P0D']) {
    const typed = typedDuration(text)
    assert.ok(typed, text)
    assert.equal(isoDuration(typed), text)
  }
  assert.deepEqual(typedDuration('P1DT12H'), { count: 36, unit: 'hour', isBefore: false })
  assert.deepEqual(typedDuration('P1Y'), { count: 12, unit: 'month', isBefore: false })
})

test('a duration that one unit does not hold is left as it is', () => {
  for (const text of ['P1M2D', 'PT30S', 'tomorrow', 'P', 5]) {
    const typed = typedDuration(text)
    assert.ok(text === 'P' ? typed?.count === 0 : typed === undefined, String(text))
  }
})
