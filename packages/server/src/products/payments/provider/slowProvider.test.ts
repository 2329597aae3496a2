import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi } from '#test/fakes/stripeApi.ts'
import type { FakeRequest } from '#test/fakes/fakeServer.ts'
import { linkOf, paymentOf } from '#test/payments/checkouts.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { openSession } from '#products/payments/payment/paymentErrands.ts'

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

const sessionsOf = (id: string) => api.sessions().filter((each) => each['client_reference_id'] === id)
const idOfForm = ({ body }: FakeRequest) => String(Object(body)['client_reference_id'])

/** A link whose last place and whose coupon a payment holds. */
async function lastPlace(code: string) {
  const discount = { type: 'percent', percentOff: 20 } as const
  await w.call('loyalty.coupon.create', { name: code, code, discount, maxRedemptions: 1 })
  return linkOf(w, { allowCoupons: true, maxPayments: 1 })
}

test('a provider that takes 4.9, 5.1 or 30 seconds leads the payer on, or ends the payment and its holds', async () => {
  const delays = [4_900, 5_100, 30_000]
  let isOver = false
  api.server.hold = async ({ body }) => {
    const delayMs = Number(/^slow-(\d+)@/.exec(String(Object(body)['customer_email']))?.[1] ?? 0)
    for (let waited = 0; waited < delayMs && !isOver; waited += 100) await sleep(100)
  }
  const outcomes = delays.map(async (delayMs) => {
    const link = await lastPlace(`SLOW${delayMs}`)
    const email = `slow-${delayMs}@example.com`
    const sent = { slug: link.slug ?? '', attemptId: `slow-${delayMs}`, email, codes: [`SLOW${delayMs}`] }
    const started = await w.call('payments.checkout.start', sent, { key: null })
    assert.equal(started.status, 'created')
    assert.equal(started.isOpening, started.redirectUrl === null)
    // A second press while the page opens gets the same payment.
    assert.equal((await w.call('payments.checkout.start', sent, { key: null })).id, started.id)
    const { pathname, search } = new URL(started.returnUrl)
    const pageOf = () => w.app.server.inject({ url: `${pathname}${search}&go=1`, headers: { 'accept-language': 'en' } })
    if (delayMs > 20_000) assert.match((await pageOf()).body, /content="2;url=\/pay\/return\/[^"]+go=1"/)
    const mine = { paymentId: started.id, proof: started.proof }
    const get = () => w.call('payments.checkout.get', mine, { key: null })
    const opened = await until(get, ({ isOpening }) => !isOpening)
    return { ...mine, link, opened, body: (await pageOf()).body }
  })
  const [first, second, third] = await Promise.all(outcomes)
  isOver = true
  for (const each of [first, second]) {
    assert.ok(each?.opened.redirectUrl)
    assert.ok(each.body.includes(`content="0;url=${each.opened.redirectUrl}"`))
    const [session, ...others] = sessionsOf(each.paymentId)
    assert.deepEqual(others, [])
    api.act(session?.id ?? '', 'pay')
    await w.call('payments.checkout.refresh', { paymentId: each.paymentId, proof: each.proof }, { key: null })
    assert.equal((await paymentOf(w, each.paymentId)).status, 'succeeded')
  }
  assert.deepEqual([third?.opened.status, third?.opened.failureCode], ['failed', 'provider_unreachable'])
  assert.match(third?.body ?? '', /href="\/pay\//)
  assert.equal(sessionsOf(third?.paymentId ?? '').length, 1)
  const { stats } = await w.call('payments.paymentLink.get', { paymentLinkId: third?.link.id ?? '' })
  assert.equal(stats.remaining, 1)
  const { items } = await w.call('loyalty.coupon.all', { limit: 10 })
  assert.deepEqual(items.map(({ code, redeemed, reserved }) => [code, redeemed, reserved]).toSorted(), [
    ['SLOW30000', 0, 0],
    ['SLOW4900', 1, 0],
    ['SLOW5100', 1, 0],
  ])
  for (let minute = 0; minute < 40; minute += 10) {
    w.clock.advance(10 * 60_000)
    await w.settle()
  }
  assert.equal(sessionsOf(third?.paymentId ?? '').length, 1)
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

test('a second request while the first one is under way ends no payment', async () => {
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const link = await linkOf(w)
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const openings: string[] = []
  api.server.trouble = (request) => {
    if (request.path !== '/v1/checkout/sessions') return undefined
    openings.push(idOfForm(request))
    const message = 'There is currently another in-progress request using this Stripe-Account and Idempotency Key.'
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message }
    return openings.length === 1 ? undefined : { status: 409, body: { error } }
  }
  api.server.hold = () => (openings.length === 1 ? isReleased : undefined)
  const sent = { slug: link.slug ?? '', attemptId: 'in-flight', email: 'ada@example.com' }
  const starting = w.call('payments.checkout.start', sent, { key: null })
  await until(() => openings.length === 1)
  const paymentId = openings[0] ?? ''
  await assert.rejects(async () => openSession.handle(ctx, { paymentId }), /in-progress/)
  assert.equal((await paymentOf(w, paymentId)).status, 'created')
  release()
  const started = await starting
  assert.equal(started.status, 'created')
  await until(async () => (await w.call('payments.checkout.get', mineOf(started), { key: null })).redirectUrl !== null)
  assert.equal(sessionsOf(paymentId).length, 1)
  api.server.trouble = () => undefined
  api.server.hold = () => undefined
})

const mineOf = ({ id: paymentId, proof }: { id: string; proof: string }) => ({ paymentId, proof })
