import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '#test/world/world.ts'
import { schedules } from './couponSweep.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

const order = { currency: 'EUR', items: [{ sku: 'TEA', quantity: 2, unitAmount: 1_000 }] }
const cart = { currency: 'EUR', items: order.items }
let count = 0

async function promotionWith(fields: object = {}): Promise<string> {
  const { id } = await w.call('loyalty.promotion.create', {
    name: 'By code',
    trigger: 'code',
    status: 'active',
    effects: [{ type: 'orderPercent' as const, percentOff: 10 }],
    ...fields,
  })
  return id
}

async function couponOf(promotionId: string, fields: object = {}) {
  const { id: couponId, code } = await w.call('loyalty.coupon.create', { name: 'Card', promotionId, ...fields })
  return { couponId, code }
}

function redeem(couponId: string, fields: object = {}) {
  count += 1
  return w.call('loyalty.redemption.create', { couponId, clientReference: `use ${count}`, order, ...fields })
}

async function usedOf(promotionId: string) {
  const { stats } = await w.call('loyalty.promotion.get', { promotionId, include: ['stats'] })
  return [stats?.applied, stats?.discount[0]?.amount ?? 0]
}

const conflict = (mention: string) => ({ code: 'conflict' as const, mention })

test('a coupon of a promotion gives its effects in a cart, in a check and in validate', async () => {
  const promotionId = await promotionWith()
  const { couponId, code } = await couponOf(promotionId)
  const priced = await w.call('loyalty.promotion.evaluate', { cart: { ...cart, codes: [code] } })
  assert.deepEqual(
    priced.effects.map(({ offerId, promotionId: of, discount }) => [offerId, of, discount]),
    [[couponId, promotionId, 200]],
  )
  assert.equal((await w.call('loyalty.promotion.evaluate', { cart })).discountTotal, 0)
  const validated = await w.call('loyalty.coupon.validate', { codes: [code], order })
  assert.equal(validated.discountTotal.amount, 200)
  const check = { currency: 'EUR', subtotal: 5_000 }
  const { validation, discount } = await w.call('loyalty.coupon.get', { code, ...check })
  assert.deepEqual([validation?.discount?.amount, discount], [500, null])
  const { items } = await w.call('loyalty.coupon.all', { promotionId })
  assert.deepEqual(
    items.map((each) => [each.id, each.promotionId]),
    [[couponId, promotionId]],
  )
})

test('a coupon has a discount or a promotion with trigger code, never both', async () => {
  const refused = (input: object, mention: string) =>
    w.refused('loyalty.coupon.create', { name: 'Card', ...input }, { code: 'invalid_request', mention })
  const promotionId = await promotionWith()
  await refused({}, '/discount')
  await refused({ promotionId, discount: { type: 'percent', percentOff: 5 } }, '/discount')
  await refused({ promotionId, appliesTo: { skus: ['TEA'] } }, '/appliesTo')
  await refused({ promotionId, stacking: { priority: 1 } }, 'stacking')
  await refused({ promotionId: `prm_${'0'.repeat(34)}` }, 'promotionId')
  await refused({ promotionId: await promotionWith({ trigger: 'automatic', status: 'draft' }) }, 'promotionId')
  const { couponId } = await couponOf(promotionId)
  const update = { couponId, discount: { type: 'percent' as const, percentOff: 5 } }
  await w.refused('loyalty.coupon.update', update, { code: 'invalid_request', mention: '/discount' })
})

test('uses count towards the limits of the promotion and of the coupon, and come back with a roll-back', async () => {
  const promotionId = await promotionWith({ limits: { total: 2 } })
  const one = await couponOf(promotionId)
  const other = await couponOf(promotionId, { maxRedemptions: 1 })
  const first = await redeem(one.couponId)
  assert.deepEqual([first.status, first.discount?.amount, first.reference], ['redeemed', 200, null])
  const held = await redeem(other.couponId, { mode: 'reserve' })
  assert.equal(held.status, 'reserved')
  assert.deepEqual(await usedOf(promotionId), [2, 400])
  const use = { couponId: one.couponId, clientReference: 'third', order }
  await w.refused('loyalty.redemption.create', use, conflict('coupon_exhausted'))
  const back = await w.call('loyalty.redemption.rollback', { redemptionId: held.id, reason: 'left' })
  assert.equal(back.status, 'released')
  assert.deepEqual(await usedOf(promotionId), [1, 200])
  const again = await redeem(other.couponId, { mode: 'reserve' })
  const kept = await w.call('loyalty.redemption.create', { reservationId: again.id })
  assert.equal(kept.status, 'redeemed')
  const part = await w.call('loyalty.redemption.rollback', { redemptionId: first.id, amount: 50 })
  assert.deepEqual([part.status, part.rolledBack?.amount], ['partiallyRolledBack', 50])
  assert.deepEqual(await usedOf(promotionId), [2, 350])
  await w.call('loyalty.redemption.rollback', { redemptionId: first.id })
  await w.call('loyalty.redemption.rollback', { redemptionId: first.id })
  assert.deepEqual(await usedOf(promotionId), [1, 200])
  assert.equal((await w.call('loyalty.coupon.get', { couponId: one.couponId })).redeemed, 0)
})

