import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNetworkCounts } from './networkCounts.ts'

const bounds = { prefixMax: 2, countMax: 1_000 }

test('a host prefix has its bound of open requests, and an empty one takes no memory', () => {
  const counts = openNetworkCounts(bounds)
  const leave = counts.enter('203.0.113.1')
  assert.ok(leave !== undefined && counts.enter('::ffff:203.0.113.1') !== undefined)
  assert.equal(counts.enter('203.0.113.1'), undefined)
  assert.ok(counts.enter('203.0.113.2') !== undefined)
  leave()
  leave()
  assert.ok(counts.enter('203.0.113.1') !== undefined)
  assert.equal(counts.enter('203.0.113.1'), undefined)
  assert.equal(counts.size(), 2)
})

test('an IPv6 /64 is one host prefix', () => {
  const counts = openNetworkCounts({ ...bounds, prefixMax: 1 })
  const leave = counts.enter('2001:db8:1:2::1')
  assert.equal(counts.enter('2001:db8:1:2:ffff::9'), undefined)
  leave?.()
  assert.equal(counts.size(), 0)
})

test('an IPv6 /48 has the share of 16 host prefixes, whatever the number of its /64s', () => {
  const counts = openNetworkCounts(bounds)
  const entered = Array.from({ length: 1_000 }, (_, n) => counts.enter(`2001:db8:1:${n.toString(16)}::1`))
  const admitted = entered.filter((leave) => leave !== undefined)
  assert.equal(admitted.length, 32)
  assert.ok(counts.enter('2001:db8:2::1') !== undefined, 'another site has its own share')
  for (const leave of admitted) leave()
  assert.ok(counts.enter('2001:db8:1:ffff::1') !== undefined)
})

test('an IPv6 /48 gets at most half of the process', () => {
  const counts = openNetworkCounts({ prefixMax: 20, countMax: 200 })
  const entered = Array.from({ length: 300 }, (_, n) => counts.enter(`2001:db8:1:${n.toString(16)}::1`))
  assert.equal(entered.filter((leave) => leave !== undefined).length, 100)
})
