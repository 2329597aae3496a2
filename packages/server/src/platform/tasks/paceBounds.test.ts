import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceBounds, roomFor } from './paceBounds.ts'

test('a worker claims no more for an account than its share, and always some for an account without any', () => {
  const { quick, errand, long } = paceBounds
  assert.deepEqual(roomFor(quick, new Map()), { most: 300, each: 100, without: [] })
  assert.deepEqual(roomFor(quick, new Map([[7, 100]])), { most: 200, each: 100, without: [7] })
  const three = new Map([7, 8, 9].map((accountId) => [accountId, 100]))
  assert.deepEqual(roomFor(quick, three), { most: 100, each: 50, without: [7, 8, 9] })
  assert.deepEqual(roomFor(errand, new Map([[7, 11]])), { most: 1, each: 1, without: [] })
  assert.deepEqual(roomFor(errand, new Map([[7, 12]])), { most: 4, each: 1, without: [7] })
  assert.deepEqual(roomFor(long, new Map([[7, 3]])), { most: 1, each: 1, without: [7] })
  const full = new Map([
    [7, 3],
    [8, 1],
  ])
  assert.equal(roomFor(long, full).most, 0)
})
