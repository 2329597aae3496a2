import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coarseNetwork, networkPrefixes } from './networkPrefix.ts'

test('networkPrefixes() returns the whole IPv4 address, in each of its forms', () => {
  const expected = { host: '203.0.113.7', site: undefined }
  for (const form of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '64:ff9b::cb00:7107']) {
    assert.deepEqual(networkPrefixes(form), expected, form)
  }
  assert.notEqual(networkPrefixes('203.0.113.8').host, expected.host)
})

test('networkPrefixes() returns the /64 and the /48 of an IPv6 address', () => {
  const expected = { host: '2001:db8:1:2::/64', site: '2001:db8:1::/48' }
  for (const form of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::1']) {
    assert.deepEqual(networkPrefixes(form), expected, form)
  }
  assert.deepEqual(networkPrefixes('2001:db8:1:3::1'), { host: '2001:db8:1:3::/64', site: '2001:db8:1::/48' })
  assert.equal(networkPrefixes('2001:db8:2:2::1').site, '2001:db8:2::/48')
  assert.equal(networkPrefixes('fe80::1%eth0').host, 'fe80:0:0:0::/64')
})

test('networkPrefixes() returns the empty prefix for text that is no address', () => {
  for (const text of ['nowhere', '', '1.2.3', '203.0.113.7.9', '0177.0.0.1']) {
    assert.deepEqual(networkPrefixes(text), { host: '', site: undefined }, text)
  }
})

test('coarseNetwork() names a /24 or a /48, never the host', () => {
  assert.deepEqual(['203.0.113.77', '::ffff:10.1.2.3', '2001:db8:1:2::3', '::1', ''].map(coarseNetwork), [
    '203.0.113.0/24',
    '10.1.2.0/24',
    '2001:db8:1::/48',
    '::/48',
    '',
  ])
})
