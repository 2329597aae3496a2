import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Unpublished } from './fanOut.ts'
import { openTwinShares } from './twinShares.ts'

/** Rows of an account, as many as requested. */
function rowsOf(accountId: number, twinId: number, count: number): Unpublished[] {
  return Array.from({ length: count }, (_, index) => ({
    account_id: accountId,
    twin_id: twinId,
    id: String(index),
    kind: 'fact',
    name: '',
    subject: '',
    subject_version: 1,
    payload: '{}',
    cause: '',
    depth: 0,
    is_public: false,
    is_silent: false,
    told_at: '',
    run_at: null,
  }))
}

test('an account and its test account share one quota, also across the two passes of a rotation', () => {
  const shares = openTwinShares(100)
  const counts = () => [rowsOf(1, 2, 100), rowsOf(2, 1, 100)].map((rows) => shares.within(rows).length)
  shares.beginRotation()
  assert.deepEqual(counts(), [100, 50])
  shares.beginRotation()
  assert.deepEqual(counts(), [50, 50])
  shares.beginRotation()
  assert.equal(shares.within(rowsOf(1, 2, 100)).length, 50)
  shares.beginRotation()
  shares.beginRotation()
  assert.equal(shares.within(rowsOf(1, 2, 100)).length, 100, 'the twin had no rows since the round before')
})
