import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf } from './place.ts'

test('a host is at one place, however many addresses it has', () => {
  assert.equal(placeOf('203.0.113.7'), '203.0.113.7')
  assert.equal(placeOf('::ffff:203.0.113.7'), '203.0.113.7')
  assert.notEqual(placeOf('203.0.113.7'), placeOf('203.0.113.8'))
  assert.equal(placeOf('2001:db8:1:2::1'), placeOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  assert.notEqual(placeOf('2001:db8:1:2::1'), placeOf('2001:db8:1:3::1'))
  assert.equal(placeOf('nowhere'), '')
})
