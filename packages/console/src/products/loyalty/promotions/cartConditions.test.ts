import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsOf, filterOf } from './cartConditions.ts'

const above = { field: 'cart.subtotal', is: 'gte', value: 3_000 }
const tea = { field: 'cart.skus', is: 'any', value: ['TEA-100'] }
const german = { field: 'country', is: 'eq', value: 'DE' }
const vip = { segment: 'seg_1' }

test('conditions on the cart stand beside one filter of the buyer, and become the same filter again', () => {
  for (const filter of [null, above, german, { op: 'and', of: [above, tea] }, { op: 'and', of: [above, german] }]) {
    const read = conditionsOf(filter)
    assert.ok(read !== undefined)
    assert.deepEqual(filterOf(read), filter)
  }
  const read = conditionsOf({ op: 'and', of: [german, above, vip] })
  assert.deepEqual(read?.people, { op: 'and', of: [german, vip] })
  assert.deepEqual(
    read?.rows.map(({ field, values }) => [field, values]),
    [['cart.subtotal', ['3000']]],
  )
})

test('a filter that mixes cart and buyer within a group has no rows', () => {
  assert.equal(conditionsOf({ op: 'or', of: [above, german] }), undefined)
  assert.equal(conditionsOf({ op: 'not', of: above }), undefined)
  assert.equal(conditionsOf({ ...above, is: 'exists' }), undefined)
})
