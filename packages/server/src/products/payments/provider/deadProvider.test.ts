import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi } from '#test/fakes/stripeApi.ts'
import { linkOf, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { until } from '#test/world/until.ts'
import { openSession } from '#products/payments/payment/paymentErrands.ts'
import { world, type Input, type World } from '#test/world/world.ts'

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

const down = () => ({ status: 503, body: { error: { type: 'api_error', message: 'Down' } } })

test('a start whose provider is dead is refused, ends its payment and lets its holds go', async () => {
  const discount = { type: 'percent', percentOff: 20 } as const
  const coupon = await w.call('loyalty.coupon.create', { name: 'Last', code: 'LAST20', discount, maxRedemptions: 1 })
  const link = await linkOf(w, { allowCoupons: true, maxPayments: 1 })
  const sent = { slug: link.slug ?? '', attemptId: 'dead-0001', email: 'ada@example.com', codes: ['LAST20'] }
  api.server.trouble = down
  const paymentId = await unreached(sent)
  const ended = await w.call('payments.payment.get', { paymentId })
  assert.deepEqual([ended.status, ended.failureCode], ['failed', 'provider_unreachable'])
  assert.deepEqual(
    ended.timeline.map(({ kind }) => kind),
    ['created', 'failed'],
  )
  const { reserved, redeemed } = Object(await w.call('loyalty.coupon.get', { couponId: String(coupon.id) }))
  assert.deepEqual([reserved, redeemed], [0, 0])
  const { stats } = await w.call('payments.paymentLink.get', { paymentLinkId: link.id })
  assert.equal(stats.remaining, 1)
  api.server.trouble = () => undefined
  // The same attempt again makes another payment, which has a page; the first one stays as it ended.
  const again = await w.call('payments.checkout.start', sent, { key: null })
  assert.ok(again.redirectUrl !== null)
  assert.equal((await w.call('payments.checkout.start', sent, { key: null })).id, again.id)
  for (let minute = 0; minute < 3; minute += 1) {
    w.clock.advance(60_000)
    await w.settle()
  }
  assert.equal((await w.call('payments.payment.get', { paymentId })).status, 'failed')
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

test('a session whose response was lost stays unpaid, and the payer pays once', async () => {
  const link = await linkOf(w)
  const sent = { slug: link.slug ?? '', attemptId: 'lost-0001', email: 'grace@example.com' }
  api.server.latencyMs = () => {
    throw new Error('the connection breaks')
  }
  const paymentId = await unreached(sent)
  api.server.latencyMs = () => 0
  const sessionOf = (id: string) => api.sessions().find((each) => each['client_reference_id'] === id)
  assert.equal(sessionOf(paymentId)?.['status'], 'open')
  const again = await w.call('payments.checkout.start', sent, { key: null })
  const second = sessionOf(again.id)
  assert.equal(again.redirectUrl, second?.['url'])
  api.act(second?.id ?? '', 'pay')
  await w.call('payments.checkout.refresh', { paymentId: again.id, proof: again.proof }, { key: null })
  await w.settle()
  const [lost, paid] = await Promise.all([paymentId, again.id].map((id) => paymentOf(w, id)))
  assert.deepEqual([lost?.status, paid?.status, paid?.amount], ['failed', 'succeeded', 2_500])
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

test('a session that opens after its payer has cancelled ends at the provider', async () => {
  const link = await linkOf(w)
  api.server.latencyMs = () => 6_000
  const started = await startOf(w, link)
  api.server.latencyMs = () => 0
  assert.deepEqual([started.status, started.redirectUrl], ['created', null])
  const mine = { paymentId: started.id, proof: started.proof }
  assert.equal((await w.call('payments.checkout.cancel', mine, { key: null })).status, 'cancelled')
  await until(async () => {
    w.clock.advance(1_000)
    await w.settle()
    return api.sessions().some((each) => each['client_reference_id'] === started.id && each['status'] === 'expired')
  })
  assert.equal((await w.call('payments.checkout.get', mine, { key: null })).redirectUrl, null)
})

test('a failed run leaves a payment open whose session a concurrent run has opened', async () => {
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const refused = { status: 400, body: { error: { type: 'invalid_request_error', message: 'No' } } }
  for (const reply of [down(), refused]) {
    const link = await linkOf(w)
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    let requests = 0
    api.server.trouble = () => (++requests === 1 ? reply : undefined)
    api.server.hold = () => (requests === 1 ? isReleased : undefined)
    const starting = startOf(w, link)
    await until(() => requests === 1)
    const { items } = await w.call('payments.payment.all', { paymentLinkId: link.id })
    const paymentId = items[0]?.id ?? assert.fail('no payment')
    await openSession.handle(ctx, { paymentId })
    const { id: sessionId } = api.sessions().at(-1) ?? assert.fail('no session')
    release()
    const started = await starting
    assert.deepEqual([started.id, started.status], [paymentId, 'created'])
    assert.ok(started.redirectUrl?.endsWith(sessionId))
    await openSession.failed?.(ctx, { paymentId })
    assert.equal((await paymentOf(w, paymentId)).status, 'created')
    api.act(sessionId, 'pay')
    await w.call('payments.checkout.refresh', { paymentId, proof: started.proof }, { key: null })
    assert.equal((await paymentOf(w, paymentId)).status, 'succeeded')
  }
  api.server.trouble = () => undefined
  api.server.hold = () => undefined
})

test('the page of a payment whose provider is dead says so, and its payer pays again', async () => {
  const link = await linkOf(w)
  const get = (url: string) => w.app.server.inject({ url, headers: { 'accept-language': 'en' } })
  const shown = await get(`/pay/${link.slug}`)
  const hidden = [...shown.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]))
  fields.set('email', 'ada@example.com')
  const cookie = String(shown.headers['set-cookie']).split(';')[0] ?? ''
  const pay = (payload: string) =>
    w.app.server.inject({
      method: 'POST',
      url: `/pay/${link.slug}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en', cookie },
      payload,
    })
  api.server.trouble = down
  const refused = await pay(fields.toString())
  api.server.trouble = () => undefined
  assert.match(refused.body, /The payment provider does not answer. Nothing was charged./)
  assert.match(refused.body, /ada@example.com/)
  const paid = await pay(fields.toString())
  assert.equal(paid.statusCode, 303, paid.body)
})

/** Starts a payment whose provider is not reached. Returns the payment, which has ended. */
async function unreached(sent: Input<'payments.checkout.start'>): Promise<string> {
  const { status, body } = await w.send('payments.checkout.start', sent, { key: null })
  const { code, reason, details } = Object(body['error'])
  assert.deepEqual([status, code, reason], [409, 'conflict', 'provider_unreachable'])
  return String(details.paymentId)
}
