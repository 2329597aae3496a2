import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi } from '#test/fakes/stripeApi.ts'
import { world, type World } from '#test/world/world.ts'
import { connectionFor, sandboxIdOf } from './payConnection.ts'

const secretKey = 'sk_test_fake0123456789'
const liveKey = 'sk_live_fake0123456789'
const webhookSecret = 'whsec_fake0123456789'
const stripe = { name: 'Stripe', kind: 'stripe', secrets: { secretKey, webhookSecret } } as const

let settings = readSettings(productSettings, {})
let api: StripeApi
let w: World
before(async () => {
  api = await fakeStripe(() => w.clock.now())
  settings = readSettings(productSettings, { STRIPE_API_URL: api.server.url })
  w = await world({ settings: { of: (group) => settings.of(group) } })
})
after(async () => {
  await w[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

test('keys are sealed, shown as set, and never returned or logged', async () => {
  const made = await w.call('payments.provider.create', stripe)
  assert.deepEqual(made.secrets, { secretKey: 'set', webhookSecret: 'set' })
  assert.deepEqual([made.mode, made.status, made.hasSettingsKeys], ['test', 'active', false])
  assert.match(made.webhookUrl, /\/hooks\/payment\/stripe\/ppr_/)
  const seen = [made, await w.call('payments.provider.get', { providerId: made.id })]
  await w.settle()
  const dump = await w.app.pools.work.query(
    `select (select string_agg(t::text, ' ') from payments_provider t) || (select string_agg(a::text, ' ')
       from account_audit a) || (select string_agg(o::text, ' ') from account_outbox o) as text`,
  )
  for (const text of [JSON.stringify(seen), String(dump.rows[0].text)]) assert.ok(!text.includes('fake0123456789'))
})

test('each kind names the keys that it lacks, does not know or cannot have', async () => {
  const cases: [object, string[]][] = [
    [{ kind: 'stripe' }, ['/secrets/secretKey', '/secrets/webhookSecret']],
    [{ kind: 'stripe', secrets: { secretKey } }, ['/secrets/webhookSecret']],
    [{ kind: 'stripe', secrets: { secretKey: 'pk_test_123456789', webhookSecret } }, ['/secrets/secretKey']],
    [{ kind: 'stripe', secrets: { secretKey, webhookSecret: 'sk_test_1' } }, ['/secrets/webhookSecret']],
    [{ kind: 'sandbox', secrets: { secretKey } }, ['/secrets/secretKey']],
    [{ kind: 'paypal' }, ['/kind']],
  ]
  for (const [sent, paths] of cases) {
    for (const mention of paths) {
      await w.refused('payments.provider.create', { name: 'A', ...sent }, { code: 'invalid_request', mention })
    }
  }
  const twin = { key: w.account.testSecretKey, code: 'invalid_request', mention: '/kind' }
  await w.refused('payments.provider.create', stripe, twin)
})

test('parallel creates make one default, and a change moves it', async () => {
  const { account, secretKey: key } = await w.another()
  const ctx = w.app.operatorCtx(account, 'test')
  const draft = { name: 'Sandbox', kind: 'sandbox' } as const
  assert.equal((await connectionFor(ctx, null)).providerId, sandboxIdOf(ctx))
  const create = () => w.call('payments.provider.create', draft, { key })
  await Promise.all([create(), create(), create()])
  const { items } = await w.call('payments.provider.all', {}, { key })
  assert.equal(items.filter(({ isDefault }) => isDefault).length, 1)
  const other = items.find(({ isDefault }) => !isDefault)
  assert.ok(other)
  await w.call('payments.provider.update', { providerId: other.id, isDefault: true }, { key })
  assert.equal((await connectionFor(ctx, null)).providerId, other.id)
  const unset = { providerId: other.id, isDefault: false }
  await w.refused('payments.provider.update', unset, { key, code: 'invalid_request', mention: '/isDefault' })
  const again = await w.call('payments.provider.create', { ...draft, isDefault: true }, { key })
  assert.equal((await connectionFor(ctx, null)).providerId, again.id)
})

test('a disabled provider takes no payment, and new keys have the mode of the former ones', async () => {
  const { id: providerId } = await w.call('payments.provider.create', stripe)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const live = { providerId, secrets: { secretKey: 'sk_live_fake0123456789' } }
  await w.refused('payments.provider.update', live, { code: 'invalid_request', mention: '/secrets/secretKey' })
  await w.call('payments.provider.update', { providerId, secrets: { secretKey: 'rk_test_fake0123456789' } })
  await w.call('payments.provider.update', { providerId, action: 'disable' })
  await assert.rejects(connectionFor(ctx, providerId), /not active/)
  await w.call('payments.provider.update', { providerId, action: 'enable' })
  assert.equal((await connectionFor(ctx, providerId)).providerId, providerId)
})

test('keys of the settings are for the account that the settings name', async () => {
  const { account, secretKey: key } = await w.another()
  const draft = { name: 'Stripe', kind: 'stripe' } as const
  await w.refused('payments.provider.create', draft, { key, code: 'invalid_request', mention: '/secrets/secretKey' })
  settings = readSettings(productSettings, {
    STRIPE_API_URL: api.server.url,
    STRIPE_ACCOUNT: account.publicId,
    STRIPE_SECRET_KEY: liveKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  })
  const first = await w.call('payments.provider.create', draft, { key })
  assert.deepEqual([first.mode, first.hasSettingsKeys, first.isDefault], ['live', true, true])
  assert.deepEqual(first.secrets, { secretKey: 'set', webhookSecret: 'set' })
  const connection = await connectionFor(w.app.operatorCtx(account, 'test'), null)
  assert.deepEqual([connection.secretKey, connection.webhookSecrets], [liveKey, [webhookSecret]])
  await w.refused('payments.provider.create', draft, { code: 'invalid_request', mention: '/secrets/secretKey' })
})

test('keys that Stripe refuses are not stored, and a check moves a provider whose keys no longer work', async () => {
  const wrong = { ...stripe, secrets: { secretKey: 'sk_test_mistyped00', webhookSecret } }
  await w.refused('payments.provider.create', wrong, { code: 'invalid_request', mention: '/secrets/secretKey' })
  const { id: providerId } = await w.call('payments.provider.create', stripe)
  const check = async () => {
    const { ok, status, lastError } = await w.call('payments.provider.check', { providerId })
    return [ok, status, lastError]
  }
  assert.deepEqual(await check(), [true, 'active', null])
  const trouble = (status: number) => {
    api.server.trouble = () => ({ status, body: { error: { message: 'Trouble' } } })
  }
  trouble(500)
  assert.deepEqual(await check(), [false, 'active', 'Stripe: Trouble'])
  await w.refused('payments.provider.create', stripe, { code: 'conflict', mention: 'provider_unreachable' })
  trouble(401)
  assert.deepEqual(await check(), [false, 'error', 'Stripe: Trouble'])
  const enable = { providerId, action: 'enable' } as const
  await w.refused('payments.provider.update', enable, { code: 'invalid_request', mention: '/secrets/secretKey' })
  api.server.trouble = () => undefined
  assert.deepEqual(await check(), [true, 'active', null])
  await w.settle()
  const emitted = await Promise.all(['failed', 'recovered'].map((verb) => w.emitted(`payments.provider.${verb}`)))
  assert.deepEqual(
    emitted.map(({ length }) => length),
    [1, 1],
  )
})

test('settings of Stripe stand together', () => {
  assert.throws(() => readSettings(productSettings, { STRIPE_SECRET_KEY: secretKey }), /must be set together/)
  assert.throws(() => readSettings(productSettings, { STRIPE_SECRET_KEY: 'no key at all' }), /sk_live_/)
})
