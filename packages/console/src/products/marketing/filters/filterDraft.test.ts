import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, firstGap, treeOf, type FilterTree, type Gap, type Row } from './filterDraft.ts'

const shown: readonly FilterTree[] = [
  { field: 'country', is: 'in', value: ['DE', 'AT'] },
  {
    op: 'or',
    of: [
      { field: 'tags', is: 'any', value: ['vip'] },
      { field: 'attributes.plan', is: 'eq', value: 'pro' },
      { field: 'attributes.seats', is: 'gte', value: 5 },
      { field: 'attributes.isPaid', is: 'eq', value: true },
      { field: 'attributes.code', is: 'eq', value: '007' },
      { field: 'score.total', is: 'gt', value: 20 },
      { field: 'phone', is: 'notExists' },
      { field: 'createdAt', is: 'withinLast', value: 'P30D' },
      { segment: 'seg_1' },
      { event: 'shop.order.placed', count: { is: 'gte', value: 3 }, within: 'P30D' },
      { event: 'shop.order.placed' },
      { email: { action: 'clicked' }, count: { is: 'gte', value: 2 }, within: 'P90D' },
      { op: 'not', of: { email: { action: 'opened', campaignId: 'cmp_1' } } },
      { op: 'not', of: { event: 'shop.order.placed', within: 'P30D' } },
      { coupon: { action: 'redeemed' }, count: { is: 'gte', value: 2 }, within: 'P90D' },
      { op: 'not', of: { coupon: { action: 'rolledBack', couponId: 'cpn_1' } } },
      { loyalty: { balance: { token: 'POINTS', is: 'gte', value: 100 } } },
      { payment: { count: { is: 'eq', value: 0 } } },
      { payment: { total: { is: 'lt', value: 5_000 }, currency: 'EUR' } },
    ],
  },
  { op: 'not', of: { segment: 'seg_1' } },
  { event: 'shop.order.placed', where: [{ prop: 'plan', is: 'eq', value: 'pro' }], within: 'P30D' },
  {
    event: 'shop.order.placed',
    where: [
      { prop: 'total', is: 'gt', value: 5 },
      { prop: 'code', is: 'eq', value: '7' },
    ],
  },
  { op: 'not', of: { field: 'country', is: 'eq', value: 'DE' } },
  { op: 'not', of: { op: 'not', of: { segment: 'seg_1' } } },
  { op: 'not', of: { op: 'or', of: [{ segment: 'seg_1' }, { segment: 'seg_2' }] } },
  { op: 'not', of: { op: 'and', of: [{ segment: 'seg_1' }, { segment: 'seg_2' }] } },
  {
    op: 'and',
    of: [
      { segment: 'seg_1' },
      {
        op: 'or',
        of: [
          { field: 'tags', is: 'any', value: ['vip'] },
          { op: 'not', of: { op: 'or', of: [{ segment: 'seg_2' }, { email: { action: 'opened' } }] } },
        ],
      },
    ],
  },
]

test('rows show a filter of any depth, and make the same filter again', () => {
  for (const tree of shown) {
    const draft = draftOf(tree)
    assert.ok(!JSON.stringify(draft).includes('"other"'), JSON.stringify(tree))
    assert.deepEqual(treeOf(draft), tree)
  }
  assert.equal(treeOf({ join: 'and', rows: [] }), null)
})

test('a condition without fields in the builder stays as it is, beside others', () => {
  const strange: readonly FilterTree[] = [
    { email: { action: 'opened', templateId: 'tpl_1' } },
    { email: { action: 'eaten' } },
    { event: 'shop.order.placed', count: { is: 'eq', value: 2 } },
    { event: 'shop.order.placed', where: [{ prop: 'code', is: 'matches', value: 'A*' }] },
    { field: 'createdAt', is: 'withinLast', value: 'PT3H' },
    { field: 'email', is: 'matches', value: '*@example.com' },
    { bucket: { percent: 10, salt: 'x' } },
    { coupon: { action: 'eaten' } },
    { loyalty: { balance: { token: 'POINTS', is: 'ne', value: 100 } } },
    { payment: { total: { is: 'gte', value: 100 } } },
    { payment: { count: { is: 'gte', value: 1 }, currency: 'EUR' } },
  ]
  const tree = { op: 'or', of: [{ segment: 'seg_1' }, ...strange] }
  const { rows } = draftOf(tree)
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['segment', ...strange.map(() => 'other')],
  )
  assert.deepEqual(treeOf(draftOf(tree)), tree)
})

test('a group of one condition is the condition', () => {
  const inner = { segment: 'seg_1' }
  assert.deepEqual(treeOf(draftOf({ op: 'and', of: [{ op: 'or', of: [inner] }] })), inner)
})

test('an incomplete row stays in the filter, and firstGap() names it', () => {
  const whole: FilterTree = { segment: 'seg_1' }
  const placed = { key: 1, kind: 'event', event: 'placed', tests: [], isNot: false, count: 1, days: 30 } as const
  for (const [row, gap] of [
    [{ key: 1, kind: 'field', field: 'tags', is: 'any', values: [] }, 'value'],
    [{ key: 1, kind: 'field', field: 'createdAt', is: 'withinLast', values: [] }, 'value'],
    [{ key: 1, kind: 'field', field: 'attributes.', is: 'eq', values: ['pro'] }, 'attribute'],
    [{ key: 1, kind: 'event', event: ' ', tests: [], isNot: true, count: 1, days: 30 }, 'event'],
    [{ ...placed, tests: [{ key: 2, prop: '', is: 'eq', values: ['pro'] }] }, 'property'],
    [{ ...placed, tests: [{ key: 2, prop: 'plan', is: 'eq', values: [] }] }, 'value'],
    [{ key: 1, kind: 'group', join: 'none', rows: [] }, 'group'],
    [{ key: 1, kind: 'segment', segment: null, isNot: false }, 'segment'],
    [{ key: 1, kind: 'balance', token: '', is: 'gte', amount: 5 }, 'token'],
    [{ key: 1, kind: 'balance', token: 'POINTS', is: 'gte', amount: null }, 'value'],
    [{ key: 1, kind: 'payment', currency: 'EUR', is: 'gte', amount: null }, 'value'],
  ] as const satisfies [Row, Gap][]) {
    const tree = treeOf({ join: 'and', rows: [...draftOf(whole).rows, row] })
    assert.deepEqual(firstGap(tree), { at: '2', gap }, JSON.stringify(tree))
  }
  const nested = { op: 'and', of: [whole, { op: 'or', of: [whole, { segment: '' }] }] }
  assert.deepEqual(firstGap(nested), { at: '2.2', gap: 'segment' })
  assert.equal(firstGap(whole), undefined)
  assert.equal(firstGap(null), undefined)
})
