import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Stripe } from 'stripe'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi, type StripeEvent } from '#test/fakes/stripeApi.ts'
import { linkOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'
import { openSession } from '#products/payments/payment/paymentErrands.ts'
import { recheckProviders } from './providerHealth.ts'

const webhookSecret = 'whsec_fake0123456789'
let api: StripeApi
let w: World
let providerId: string
let hookPath: string
const logs: string[] = []
const note = (message: string, more: object = {}) => void logs.push(`${message} ${JSON.stringify(more)}`)
const log = { debug: note, info: note, warn: note, error: note }

before(async () => {
  api = await fakeStripe(() => w.clock.now())
  w = await world({ log, settings: readSettings(productSettings, { STRIPE_API_URL: api.server.url }) })
  const secrets = { secretKey: api.secretKey, webhookSecret }
  const made = await w.call('payments.provider.create', { name: 'Stripe', kind: 'stripe', secrets })
  providerId = made.id
  hookPath = new URL(made.webhookUrl).pathname
})
after(async () => {
  await w[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

/** Sends an event as Stripe does. */
async function deliver(event: StripeEvent | undefined, { secret = webhookSecret, ageSeconds = 0 } = {}) {
  assert.ok(event)
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(w.clock.now().getTime() / 1000) - ageSeconds
  const signature = new Stripe(api.secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const { statusCode } = await w.app.server.inject({ method: 'POST', url: hookPath, headers, payload })
  await w.settle()
  return statusCode
}

/** A started payment, and its session at Stripe. */
async function started(quantity = 2) {
  const link = await linkOf(w, { title: 'Stripe night' })
  const { id, redirectUrl } = await startOf(w, link, { quantities: [quantity] })
  const sessionId = String(redirectUrl).split('/').at(-1) ?? ''
  return { id, sessionId, get: () => w.call('payments.payment.get', { paymentId: id }) }
}

test('a payment at Stripe succeeds by its webhook, with card and fee, and a repeat changes nothing', async () => {
  const { id, sessionId, get } = await started()
  assert.equal(api.session(sessionId)['client_reference_id'], id)
  api.act(sessionId, 'pay')
  const event = api.events.at(-1)
  assert.equal(await deliver(event), 200)
  const paid = await get()
  assert.deepEqual([paid.status, paid.amount, paid.fee, paid.providerId], ['succeeded', 5_000, 175, providerId])
  assert.deepEqual(paid.method, { type: 'card', brand: 'visa', last4: '4242' })
  assert.equal(await deliver(event), 200)
  assert.equal((await get()).version, paid.version)
  assert.equal((await w.emitted('payments.payment.succeeded')).length, 1)
})

test('forged, old and foreign calls are refused, and nothing moves', async () => {
  const { sessionId, get } = await started()
  api.act(sessionId, 'pay')
  const event = api.events.at(-1)
  assert.equal(await deliver(event, { secret: 'whsec_forged' }), 400)
  assert.equal(await deliver(event, { ageSeconds: 301 }), 400)
  assert.equal((await get()).status, 'created')
  assert.equal(await deliver(event), 200)
  assert.equal((await get()).status, 'succeeded')
})

test('a call with another scheme, a signature of other bytes or no body is refused and logs no secret', async () => {
  const { id, sessionId, get } = await started()
  api.act(sessionId, 'pay')
  const payload = JSON.stringify(api.events.at(-1))
  const timestamp = Math.floor(w.clock.now().getTime() / 1000)
  const { webhooks } = new Stripe(api.secretKey)
  const signed = (more: { payload?: string; timestamp?: number; scheme?: string } = {}) =>
    webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp, ...more })
  const [stamp = '', proof = ''] = signed().split(',')
  const spaced = JSON.stringify(JSON.parse(payload), null, 2)
  const calls: [what: string, signature: string | undefined, body: string][] = [
    ['another scheme', signed({ scheme: 'v0' }), payload],
    ['the same JSON in other bytes', signed(), spaced],
    ['an escaped letter', signed(), payload.replace('checkout', '\\u0063heckout')],
    ['a moment of the future', signed().replace(stamp, `t=${timestamp + 301}`), payload],
    ['a proof without a moment', proof, payload],
    ['two wrong proofs', `${stamp},v1=${'0'.repeat(64)},v1=${'f'.repeat(64)}`, payload],
    ['a short proof', `${stamp},v1=0`, payload],
    ['an empty body', signed({ payload: '' }), ''],
    ['no signature', undefined, payload],
  ]
  const wrong: string[] = []
  for (const [what, signature, body] of calls) {
    const headers = {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    }
    const { statusCode } = await w.app.server.inject({ method: 'POST', url: hookPath, headers, payload: body })
    if (statusCode !== 400) wrong.push(`${what}: ${statusCode}`)
  }
  await w.settle()
  assert.deepEqual(wrong, [])
  assert.equal((await get()).status, 'created')
  const text = logs.join('\n')
  assert.doesNotMatch(text, new RegExp(`${webhookSecret}|${api.secretKey}|${proof}`))
  assert.match(text, /is refused .*no valid signature/)
  // During a change of its secret the company signs with both: one that fits is enough.
  const headers = { 'stripe-signature': `${stamp},v1=${'0'.repeat(64)},${proof}`, 'content-type': 'application/json' }
  const reply = await w.app.server.inject({ method: 'POST', url: hookPath, headers, payload })
  await w.settle()
  assert.deepEqual(
    [reply.statusCode, (await w.call('payments.payment.get', { paymentId: id })).status],
    [200, 'succeeded'],
  )
})

test('a payment whose webhook is lost succeeds when the payer comes back', async () => {
  const { id, sessionId, get } = await started()
  api.act(sessionId, 'pay')
  const proof = new URL(String(api.session(sessionId)['success_url'])).searchParams.get('proof') ?? ''
  await w.call('payments.checkout.refresh', { paymentId: id, proof }, { key: null })
  const { status, fee } = await get()
  assert.deepEqual([status, fee], ['succeeded', 175])
})

test('a refund reaches Stripe once, and its webhook changes nothing', async () => {
  const { id, sessionId, get } = await started()
  api.act(sessionId, 'pay')
  await deliver(api.events.at(-1))
  const refund = { paymentId: id, amount: 1_000, clientReference: 'refund-1' }
  await w.call('payments.paymentLink.refundPayment', refund)
  await w.settle()
  await deliver(api.events.at(-1))
  await w.call('payments.paymentLink.refundPayment', refund)
  await w.settle()
  const { status, amountRefunded } = await get()
  assert.deepEqual([status, amountRefunded], ['partiallyRefunded', 1_000])
  assert.equal(api.server.requests.filter((each) => each === 'POST /v1/refunds').length, 1)
})

test('a delayed payment is processing until its money arrives, and fails where it does not', async () => {
  const [good, bad] = [await started(1), await started(3)]
  for (const each of [good, bad]) {
    api.act(each.sessionId, 'payLater')
    await deliver(api.events.at(-1))
    assert.equal((await each.get()).status, 'processing')
  }
  api.act(good.sessionId, 'settle')
  await deliver(api.events.at(-1))
  api.act(bad.sessionId, 'bounce')
  await deliver(api.events.at(-1))
  assert.deepEqual([(await good.get()).status, (await bad.get()).status], ['succeeded', 'failed'])
})

test('a declined attempt at Stripe is counted once, by webhook and by each retrieval', async () => {
  const { id, sessionId, get } = await started()
  api.act(sessionId, 'decline')
  assert.equal(await deliver(api.events.at(-1)), 200)
  assert.deepEqual([(await get()).attempts, (await get()).failureCode], [1, 'insufficient_funds'])
  const proof = new URL(String(api.session(sessionId)['success_url'])).searchParams.get('proof') ?? ''
  for (const ms of [2_000, 3_000]) {
    w.clock.advance(ms)
    await w.call('payments.checkout.refresh', { paymentId: id, proof }, { key: null })
  }
  const { attempts, status } = await get()
  assert.deepEqual([attempts, status], [1, 'created'])
})

test('a session that is opened late has the time that Stripe needs, and its payment expires after it', async () => {
  const link = await linkOf(w, { title: 'Late night' })
  const { id } = await startOf(w, link)
  const get = () => w.call('payments.payment.get', { paymentId: id })
  // As a process leaves it that dies before it has stored the session.
  const { account } = w.account
  await w.app.pools.work.query('update payments_payment set session_url = null, provider_reference = null')
  w.clock.advance(8 * 60_000)
  await openSession.handle(w.app.operatorCtx(account, 'test'), { paymentId: id })
  const opened = await get()
  assert.deepEqual([opened.status, opened.failureCode], ['created', null])
  assert.ok(opened.providerReference !== null)
  w.clock.set(new Date(new Date(opened.expiresAt).getTime() - 30_000).toISOString())
  await w.settle()
  assert.equal((await get()).status, 'created')
  w.clock.advance(60_000)
  await w.settle()
  assert.equal((await get()).status, 'expired')
})

test('keys that Stripe refuses move the provider to error, and a schedule finds that they work again', async () => {
  const link = await linkOf(w)
  const shown = () => w.call('payments.provider.get', { providerId })
  const refused = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }
  api.server.trouble = () => ({ status: 401, body: refused })
  const { id } = await startOf(w, link)
  const failed = await w.call('payments.payment.get', { paymentId: id })
  assert.deepEqual([failed.status, failed.failureCode], ['failed', 'key_refused'])
  assert.equal((await shown()).status, 'error')
  const { attention } = await w.call('account.overview.get')
  assert.ok(attention.some(({ recordId }) => recordId === providerId))
  const recheck = () => recheckProviders.run(w.app.operatorCtx(w.account.account, 'test'))
  await recheck()
  assert.equal((await shown()).status, 'error')
  api.server.trouble = () => undefined
  await recheck()
  const { status, lastError } = await shown()
  assert.deepEqual([status, lastError], ['active', null])
})

test('a provider by which payments went, or that a link names, is disabled and not deleted', async () => {
  await started()
  const inUse = { code: 'conflict', mention: 'in_use' }
  await w.refused('payments.provider.delete', { providerId }, inUse)
  const spare = await w.call('payments.provider.create', { name: 'Spare', kind: 'sandbox' })
  const link = await linkOf(w, { providerId: spare.id })
  await w.refused('payments.provider.delete', { providerId: spare.id }, inUse)
  await w.call('payments.paymentLink.delete', { paymentLinkId: link.id })
  assert.equal((await w.call('payments.provider.delete', { providerId: spare.id })).status, 'deleted')
})
