import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBuckets } from './buckets.ts'
import { giveBackToNetwork, takeByNetwork } from './networkBuckets.ts'

const rate = { name: 'public', perSecond: 1, burst: 3 }

test('takeByNetwork() counts an IPv6 /64 as one caller, and an IPv4 address as one', () => {
  const buckets = openBuckets(() => 0)
  const take = (address: string) => takeByNetwork(buckets, rate, { address }).isAllowed
  const ofOneNetwork = [1, 2, 3, 4].map((n) => take(`2001:db8:1:2::${n}`))
  assert.deepEqual(ofOneNetwork, [true, true, true, false])
  assert.equal(take('2001:db8:1:3::1'), true)
  assert.deepEqual(
    [1, 2, 3, 4].map((n) => take(`203.0.113.${n}`)),
    [true, true, true, true],
  )
})

test('takeByNetwork() gives an IPv6 /48 16 times the rate, whatever the number of its /64s', () => {
  const buckets = openBuckets(() => 0)
  const take = (n: number) => takeByNetwork(buckets, rate, { address: `2001:db8:1:${n.toString(16)}::1` }).isAllowed
  const allowed = Array.from({ length: 1_000 }, (_, n) => take(n)).filter(Boolean)
  assert.equal(allowed.length, 16 * rate.burst)
  assert.equal(takeByNetwork(buckets, rate, { address: '2001:db8:2::1' }).isAllowed, true, 'another site has its own')
  assert.equal(takeByNetwork(buckets, rate, { address: '2001:db8:1::1', scope: 'other ' }).isAllowed, true)
})

test('giveBackToNetwork() returns the token of the /64 and that of the /48', () => {
  const buckets = openBuckets(() => 0)
  const caller = (n: number) => ({ address: `2001:db8:1:${n.toString(16)}::1` })
  for (let n = 0; n < 200; n++) {
    assert.equal(takeByNetwork(buckets, rate, caller(n)).isAllowed, true)
    giveBackToNetwork(buckets, rate, caller(n))
  }
  for (let n = 0; n < 48; n++) assert.equal(takeByNetwork(buckets, rate, caller(n % 16)).isAllowed, true)
  assert.equal(takeByNetwork(buckets, rate, caller(99)).isAllowed, false)
})
