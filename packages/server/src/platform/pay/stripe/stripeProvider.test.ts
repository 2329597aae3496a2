import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Stripe } from 'stripe'
import type { Ctx } from '#kit/call/context.ts'
import { openGuard, type Guard } from '#platform/net/guard.ts'
import { PayFailed, PayRefused, type PayConnection, type PaySession } from '#platform/pay/payProviderPort.ts'
import { readSettings } from '#platform/settings/readSettings.ts'
import { fakeStripe, type StripeApi, type StripeEvent } from '#test/fakes/stripeApi.ts'
import { stripeSettings } from './stripeSettings.ts'
import { openStripe } from './stripeProvider.ts'

const webhookSecret = 'whsec_0123456789'
const start = new Date('2026-11-27T12:00:00Z')
let now = start
let api: StripeApi
let guard: Guard
let ctx: Ctx
let to: PayConnection
let payments = 0

before(async () => {
  api = await fakeStripe(() => now)
  guard = openGuard({ allowPrivate: true })
  const settings = readSettings([stripeSettings], { STRIPE_API_URL: api.server.url })
  // cast: the provider reads these parts alone.
  ctx = { account: { id: 1 }, settings, now: () => now } as unknown as Ctx
  to = { kind: 'stripe', providerId: 'ppr_1', secretKey: api.secretKey, webhookSecrets: [webhookSecret] }
})
after(async () => {
  await guard.close()
  await api[Symbol.asyncDispose]()
})

function sessionOf(more: Partial<PaySession> = {}): PaySession {
  payments += 1
  return {
    paymentId: `pay_${payments}`,
    title: 'Balcony tickets',
    lines: [
      { name: 'Ticket', quantity: 2, amount: 3000n },
      { name: 'Programme', quantity: 1, amount: 499n },
    ],
    amount: 3499n,
    currency: 'EUR',
    email: 'ada@example.com',
    language: 'de-AT',
    returnUrl: 'https://fair.example/pay/return/1',
    cancelUrl: 'https://fair.example/pay/x',
    expiresAt: new Date(now.getTime() + 3_600_000),
    ...more,
  }
}

