import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeAccount, type StripeApi } from '#test/fakes/stripeApi.ts'
import { linkOf, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

const publicUrl = 'https://shop.example.org'
let api: StripeApi
let w: World
before(async () => {
  api = await fakeStripe(() => w.clock.now())
  w = await world({ publicUrl, settings: readSettings(productSettings, { STRIPE_API_URL: api.server.url }) })
})
after(async () => {
  await w[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const today = () => w.clock.now().toISOString().slice(0, 10)
const makeProvider = (account: StripeAccount) =>
  w.call('payments.provider.create', { name: 'Stripe', kind: 'stripe', secrets: { secretKey: account.secretKey } })
const compare = (providerId: string, day = today()) => w.call('payments.reconciliation.run', { day, providerId })

/** Starts a payment through a provider. Returns it with its session. */
async function startAt(providerId: string, more = {}) {
  const started = await startOf(w, await linkOf(w, { providerId }), more)
  return { ...started, sessionId: String(started.redirectUrl).split('/').at(-1) ?? '' }
}

async function paidAt(account: StripeAccount, providerId: string, quantity: number) {
  const { sessionId, ...started } = await startAt(providerId, { quantities: [quantity] })
  account.act(sessionId, 'pay')
  await w.call('payments.checkout.refresh', { paymentId: started.id, proof: started.proof }, { key: null })
  return paymentOf(w, started.id)
}

async function refundOf(paymentId: string, amount: number) {
  const { id } = await w.call('payments.paymentLink.refundPayment', { paymentId, amount, clientReference: paymentId })
  await w.settle()
  return (await paymentOf(w, paymentId)).refunds.find((each) => each.id === id)
}

test('two providers with one key compare each payment and refund once', async () => {
  const [one, two] = [await makeProvider(api), await makeProvider(api)]
  const paid = await paidAt(api, one.id, 1)
  await paidAt(api, two.id, 2)
  await refundOf(paid.id, 700)
  for (const { id } of [one, two]) {
    assert.deepEqual(await compare(id), { isMatching: true, issues: [] })
  }
})

test('a key of another account moves the endpoint there, and payments of the former account go on', async () => {
  const { id: providerId } = await makeProvider(api)
  const own = { fairground_provider: providerId }
  const endpoints = (of: StripeAccount) => of.endpoints().filter((each) => isSame(each['metadata'], own))
  assert.equal(endpoints(api).length, 1)
  const paid = await paidAt(api, providerId, 1)
  const open = await startAt(providerId)
  const left = await startAt(providerId)
  await w.call('payments.provider.update', { providerId, secrets: { secretKey: api.other.secretKey } })
  await w.settle()
  assert.deepEqual([endpoints(api).length, endpoints(api.other).length], [0, 1])
  const { webhookEndpoint } = await w.call('payments.provider.get', { providerId })
  assert.equal(webhookEndpoint, endpoints(api.other)[0]?.id)
  await paidAt(api.other, providerId, 3)
  api.act(open.sessionId, 'pay')
  await w.call('payments.checkout.refresh', { paymentId: open.id, proof: open.proof }, { key: null })
  assert.equal((await paymentOf(w, open.id)).status, 'succeeded')
  assert.equal((await refundOf(paid.id, 500))?.status, 'succeeded')
  const mine = { paymentId: left.id, proof: left.proof }
  assert.equal((await w.call('payments.checkout.cancel', mine, { key: null })).status, 'cancelled')
  assert.equal(api.session(left.sessionId)['status'], 'expired')
  assert.deepEqual(await compare(providerId), { isMatching: true, issues: [] })
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

test('another key of the same account keeps the endpoint, and counts no payment twice', async () => {
  const { id: providerId, webhookEndpoint } = await makeProvider(api.other)
  await paidAt(api.other, providerId, 1)
  const secretKey = api.other.secretKey.replace('sk_', 'rk_')
  await w.call('payments.provider.update', { providerId, secrets: { secretKey } })
  await w.settle()
  assert.equal((await w.call('payments.provider.get', { providerId })).webhookEndpoint, webhookEndpoint)
  assert.ok(api.other.endpoints().some(({ id }) => id === webhookEndpoint))
  await paidAt(api.other, providerId, 2)
  assert.deepEqual(await compare(providerId), { isMatching: true, issues: [] })
})

test('a former account whose key is void ends its open payments in time, and refuses refunds', async () => {
  const { id: providerId } = await makeProvider(api)
  const paid = await paidAt(api, providerId, 1)
  const open = await startAt(providerId)
  await w.call('payments.provider.update', { providerId, secrets: { secretKey: api.other.secretKey } })
  api.rollKey()
  const refused = await refundOf(paid.id, 500)
  assert.deepEqual([refused?.status, refused?.failureCode], ['failed', 'resource_missing'])
  w.clock.advance(40 * 60_000)
  await w.settle()
  const ended = await paymentOf(w, open.id)
  assert.deepEqual([ended.status, ended.failureCode], ['expired', 'session_unknown'])
  const { issues } = await compare(providerId)
  assert.deepEqual(
    issues.map(({ kind, ours, theirs }) => [kind, ours, theirs]),
    [
      ['payments', 1, 0],
      ['captured', 2_500, 0],
      ['fees', 103, 0],
    ],
  )
  assert.deepEqual((await w.call('payments.reconciliation.verify')).violations, [])
})

function isSame(metadata: unknown, own: Record<string, string>): boolean {
  return Object.entries(own).every(([name, value]) => Object(metadata)[name] === value)
}
