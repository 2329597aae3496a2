import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceBounds, roomFor } from './paceBounds.ts'

test('a worker claims no more for an account than its share, and always some for an account without any', () => {
  const { quick, errand, long } = paceBounds
  assert.deepEqual(roomFor(quick, new Map()), { most: 300, each: 100, without: [] })
  assert.deepEqual(roomFor(quick, new Map([[7, 100]])), { most: 200, each: 100, without: [7] })
  const three = new Map([7, 8, 9].map((accountId) => [accountId, 100]))
  assert.deepEqual(roomFor(quick, three), { most: 100, each: 50, without: [7, 8, 9] })
  assert.deepEqual(roomFor(errand, new Map([[7, 11]])), { most: 5, each: 1, without: [] })
  assert.deepEqual(roomFor(errand, new Map([[7, 12]])), { most: 4, each: 1, without: [7] })
  assert.deepEqual(roomFor(long, new Map([[7, 3]])), { most: 1, each: 1, without: [7] })
})

test('slots stay for accounts that hold none, though two hold all others with jobs that wait', () => {
  for (const bounds of [paceBounds.long, paceBounds.errand]) {
    const { claimedMax, reserved, perAccountMax } = bounds
    const shared = claimedMax - reserved
    const two = new Map([
      [7, perAccountMax],
      [8, shared - perAccountMax],
    ])
    assert.deepEqual(roomFor(bounds, two), { most: reserved, each: 1, without: [7, 8] })
    assert.ok(reserved >= 3 * shared)
    const others = Array.from({ length: reserved }, (_, index): [number, number] => [9 + index, 1])
    assert.equal(roomFor(bounds, new Map([...two, ...others])).most, 0)
  }
})
