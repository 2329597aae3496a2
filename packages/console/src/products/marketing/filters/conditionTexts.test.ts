import assert from 'node:assert/strict'
import test from 'node:test'
import { loadLanguage, withScreenTexts } from '#console/texts/texts.ts'
import { conditionText } from './conditionTexts.ts'

// The console reads the languages of its browser.
Object.assign(globalThis, { document: { documentElement: {} } })
Object.defineProperty(globalThis.navigator, 'languages', { value: ['en-GB', 'de-DE'] })
const where = [{ prop: 'total', is: 'gt', value: 50 }]
const conditions = [
  { field: 'country', is: 'in', value: ['DE', 'AT'] },
  { field: 'attributes.plan', is: 'eq', value: 'pro' },
  { field: 'createdAt', is: 'withinLast', value: 'P30D' },
  { event: 'shop.order.placed', where, count: { is: 'gte', value: 2 }, within: 'P30D' },
  { event: 'shop.order.placed' },
  { email: { action: 'opened' }, count: { is: 'eq', value: 0 } },
  { bucket: { percent: 10, salt: 'x' } },
  { loyalty: { balance: { token: 'POINTS', is: 'gte', value: 1_000 } } },
  { payment: { count: { is: 'lt', value: 3 } } },
  { payment: { total: { is: 'gte', value: 10_050 }, currency: 'EUR' } },
  { coupon: { action: 'rolledBack' }, count: { is: 'gte', value: 2 } },
]

test('a condition of a filter stands in words, without JSON', async () => {
  await loadLanguage('en')
  await withScreenTexts(async () => undefined)
  assert.deepEqual(
    conditions.map((each) => conditionText(each).text),
    [
      'Country is one of DE, AT',
      'Plan is pro',
      'Created at within the last 30 days',
      'did shop.order.placed with total is more than 50 at least 2× in the last 30 days',
      'did shop.order.placed',
      'mail opened exactly 0×',
      'is in a fixed 10 % of the contacts',
      'balance of POINTS is at least 1,000',
      'number of payments is less than 3',
      'sum of payments is at least €100.50',
      'coupon rolled back at least 2×',
    ],
  )
  assert.deepEqual(conditionText({ segment: 'seg_1' }), { text: 'is in the segment', recordId: 'seg_1' })
  assert.equal(conditionText({ coupon: { action: 'redeemed', couponId: 'cpn_1' } }).recordId, 'cpn_1')
  assert.equal(conditionText({ email: { action: 'clicked', campaignId: 'cmp_1' } }).recordId, 'cmp_1')
})
