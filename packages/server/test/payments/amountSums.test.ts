import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { amountMax } from '#kit/values/money.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { arrive, linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

/** Uses of one offer, or payments over one link, whose sum has more digits than any amount. */
const uses = 3
const tokensMax = 1_000_000_000_000

/** Runs reads that must be answered. */
async function read(reads: [operation: string, input: Json][]): Promise<void> {
  const wrong: string[] = []
  for (const [operation, input] of reads) {
    const { status, text } = await w.send(operation, input)
    if (status !== 200) wrong.push(`${operation}: ${status} ${text}`)
  }
  assert.deepEqual(wrong, [])
}

test('lines with a sum of more than 15 digits are refused by their field', async () => {
  const largest = { name: 'Seat', amount: amountMax, quantity: 10_000 }
  const adjustable = { name: 'Seat', amount: amountMax / 999, adjustable: { min: 1, max: 10_000 } }
  for (const line of [largest, adjustable]) {
    const lineItems = Array.from({ length: 100 }, () => line)
    const link = { title: 'All', currency: 'EUR', lineItems }
    await w.refused('payments.paymentLink.create', link, { code: 'invalid_request', mention: '"/lineItems"' })
  }
  const items = Array.from({ length: 500 }, () => ({ quantity: 10_000, unitAmount: amountMax }))
  const refusal = { code: 'invalid_request', mention: '"/cart/items"' } as const
  await w.refused('loyalty.promotion.evaluate', { cart: { currency: 'EUR', items } }, refusal)
})

test('discounts of a coupon and of a promotion sum beyond the largest amount', async () => {
  const discount = { type: 'percent', percentOff: 100 } as const
  const { id: couponId } = await w.call('loyalty.coupon.create', { name: 'All', discount })
  const order = { currency: 'EUR', subtotal: amountMax }
  for (let n = 0; n < uses; n++) {
    await w.call('loyalty.redemption.create', { couponId: String(couponId), clientReference: `use-${n}`, order })
  }
  const promotion = { name: 'All', status: 'active', effects: [{ type: 'orderPercent', percentOff: 100 }] } as const
  const { id: promotionId } = await w.call('loyalty.promotion.create', promotion)
  const cart = { currency: 'EUR', items: [{ unitAmount: amountMax }] }
  for (let n = 0; n < uses; n++) {
    await w.call('loyalty.promotion.evaluate', { cart, commit: { clientReference: `order-${n}` } })
  }
  await read([
    ['loyalty.coupon.all', {}],
    ['loyalty.coupon.get', { couponId, include: 'usage' }],
    ['loyalty.redemption.all', {}],
    ['loyalty.promotion.all', {}],
    ['loyalty.promotion.get', { promotionId, include: 'stats' }],
  ])
  const sum = { amount: uses * amountMax, currency: 'EUR' }
  assert.deepEqual((await w.call('loyalty.coupon.get', { couponId: String(couponId) })).discountGranted, sum)
  await w.call('loyalty.promotion.delete', { promotionId })
})

test('sums of discounts beyond the largest one stand still, and refuse no use, roll-back or read', async () => {
  const discount = { type: 'percent', percentOff: 100 } as const
  const { id } = await w.call('loyalty.coupon.create', { name: 'Most', discount })
  const couponId = String(id)
  const order = { currency: 'EUR', subtotal: amountMax }
  const redeem = (clientReference: string) => w.call('loyalty.redemption.create', { couponId, clientReference, order })
  const effects = [{ type: 'orderPercent', percentOff: 100 }] as const
  const limits = { perDay: 1_000_000 }
  const promotion = { name: 'Most', status: 'active', currency: 'EUR', effects: [...effects], limits } as const
  const { id: promotionId } = await w.call('loyalty.promotion.create', promotion)
  const cart = { currency: 'EUR', items: [{ unitAmount: amountMax }] }
  const buy = (clientReference: string) => w.call('loyalty.promotion.evaluate', { cart, commit: { clientReference } })
  for (let n = 0; n < 10; n++) await redeem(`most ${n}`)
  for (let n = 0; n < 10; n++) await buy(`most ${n}`)
  const { id: redemptionId } = await redeem('beyond')
  await buy('beyond')
  await w.settle()
  await read([
    ['loyalty.coupon.get', { couponId, include: 'usage' }],
    ['loyalty.coupon.all', {}],
    ['loyalty.promotion.get', { promotionId, include: 'stats' }],
    ['loyalty.promotion.evaluate', { cart }],
  ])
  await w.call('loyalty.redemption.rollback', { redemptionId: String(redemptionId), reason: 'returned' })
  await w.call('loyalty.promotion.update', { promotionId, limits: { total: 1_000 } })
  await w.call('loyalty.promotion.delete', { promotionId })
})

test('payments of the largest amount are summed, refunded and compared, and earn no more tokens than fit', async () => {
  const email = 'rich@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', { email })
  const rule = { name: 'Rule', mode: 'rule', status: 'active', on: 'payment.succeeded', token: 'RULE' } as const
  await w.call('loyalty.reward.create', { ...rule, amount: tokensMax, per: { amount: 1, currency: 'EUR' } })
  const gift = { type: 'grantTokens', token: 'GIFT', amount: tokensMax, perAmount: 1 } as const
  await w.call('loyalty.promotion.create', { name: 'Gift', status: 'active', currency: 'EUR', effects: [gift] })
  const acceptTokens = { token: 'RULE', rate: 1_000_000, maxPercent: 100 }
  const amounts = { amountMode: 'customer', lineItems: [], customerAmount: { min: 50 } }
  const { id: paymentLinkId, slug } = await linkOf(w, { ...amounts, acceptTokens })
  const paymentIds: string[] = []
  for (let n = 0; n < uses; n++) {
    const started = await startOf(w, { slug }, { amount: amountMax, email })
    await payAt(w, started, '4242424242424242')
    paymentIds.push(started.id)
  }
  const day = w.clock.now().toISOString().slice(0, 10)
  await read([
    ['payments.paymentLink.get', { paymentLinkId, include: 'days' }],
    ['payments.paymentLink.all', {}],
    ['payments.payment.all', {}],
    ['payments.reconciliation.run', { day }],
    ['payments.reconciliation.all', {}],
    ['loyalty.promotion.all', {}],
    ['marketing.contact.get', { contactId, include: ['timeline'] }],
    ['account.fact.all', { limit: 100 }],
  ])
  const [sums] = (await w.call('payments.paymentLink.getPayments', { paymentLinkId })).totals
  assert.deepEqual([sums?.count, sums?.succeeded], [uses, uses * amountMax])
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  assert.deepEqual(balance?.map(({ token, available }) => [token, available]).toSorted(), [
    ['GIFT', uses * tokensMax],
    ['RULE', uses * tokensMax],
  ])
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const half = await startOf(w, { slug }, { amount: amountMax, email, tokens: 999_999_999, viewerToken })
  assert.equal(half.amount, 999_999)
  for (const paymentId of paymentIds) {
    await w.call('payments.paymentLink.refundPayment', { paymentId, clientReference: randomUUID() })
  }
  await arrive(w)
  assert.equal((await paymentOf(w, paymentIds[0] ?? '')).amountRefunded, amountMax)
  assert.deepEqual(await w.call('payments.reconciliation.verify'), { isMatching: true, violations: [] })
  const { ok, defects } = await w.call('loyalty.reward.audit')
  assert.ok(ok, JSON.stringify(defects))
})
