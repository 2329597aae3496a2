import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWaiting } from './waiting.ts'

test('a place has so many at a time, and nothing is kept of one that has none', () => {
  const waiting = openWaiting(2)
  const leave = waiting.enter('203.0.113.1')
  assert.ok(leave !== undefined && waiting.enter('::ffff:203.0.113.1') !== undefined)
  assert.equal(waiting.enter('203.0.113.1'), undefined)
  assert.ok(waiting.enter('203.0.113.2') !== undefined)
  leave()
  leave()
  assert.ok(waiting.enter('203.0.113.1') !== undefined)
  assert.equal(waiting.enter('203.0.113.1'), undefined)
  assert.equal(waiting.size(), 2)
})

test('an IPv6 network of 64 bit is one place', () => {
  const waiting = openWaiting(1)
  const leave = waiting.enter('2001:db8:1:2::1')
  assert.equal(waiting.enter('2001:db8:1:2:ffff::9'), undefined)
  assert.ok(waiting.enter('2001:db8:1:3::1') !== undefined)
  leave?.()
  assert.equal(waiting.size(), 1)
})
