import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import { openRoom } from './connectionSlots.ts'

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Problem ? [error.reason, error.retryAfterSeconds] : error
  }
  return undefined
}

test('a room is full for all or for one network prefix, and a request that ends makes room once', () => {
  const room = openRoom({ countMax: 3, prefixMax: 2, retryAfterSeconds: 7 })
  const leave = room.enter('203.0.113.1')
  room.enter('203.0.113.1')
  assert.deepEqual(
    refusalOf(() => room.enter('203.0.113.1')),
    ['rate_limited', 7],
  )
  room.enter('203.0.113.2')
  assert.deepEqual(
    refusalOf(() => room.enter('203.0.113.3')),
    ['unavailable', 7],
  )
  assert.equal(room.count(), 3, 'a refused request does not count')
  leave()
  leave()
  assert.equal(room.count(), 2)
  room.enter('203.0.113.1')
  assert.deepEqual(
    refusalOf(() => room.enter('203.0.113.2')),
    ['unavailable', 7],
  )
})