test('a session has the lines, the language and the address of the payer, and is opened once', async () => {
  const stripe = openStripe(guard)
  const session = sessionOf()
  const opened = await stripe.open(ctx, to, session)
  assert.deepEqual(await stripe.open(ctx, to, session), opened)
  const made = api.session(opened.reference)
  assert.deepEqual([made['amount_total'], made['currency'], made['locale']], [3499, 'eur', 'de'])
  assert.deepEqual(made['names'], ['2 × Ticket', 'Programme'])
  assert.equal(made['customer_email'], 'ada@example.com')
  assert.match(opened.url, /^https:\/\/checkout\.stripe\.com\//)
  await assert.rejects(stripe.open(ctx, to, { ...session, title: 'Other' }), PayRefused)
})

test('a session that is opened again later, after a lost response, is the same one', async () => {
  const stripe = openStripe(guard)
  const session = sessionOf()
  const opened = await stripe.open(ctx, to, session)
  now = new Date(start.getTime() + 40 * 60_000)
  assert.deepEqual(await stripe.open(ctx, to, session), opened)
  assert.equal(api.session(opened.reference)['expires_at'], session.expiresAt.getTime() / 1000)
  now = start
})

test('amounts go through the exponents of Stripe, and those that it does not take are refused', async () => {
  const stripe = openStripe(guard)
  const priced = (currency: string, amount: bigint) =>
    sessionOf({ currency, amount, lines: [{ name: 'One', quantity: 1, amount }] })
  const cases: [string, bigint, number][] = [
    ['JPY', 500n, 500],
    ['ISK', 500n, 50_000],
    ['UGX', 2000n, 200_000],
    ['MGA', 500_000n, 5000],
    ['KWD', 1230n, 1230],
    ['HUF', 50_000n, 50_000],
  ]
  for (const [currency, amount, sent] of cases) {
    const { reference } = await stripe.open(ctx, to, priced(currency, amount))
    assert.equal(api.session(reference)['amount_total'], sent, currency)
    api.act(reference, 'pay')
    const [report] = await stripe.retrieve(ctx, to, reference)
    assert.ok(report?.about === 'payment')
    assert.deepEqual([report.captured, report.currency], [amount, currency])
  }
  await assert.rejects(stripe.open(ctx, to, priced('KWD', 1234n)), { code: 'amount_not_supported' })
  await assert.rejects(stripe.open(ctx, to, priced('MGA', 150n)), { code: 'amount_not_supported' })
  await assert.rejects(stripe.open(ctx, to, priced('EUR', 49n)), { code: 'amount_too_small' })
  const lines = [
    { name: 'A', quantity: 1, amount: 1234n },
    { name: 'B', quantity: 1, amount: 1236n },
  ]
  const { reference } = await stripe.open(ctx, to, sessionOf({ currency: 'KWD', amount: 2470n, lines }))
  assert.deepEqual(api.session(reference)['names'], ['Balcony tickets'])
})

test('retrieve() reports each state of a session, with charge, fee and card after success', async () => {
  const stripe = openStripe(guard)
  const session = sessionOf()
  const { reference } = await stripe.open(ctx, to, session)
  const state = async () => {
    const [report] = await stripe.retrieve(ctx, to, reference)
    assert.ok(report?.about === 'payment' && report.paymentId === session.paymentId)
    return report
  }
  assert.equal((await state()).state, 'open')
  api.act(reference, 'decline')
  const declined = await state()
  assert.deepEqual([declined.state, declined.failureCode], ['open', 'insufficient_funds'])
  api.act(reference, 'authenticate')
  assert.equal((await state()).state, 'requiresAction')
  api.act(reference, 'payLater')
  assert.equal((await state()).state, 'processing')
  now = new Date(start.getTime() + 60_000)
  api.act(reference, 'settle')
  now = new Date(start.getTime() + 120_000)
  const paid = await state()
  assert.deepEqual([paid.state, paid.captured, paid.fee, paid.currency], ['succeeded', 3499n, 131n, 'EUR'])
  assert.deepEqual(paid.method, { type: 'card', brand: 'visa', last4: '4242' })
  assert.equal(paid.at, new Date(start.getTime() + 60_000).toISOString())
  const later = await stripe.open(ctx, to, sessionOf())
  api.act(later.reference, 'payLater')
  api.act(later.reference, 'bounce')
  const [bounced] = await stripe.retrieve(ctx, to, later.reference)
  assert.ok(bounced?.about === 'payment' && bounced.state === 'failed')
})

test('expire() ends an open session, and reports the success of a faster payer', async () => {
  const stripe = openStripe(guard)
  const first = await stripe.open(ctx, to, sessionOf())
  const second = await stripe.open(ctx, to, sessionOf())
  api.act(second.reference, 'pay')
  const stateAfter = async (reference: string) => {
    const [report] = await stripe.expire(ctx, to, reference)
    return report?.state
  }
  assert.deepEqual([await stateAfter(first.reference), await stateAfter(first.reference)], ['expired', 'expired'])
  assert.equal(await stateAfter(second.reference), 'succeeded')
})

test('a refund is made once, and one beyond the rest is refused', async () => {
  const stripe = openStripe(guard)
  const { reference } = await stripe.open(ctx, to, sessionOf())
  api.act(reference, 'pay')
  const [paid] = await stripe.retrieve(ctx, to, reference)
  assert.ok(paid?.about === 'payment' && paid.chargeReference !== undefined)
  const { chargeReference } = paid
  const request = { refundId: 'rfd_1', chargeReference, amount: 1000n, currency: 'EUR', reason: 'duplicate' }
  const refund = await stripe.refund(ctx, to, request)
  assert.deepEqual([refund.state, refund.amount, refund.refundId], ['succeeded', 1000n, 'rfd_1'])
  assert.deepEqual(await stripe.refund(ctx, to, request), refund)
  const tooMuch = { ...request, refundId: 'rfd_2', amount: 2500n, reason: 'The show was cancelled' }
  await assert.rejects(stripe.refund(ctx, to, tooMuch), PayRefused)
  api.dispute(chargeReference, 'needs_response')
  const reports = await stripe.retrieve(ctx, to, reference)
  assert.deepEqual(
    reports.map(({ about, state }) => [about, state]),
    [
      ['payment', 'succeeded'],
      ['refund', 'succeeded'],
      ['dispute', 'open'],
    ],
  )
})

test('totals() sums captures, fees and refunds of a day by currency, of payments of ours alone', async () => {
  const stripe = openStripe(guard)
  now = new Date('2026-12-24T23:59:59Z')
  const pay = async (more: Partial<PaySession> = {}) => {
    const { reference } = await stripe.open(ctx, to, sessionOf(more))
    api.act(reference, 'pay')
    const [paid] = await stripe.retrieve(ctx, to, reference)
    return paid?.about === 'payment' ? String(paid.chargeReference) : ''
  }
  const chargeReference = await pay()
  const foreign = await stripe.open(ctx, to, sessionOf())
  api.session(foreign.reference)['intentMetadata'] = {}
  api.act(foreign.reference, 'pay')
  await stripe.refund(ctx, to, { refundId: 'rfd_9', chargeReference, amount: 99n, currency: 'EUR', reason: undefined })
  now = new Date('2026-12-25T00:00:00Z')
  await pay({ currency: 'USD' })
  const eur = { currency: 'EUR', payments: 1, captured: 3499n, fees: 131n, refunded: 99n }
  assert.deepEqual(await stripe.totals(ctx, to, '2026-12-24'), [eur])
  const usd = { currency: 'USD', payments: 1, captured: 3499n, fees: 131n, refunded: 0n }
  assert.deepEqual(await stripe.totals(ctx, to, '2026-12-25'), [usd])
})

test('wrong keys and requests are refused for good, an overload and a broken connection are not', async () => {
  const stripe = openStripe(guard)
  await stripe.check(ctx, to)
  await assert.rejects(stripe.check(ctx, { ...to, secretKey: 'sk_test_wrong' }), { code: 'key_refused' })
  const trouble = (status: number, headers: Record<string, string> = {}) => {
    api.server.trouble = () => ({ status, body: { error: { message: 'Trouble' } }, headers })
  }
  trouble(403)
  await stripe.check(ctx, to)
  for (const status of [500, 503, 409]) {
    trouble(status)
    await assert.rejects(stripe.check(ctx, to), PayFailed)
  }
  trouble(429, { 'retry-after': '7' })
  await assert.rejects(stripe.check(ctx, to), { name: 'PayFailed', retryAfterMs: 7000 })
  api.server.trouble = () => undefined
  await using silent = await fakeStripe(() => now)
  const gone = readSettings([stripeSettings], { STRIPE_API_URL: silent.server.url })
  await silent.server[Symbol.asyncDispose]()
  await assert.rejects(stripe.check({ ...ctx, settings: { publicUrl: '', ...gone } }, to), PayFailed)
})

test('events of the webhook are read with a valid signature of the last five minutes alone', async () => {
  const stripe = openStripe(guard)
  const session = sessionOf()
  const { reference } = await stripe.open(ctx, to, session)
  api.act(reference, 'pay')
  const event = api.events.at(-1)
  assert.ok(event)
  const own = new Stripe(api.secretKey)
  const timestamp = Math.floor(now.getTime() / 1000)
  const callOf = (of: StripeEvent, more: { secret?: string; timestamp?: number } = {}) => {
    const payload = JSON.stringify(of)
    const header = own.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp, ...more })
    return { headers: { 'stripe-signature': header }, body: Buffer.from(payload) }
  }
  const read = await stripe.readEvent(to, callOf(event), now)
  assert.deepEqual([read.id, read.type], [event.id, 'checkout.session.completed'])
  assert.ok(read.report?.about === 'payment')
  assert.deepEqual([read.report.paymentId, read.report.state], [session.paymentId, 'succeeded'])
  const good = callOf(event)
  const forged = [
    callOf(event, { secret: 'whsec_other' }),
    callOf(event, { timestamp: timestamp - 301 }),
    { ...good, body: Buffer.from(JSON.stringify({ ...event, id: 'evt_other' })) },
    { ...good, headers: {} },
    { headers: { 'stripe-signature': 'v1=0,t=1' }, body: Buffer.from('{') },
  ]
  for (const call of forged) await assert.rejects(stripe.readEvent(to, call, now), { code: 'signature_invalid' })
  const rotated = { ...to, webhookSecrets: ['whsec_newer', webhookSecret] }
  assert.equal((await stripe.readEvent(rotated, good, now)).id, event.id)
  const other = { ...event, type: 'customer.created', data: { object: { id: 'cus_1', object: 'customer' } } }
  assert.equal((await stripe.readEvent(to, callOf(other), now)).report, undefined)
})
