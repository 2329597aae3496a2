import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampRange } from './clipRange.ts'

test('a range stays within its video and the lengths of a clip', () => {
  assert.deepEqual(clampRange([2, 10], 60), [2, 10])
  assert.deepEqual(clampRange([9, 10], 60), [7, 10])
  assert.deepEqual(clampRange([0, 1], 60), [0, 3])
  assert.deepEqual(clampRange([10, 900], 1_000), [10, 310])
  assert.deepEqual(clampRange([-5, 70], 60), [0, 60])
  assert.deepEqual(clampRange([0, 30], 2), [0, 2])
})
