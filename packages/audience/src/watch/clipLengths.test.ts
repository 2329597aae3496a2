import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clipLengths } from './clipLengths.ts'

test('clipLengths() offers no more than the video before the position', () => {
  assert.deepEqual(clipLengths(400), [15, 30, 60, 120, 300])
  assert.deepEqual(clipLengths(31), [15, 30])
  assert.deepEqual(clipLengths(9.7), [9])
  assert.deepEqual(clipLengths(2.9), [])
  for (const available of [3, 8, 14.5, 15, 59.9]) {
    assert.ok(clipLengths(available).every((seconds) => seconds >= 3 && seconds <= available))
  }
})
