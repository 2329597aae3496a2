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
    ],
  },
  { op: 'not', of: { segment: 'seg_1' } },
]

test('rows show a filter of one level, and make the same filter again', () => {
  for (const tree of shown) {
    const draft = draftOf(tree)
    assert.ok(draft)
    assert.deepEqual(treeOf(draft), tree)
  }
  assert.equal(treeOf({ join: 'and', rows: [] }), null)
})

test('a filter that rows cannot show is left to the text', () => {
  const deep: readonly FilterTree[] = [
    { op: 'not', of: { field: 'country', is: 'eq', value: 'DE' } },
    { op: 'not', of: { op: 'not', of: { segment: 'seg_1' } } },
    { op: 'not', of: { op: 'or', of: [{ segment: 'seg_1' }, { segment: 'seg_2' }] } },
    { email: { action: 'opened', templateId: 'tpl_1' } },
    { email: { action: 'eaten' } },
    { op: 'and', of: [{ op: 'or', of: [{ segment: 'seg_1' }] }] },
    { event: 'shop.order.placed', where: [{ prop: 'total', is: 'gt', value: 5 }] },
    { event: 'shop.order.placed', count: { is: 'eq', value: 2 } },
    { field: 'createdAt', is: 'withinLast', value: 'PT3H' },
    { field: 'email', is: 'matches', value: '*@example.com' },
  ]
  for (const tree of deep) assert.equal(draftOf(tree), undefined, JSON.stringify(tree))
})

test('an incomplete row stays in the filter, and firstGap() names it', () => {
  const whole: FilterTree = { segment: 'seg_1' }
  for (const [row, gap] of [
    [{ key: 1, kind: 'field', field: 'tags', is: 'any', values: [] }, 'value'],
    [{ key: 1, kind: 'field', field: 'createdAt', is: 'withinLast', values: [] }, 'value'],
    [{ key: 1, kind: 'field', field: 'attributes.', is: 'eq', values: ['pro'] }, 'attribute'],
    [{ key: 1, kind: 'event', event: ' ', isNot: true, count: 1, days: 30 }, 'event'],
    [{ key: 1, kind: 'segment', segment: null, isNot: false }, 'segment'],
  ] as const satisfies [Row, Gap][]) {
    const tree = treeOf({ join: 'and', rows: [...(draftOf(whole)?.rows ?? []), row] })
    assert.deepEqual(firstGap(tree), { at: 2, gap }, JSON.stringify(tree))
  }
  assert.equal(firstGap(whole), undefined)
  assert.equal(firstGap(null), undefined)
})
