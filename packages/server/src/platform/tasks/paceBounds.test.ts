import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccountShares } from '#platform/db/accountShares.ts'
import { paceBounds, claimable } from './paceBounds.ts'

/** Running jobs of live accounts, by id. */
function sharesOf(counts: readonly (readonly [id: number, count: number])[] = []): AccountShares {
  const shares = new AccountShares()
  for (const [id, count] of counts) shares.add({ id, mode: 'live', twinId: 1_000 + id }, count)
  return shares
}

test('a worker claims no more for an account than its share, and always some for an account without any', () => {
  const { quick, errand, long } = paceBounds
  assert.deepEqual(claimable(quick, sharesOf()), { most: 300, each: 100, without: [] })
  assert.deepEqual(claimable(quick, sharesOf([[7, 100]])), { most: 200, each: 100, without: [7, 1_007] })
  const three = sharesOf([7, 8, 9].map((id) => [id, 100]))
  assert.deepEqual(claimable(quick, three), { most: 100, each: 50, without: [7, 1_007, 8, 1_008, 9, 1_009] })
  assert.deepEqual(claimable(errand, sharesOf([[7, 11]])), { most: 5, each: 1, without: [] })
  assert.deepEqual(claimable(errand, sharesOf([[7, 12]])), { most: 4, each: 1, without: [7, 1_007] })
  assert.deepEqual(claimable(long, sharesOf([[7, 3]])), { most: 1, each: 1, without: [7, 1_007] })
})

test('a test account holds half of the share of its live account, and both together hold one share', () => {
  const live = { id: 7, mode: 'live', twinId: 8 } as const
  const tests = { id: 8, mode: 'test', twinId: 7 } as const
  const { errand } = paceBounds
  const shares = sharesOf()
  shares.add(tests, 5)
  assert.deepEqual(claimable(errand, shares).without, [])
  shares.add(tests)
  assert.deepEqual(claimable(errand, shares).without, [8])
  shares.add(live, 5)
  assert.deepEqual(claimable(errand, shares).without, [8])
  shares.add(live)
  assert.deepEqual(claimable(errand, shares), { most: 4, each: 1, without: [8, 7] })
  shares.remove(live)
  shares.remove(tests, 6)
  assert.deepEqual([claimable(errand, shares).without, shares.total], [[], 5])
})

test('slots stay reserved for idle accounts while two accounts with waiting jobs hold all others', () => {
  for (const bounds of [paceBounds.long, paceBounds.errand]) {
    const { claimedMax, reserved, perAccountMax } = bounds
    const shared = claimedMax - reserved
    const two = [[7, perAccountMax] as const, [8, shared - perAccountMax] as const]
    assert.deepEqual(claimable(bounds, sharesOf(two)), { most: reserved, each: 1, without: [7, 1_007, 8, 1_008] })
    assert.ok(reserved >= 3 * shared)
    const others = Array.from({ length: reserved }, (_, index) => [9 + index, 1] as const)
    assert.equal(claimable(bounds, sharesOf([...two, ...others])).most, 0)
  }
})
