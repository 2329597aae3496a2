import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi } from '#test/fakes/stripeApi.ts'
import { linkOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

let api: StripeApi
let w: World

before(async () => {
  api = await fakeStripe(() => w.clock.now())
  w = await world({ settings: readSettings(productSettings, { STRIPE_API_URL: api.server.url }) })
  const secrets = { secretKey: api.secretKey, webhookSecret: 'whsec_fake0123456789' }
  await w.call('payments.provider.create', { name: 'Stripe', kind: 'stripe', secrets })
})
after(async () => {
  await w[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

test('a payment whose provider is dead fails as provider_unreachable and lets its holds go', async () => {
  const discount = { type: 'percent', percentOff: 20 } as const
  const coupon = await w.call('loyalty.coupon.create', { name: 'Last', code: 'LAST20', discount, maxRedemptions: 1 })
  const link = await linkOf(w, { allowCoupons: true, maxPayments: 1 })
  api.server.trouble = () => ({ status: 503, body: { error: { type: 'api_error', message: 'Down' } } })
  const started = await startOf(w, link, { codes: ['LAST20'] })
  assert.deepEqual([started.status, started.redirectUrl], ['created', null])
  await assert.rejects(startOf(w, link), /payment_link_exhausted/)
  const state = async () => {
    const { status, failureCode } = await w.call('payments.payment.get', { paymentId: started.id })
    return [status, failureCode]
  }
  for (let minute = 0; minute < 35; minute += 1) {
    w.clock.advance(60_000)
    await w.settle()
  }
  assert.deepEqual(await state(), ['failed', 'provider_unreachable'])
  const { reserved, redeemed } = Object(await w.call('loyalty.coupon.get', { couponId: String(coupon.id) }))
  assert.deepEqual([reserved, redeemed], [0, 0])
  const { stats } = await w.call('payments.paymentLink.get', { paymentLinkId: link.id })
  assert.equal(stats.remaining, 1)
  const proven = { paymentId: started.id, proof: started.proof }
  const seen = await w.call('payments.checkout.get', proven, { key: null })
  assert.deepEqual([seen.status, seen.failureCode], ['failed', 'provider_unreachable'])
  api.server.trouble = () => undefined
  const again = await startOf(w, link, { codes: ['LAST20'] })
  assert.ok(again.redirectUrl !== null)
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})