test('a reservation that ends frees the promotion, and a repeat answers the first use', async () => {
  const promotionId = await promotionWith({ limits: { total: 1 } })
  const { couponId } = await couponOf(promotionId)
  const sent = { couponId, clientReference: 'once', order, mode: 'reserve' as const, ttl: 'PT10M' }
  const first = await w.call('loyalty.redemption.create', sent)
  const repeat = await w.call('loyalty.redemption.create', sent)
  assert.deepEqual([repeat.id, repeat.created], [first.id, false])
  await w.refused('loyalty.redemption.create', { ...sent, ttl: 'PT11M' }, conflict('client_reference_exists'))
  w.clock.advance(11 * 60_000)
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
  assert.deepEqual(await usedOf(promotionId), [0, 0])
  assert.equal((await redeem(couponId)).status, 'redeemed')
})

test('parallel uses of many coupons of a promotion keep its limit exactly', async () => {
  const promotionId = await promotionWith({ limits: { total: 7 } })
  const { batch } = await w.call('loyalty.coupon.create', { name: 'Cards', promotionId, quantity: 30 })
  const tries = (batch?.codes ?? []).map((code) =>
    w.send('loyalty.redemption.create', { code, clientReference: `many ${code}`, order }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.deepEqual([statuses.filter((each) => each === 200).length, statuses.length], [7, 30])
  assert.deepEqual(await usedOf(promotionId), [7, 1_400])
})

test('two coupons of a promotion apply once in a cart, and its purchase counts both records', async () => {
  const promotionId = await promotionWith({ code: 'OWNCODE1' })
  const [one, two] = [await couponOf(promotionId), await couponOf(promotionId)]
  const both = { ...cart, codes: [one.code, two.code, 'OWNCODE1'] }
  const priced = await w.call('loyalty.promotion.evaluate', { cart: both })
  assert.deepEqual([priced.discountTotal, priced.rejected.length], [200, 2])
  assert.ok(priced.rejected.every(({ reason }) => reason === 'not_combinable'))
  const commit = { clientReference: 'order 1' }
  await w.call('loyalty.promotion.evaluate', { cart: { ...cart, codes: [two.code] }, commit })
  assert.deepEqual(await usedOf(promotionId), [1, 200])
  assert.equal((await w.call('loyalty.coupon.get', { couponId: two.couponId })).redeemed, 1)
})

test('a coupon gives nothing while its promotion is paused, outside its window, or after its end', async () => {
  const promotionId = await promotionWith({
    currency: 'EUR',
    filter: { field: 'cart.subtotal', is: 'gte', value: 1_500 },
  })
  const { couponId, code } = await couponOf(promotionId)
  const reasonOf = async (more: object = {}) => {
    const { validation } = await w.call('loyalty.coupon.get', { code, currency: 'EUR', subtotal: 2_000, ...more })
    return validation?.reasons[0]
  }
  assert.equal(await reasonOf(), undefined)
  assert.equal(await reasonOf({ subtotal: 1_400 }), 'not_eligible')
  assert.equal(await reasonOf({ currency: 'USD' }), 'currency_mismatch')
  await w.call('loyalty.promotion.update', { promotionId, action: 'pause' })
  assert.equal(await reasonOf(), 'promotion_not_running')
  const { validation } = await w.call('loyalty.coupon.get', { code, at: w.clock.now().toISOString() })
  assert.deepEqual(validation?.reasons, ['promotion_not_running'])
  const use = { couponId, clientReference: 'paused', order }
  await w.refused('loyalty.redemption.create', use, conflict('promotion_not_running'))
  await w.call('loyalty.promotion.update', { promotionId, action: 'activate' })
  const endsAt = new Date(w.clock.now().getTime() + 60_000).toISOString()
  await w.call('loyalty.promotion.update', { promotionId, endsAt })
  assert.equal(await reasonOf({ at: endsAt }), 'expired')
})

test('delete of a promotion keeps its coupons without effect, or archives them in steps', async () => {
  const kept = await promotionWith()
  const coupon = await couponOf(kept)
  await w.call('loyalty.promotion.delete', { promotionId: kept })
  const { validation } = await w.call('loyalty.coupon.get', { code: coupon.code, currency: 'EUR', subtotal: 100 })
  assert.deepEqual(validation?.reasons, ['promotion_not_running'])
  const gone = await promotionWith()
  const { batch } = await w.call('loyalty.coupon.create', { name: 'Cards', promotionId: gone, quantity: 1_100 })
  const [code = ''] = batch?.codes ?? []
  const held = await w.call('loyalty.redemption.create', { code, clientReference: 'h', order, mode: 'reserve' })
  await w.call('loyalty.promotion.delete', { promotionId: gone, couponAction: 'archive' })
  await w.settle()
  assert.equal((await w.call('loyalty.coupon.all', { promotionId: gone, withTotal: 'true' })).items.length, 0)
  assert.equal((await w.call('loyalty.redemption.get', { redemptionId: held.id })).status, 'released')
})

test('a coupon of a promotion gives its gifts at a door', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'door@example.com' })
  const promotionId = await promotionWith({ effects: [{ type: 'grantTokens', amount: 25 }] })
  const { couponId } = await couponOf(promotionId)
  await redeem(couponId, { contactId })
  await w.settle()
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  assert.equal(balance?.[0]?.available, 25)
})
