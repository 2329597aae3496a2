import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddressAllowed, isAddressRange } from './allowedAddresses.ts'

test('an address is allowed by a range of its own family, written in any form', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8::1']) {
    assert.ok(isAddressAllowed(ranges, address), address)
  }
  for (const address of ['203.0.114.1', '198.51.100.8', '2001:db9::1', 'nonsense', '']) {
    assert.ok(!isAddressAllowed(ranges, address), address)
  }
  assert.ok(isAddressAllowed([], '8.8.8.8'))
})

test('ranges are addresses or CIDR', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32']) assert.ok(isAddressRange(text), text)
  for (const text of ['10.0.0.0/33', 'host', '', '10.0.0.1/']) assert.ok(!isAddressRange(text), text)
})
