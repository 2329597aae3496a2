import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#kit/call/problem.ts'
import { openConnectionSlots } from './connectionSlots.ts'

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof Problem ? [error.reason, error.retryAfterSeconds] : error
  }
  return undefined
}

test('slots are bounded in all and per network prefix, and an ended request frees its slot once', () => {
  const slots = openConnectionSlots({ countMax: 3, prefixMax: 2, retryAfterSeconds: 7 })
  const leave = slots.enter('203.0.113.1')
  slots.enter('203.0.113.1')
  assert.deepEqual(
    refusalOf(() => slots.enter('203.0.113.1')),
    ['rate_limited', 7],
  )
  slots.enter('203.0.113.2')
  assert.deepEqual(
    refusalOf(() => slots.enter('203.0.113.3')),
    ['unavailable', 7],
  )
  assert.equal(slots.count(), 3, 'a refused request does not count')
  leave()
  leave()
  assert.equal(slots.count(), 2)
  slots.enter('203.0.113.1')
  assert.deepEqual(
    refusalOf(() => slots.enter('203.0.113.2')),
    ['unavailable', 7],
  )
})
