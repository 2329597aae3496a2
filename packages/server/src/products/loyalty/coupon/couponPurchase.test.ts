import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { world } from '#test/world/world.ts'
import { commitCoupons, releaseCoupons, rollbackCoupons, takeCoupons } from './couponPurchase.ts'
import { schedules } from './couponSweep.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
  w.app.operatorCtx(w.account.account, 'test').atomic((ctx) => work(ctx))

async function makeCoupon(terms: object = {}) {
  const made = await w.call('loyalty.coupon.create', {
    name: 'Sale',
    discount: { type: 'percent', percentOff: 25 },
    ...terms,
  })
  return String(made.id)
}

const take = (couponIds: readonly string[], reference: string, amount = 500n) =>
  inTransaction((ctx) =>
    takeCoupons(ctx, {
      reference,
      contactId: null,
      currency: 'EUR',
      uses: couponIds.map((couponId) => ({ couponId, amount })),
    }),
  )

async function counters(couponId: string) {
  const { redeemed, reserved, discountGranted, status } = await w.call('loyalty.coupon.get', { couponId })
  return [redeemed, reserved, discountGranted?.amount ?? 0, status]
}

test('parallel purchases with the same two coupons, in either order, hold the smaller limit', async () => {
  const [small, large] = [await makeCoupon({ maxRedemptions: 7 }), await makeCoupon({ maxRedemptions: 20 })]
  const results = await Promise.allSettled(
    Array.from({ length: 16 }, (_, n) => take(n % 2 === 0 ? [small, large] : [large, small], `order-${n}`)),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7)
  assert.deepEqual(await counters(small), [0, 7, 3_500, 'exhausted'])
  assert.deepEqual(await counters(large), [0, 7, 3_500, 'active'])
})

test('a purchase holds its uses until it commits, releases or rolls back, and repeats change nothing', async () => {
  const couponId = await makeCoupon({ maxRedemptions: 1 })
  await take([couponId], 'pay-1')
  await take([couponId], 'pay-1')
  w.clock.advance(8 * 86_400_000)
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
  assert.deepEqual(await counters(couponId), [0, 1, 500, 'exhausted'])
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(await inTransaction((ctx) => commitCoupons(ctx, 'pay-1')), { isOver: false })
    assert.deepEqual(await counters(couponId), [1, 0, 500, 'exhausted'])
  }
  for (let times = 0; times < 2; times++) {
    await inTransaction((ctx) => rollbackCoupons(ctx, { reference: 'pay-1', refunded: 300n, captured: 1_500n }))
    assert.deepEqual(await counters(couponId), [1, 0, 400, 'exhausted'])
  }
  await inTransaction((ctx) => rollbackCoupons(ctx, { reference: 'pay-1', refunded: 1_500n, captured: 1_500n }))
  assert.deepEqual(await counters(couponId), [0, 0, 0, 'active'])
})

test('a late success takes a released use again, and beyond the limit it says so', async () => {
  const couponId = await makeCoupon({ maxRedemptions: 1 })
  await take([couponId], 'late-1')
  await inTransaction((ctx) => releaseCoupons(ctx, 'late-1'))
  assert.deepEqual(await counters(couponId), [0, 0, 0, 'active'])
  await take([couponId], 'late-2')
  await assert.rejects(take([couponId], 'late-3'), { reason: 'coupon_exhausted' })
  assert.deepEqual(await inTransaction((ctx) => commitCoupons(ctx, 'late-1')), { isOver: true })
  assert.deepEqual(await inTransaction((ctx) => commitCoupons(ctx, 'late-2')), { isOver: false })
  assert.deepEqual(await counters(couponId), [2, 0, 1_000, 'exhausted'])
})
