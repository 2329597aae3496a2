import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, test } from 'node:test'
import { Stripe } from 'stripe'
import { stripeEventNames } from '#platform/pay/stripe/stripeEvents.ts'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi } from '#test/fakes/stripeApi.ts'
import { linkOf, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'
import { isReachable, registerHook, retryHooks } from './webhookRegistration.ts'

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
beforeEach(() => {
  api.server.trouble = () => undefined
  api.server.latencyMs = () => 0
})

const stripe = () => ({ name: 'Stripe', kind: 'stripe', secrets: { secretKey: api.secretKey } }) as const
const get = (providerId: string) => w.call('payments.provider.get', { providerId })
const endpointsOf = (id: string) =>
  api.endpoints().filter(({ metadata }) => Object(metadata)['fairground_provider'] === id)

/** Sends the last event of Stripe to a provider, signed by the endpoint there. */
async function deliver(providerId: string): Promise<number> {
  const payload = JSON.stringify(api.events.at(-1))
  const timestamp = Math.floor(w.clock.now().getTime() / 1000)
  const secret = String(endpointsOf(providerId)[0]?.['secret'])
  const signature = new Stripe(api.secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const url = `/hooks/payment/stripe/${providerId}`
  const { statusCode } = await w.app.server.inject({ method: 'POST', url, headers, payload })
  await w.settle()
  return statusCode
}

test('a provider without a webhook secret gets an endpoint at Stripe, which goes with it', async () => {
  const made = await w.call('payments.provider.create', stripe())
  assert.deepEqual(made.secrets, { secretKey: 'set', webhookSecret: 'set' })
  const [endpoint, ...others] = endpointsOf(made.id)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [endpoint?.id, endpoint?.['url'], endpoint?.['enabled_events'], endpoint?.['api_version']],
    [made.webhookEndpoint, made.webhookUrl, [...stripeEventNames], Stripe.API_VERSION],
  )
  const { id, redirectUrl } = await startOf(w, await linkOf(w, { providerId: made.id }))
  api.act(String(redirectUrl).split('/').at(-1) ?? '', 'pay')
  assert.equal(await deliver(made.id), 200)
  assert.equal((await paymentOf(w, id)).status, 'succeeded')
  const dump = await w.app.pools.work.query(
    `select (select string_agg(t::text, ' ') from payments_provider t) || (select string_agg(a::text, ' ')
       from account_audit a) || (select string_agg(o::text, ' ') from account_outbox o) as text`,
  )
  assert.ok(!String(dump.rows[0].text).includes(String(endpoint?.['secret'])))
  const unused = await w.call('payments.provider.create', stripe())
  assert.equal(endpointsOf(unused.id).length, 1)
  await w.call('payments.provider.delete', { providerId: unused.id })
  assert.deepEqual([endpointsOf(unused.id).length, endpointsOf(made.id).length], [0, 1])
})

test('an endpoint whose secret was lost on its way is replaced by the next try: there are never two', async () => {
  let isCut = false
  api.server.trouble = ({ method, path }) => {
    isCut = method === 'POST' && path === '/v1/webhook_endpoints'
    return undefined
  }
  api.server.latencyMs = () => {
    if (isCut) throw new Error('the connection breaks')
    return 0
  }
  const made = await w.call('payments.provider.create', stripe())
  const [lost] = endpointsOf(made.id)
  assert.deepEqual([made.secrets, made.webhookEndpoint], [{ secretKey: 'set', webhookSecret: null }, null])
  assert.ok(lost)
  api.server.latencyMs = () => 0
  w.clock.advance(60_000)
  await w.settle()
  const kept = await get(made.id)
  const [endpoint, ...others] = endpointsOf(made.id)
  assert.deepEqual([kept.webhookEndpoint, kept.secrets.webhookSecret, others.length], [endpoint?.id, 'set', 0])
  assert.notEqual(endpoint?.id, lost.id)
  const { id, redirectUrl } = await startOf(w, await linkOf(w, { providerId: made.id }))
  api.act(String(redirectUrl).split('/').at(-1) ?? '', 'pay')
  assert.equal(await deliver(made.id), 200)
  assert.equal((await paymentOf(w, id)).status, 'succeeded')
})

test('concurrent tries and repeats end with one endpoint, whose secret is stored', async () => {
  const made = await w.call('payments.provider.create', stripe())
  const again = () =>
    registerHook.handle(w.app.operatorCtx(w.account.account, 'test'), { providerId: made.id }).catch(() => undefined)
  await w.app.pools.work.query(`update payments_provider set webhook_endpoint = 'we_gone'`)
  await Promise.all([again(), again(), again()])
  await again()
  const [endpoint, ...others] = endpointsOf(made.id)
  assert.deepEqual([(await get(made.id)).webhookEndpoint, others.length], [endpoint?.id, 0])
  const { id, redirectUrl } = await startOf(w, await linkOf(w, { providerId: made.id }))
  api.act(String(redirectUrl).split('/').at(-1) ?? '', 'pay')
  assert.equal(await deliver(made.id), 200)
  assert.equal((await paymentOf(w, id)).status, 'succeeded')
  Object.assign(endpoint ?? {}, { url: 'https://former.example.org', enabled_events: [] })
  await w.call('payments.provider.check', { providerId: made.id })
  assert.deepEqual(
    [endpointsOf(made.id)[0]?.id, endpoint?.['url'], endpoint?.['enabled_events']],
    [endpoint?.id, made.webhookUrl, [...stripeEventNames]],
  )
})

test('a key without the right to endpoints says so, and the secret of an owner replaces the endpoint', async () => {
  api.server.trouble = ({ path }) =>
    path === '/v1/webhook_endpoints'
      ? { status: 403, body: { error: { type: 'invalid_request_error', message: 'No right to endpoints' } } }
      : undefined
  const made = await w.call('payments.provider.create', stripe())
  assert.deepEqual([made.status, made.secrets.webhookSecret, made.webhookEndpoint], ['active', null, null])
  assert.match(String(made.webhookError), /give webhookSecret.*No right to endpoints/)
  assert.equal(made.lastError, null)
  api.server.trouble = () => undefined
  await w.call('payments.provider.check', { providerId: made.id })
  assert.deepEqual(
    [(await get(made.id)).webhookEndpoint, (await get(made.id)).webhookError],
    [endpointsOf(made.id)[0]?.id, null],
  )
  const secrets = { webhookSecret: 'whsec_own0123456789' }
  await w.call('payments.provider.update', { providerId: made.id, secrets })
  assert.deepEqual([(await get(made.id)).webhookEndpoint, endpointsOf(made.id)], [null, []])
})

test('a registration that fails after the owner has given a secret leaves no error', async () => {
  api.server.trouble = ({ path }) =>
    path === '/v1/webhook_endpoints'
      ? { status: 500, body: { error: { type: 'api_error', message: 'Down' } } }
      : undefined
  const { id: providerId } = await w.call('payments.provider.create', stripe())
  await w.call('payments.provider.update', { providerId, secrets: { webhookSecret: 'whsec_own0123456789' } })
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  await registerHook.failed?.(ctx, { providerId })
  assert.deepEqual([(await get(providerId)).secrets.webhookSecret, (await get(providerId)).webhookError], ['set', null])
})

test('a failed registration is a finding, and is tried again with back-off, by a check and by a save', async () => {
  let tries = 0
  let reply = () => ({ status: 403, body: { error: { type: 'invalid_request_error', message: 'No right' } } })
  api.server.trouble = ({ method, path }) => {
    if (method !== 'GET' || path !== '/v1/webhook_endpoints') return undefined
    tries += 1
    return reply()
  }
  const { id: providerId } = await w.call('payments.provider.create', stripe())
  const findings = async () =>
    (await w.call('account.overview.get')).attention.filter(({ recordId }) => recordId === providerId)
  assert.deepEqual(
    (await findings()).map(({ severity, title }) => [severity, title]),
    [['warn', 'No webhooks: Stripe']],
  )
  const runAfter = async (minutes: number) => {
    w.clock.advance(minutes * 60_000)
    await retryHooks.run(w.app.operatorCtx(w.account.account, 'test'))
    return tries
  }
  assert.deepEqual([await runAfter(9), await runAfter(2), await runAfter(15), await runAfter(6)], [1, 2, 2, 3])
  for (let day = 0; day < 12; day += 1) await runAfter(24 * 60)
  const before = tries
  assert.equal(await runAfter(23 * 60), before)
  await w.call('payments.provider.update', { providerId, name: 'Stripe of the shop' })
  assert.equal(tries, before + 1)
  reply = () => ({ status: 503, body: { error: { type: 'api_error', message: 'Down' } } })
  await w.call('payments.provider.check', { providerId })
  assert.match(String((await get(providerId)).webhookError), /Down/)
  api.server.trouble = () => undefined
  await w.call('payments.provider.update', { providerId, name: 'Stripe' })
  const { webhookEndpoint, webhookError, secrets } = await get(providerId)
  assert.deepEqual(
    [webhookEndpoint, webhookError, secrets.webhookSecret],
    [endpointsOf(providerId)[0]?.id, null, 'set'],
  )
  assert.deepEqual(await findings(), [])
  const made = endpointsOf(providerId)
  await runAfter(48 * 60)
  assert.deepEqual(endpointsOf(providerId), made)
})

test('a success that the endpoint of another provider of the same Stripe account gets is no difference', async () => {
  const [own, other] = [
    await w.call('payments.provider.create', stripe()),
    await w.call('payments.provider.create', stripe()),
  ]
  const { id, redirectUrl } = await startOf(w, await linkOf(w, { providerId: own.id }))
  api.act(String(redirectUrl).split('/').at(-1) ?? '', 'pay')
  assert.deepEqual([await deliver(other.id), (await paymentOf(w, id)).status], [200, 'created'])
  assert.deepEqual([await deliver(own.id), (await paymentOf(w, id)).status], [200, 'succeeded'])
  assert.deepEqual([await deliver(other.id), (await paymentOf(w, id)).status], [200, 'succeeded'])
  assert.deepEqual((await w.call('payments.reconciliation.all', {})).items, [])
})

test('a server that Stripe cannot reach needs the secret of the owner', async () => {
  const reaches = (url: string) => {
    const ctx = w.app.operatorCtx(w.account.account, 'test')
    return isReachable(Object.assign(Object.create(ctx), { settings: { ...ctx.settings, publicUrl: url } }))
  }
  const urls = [
    'https://a.example',
    'http://a.example',
    'https://localhost',
    'https://10.0.0.1',
    'https://[::1]',
    'https://a.local',
  ]
  assert.deepEqual(urls.map(reaches), [true, false, false, false, false, false])
})

test('the guide names the events of the endpoint', () => {
  const guide = readFileSync(new URL('../../../../../../docs/products/payments.md', import.meta.url), 'utf8')
  assert.deepEqual(
    stripeEventNames.filter((name) => !guide.includes(`\`${name}\``)),
    [],
  )
})
