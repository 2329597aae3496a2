import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stripe } from 'stripe'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe } from '#test/fakes/stripeApi.ts'
import { world, type World } from '#test/world/world.ts'
import { linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

/** Each stands in one field of the payer, so that a finding names where it comes from. */
const traces = {
  email: 'zebrapayer@example.com',
  name: 'Zebrapayername',
  street: 'Zebrastreet',
  phone: '+4915112345678',
}

/** Tables of the database with a row whose text holds a trace of the payer. */
async function found(w: World): Promise<string[]> {
  const { rows: tables } = await w.app.pools.work.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition`,
  )
  const places: string[] = []
  for (const { relname: table } of tables) {
    const { rows } = await w.app.pools.work.query(
      `select trace from unnest($1::text[]) trace
       where exists (select from "${table}" t where position(lower(trace) in lower(t::text)) > 0)`,
      [Object.values(traces)],
    )
    places.push(...rows.map(({ trace }) => `${table}: ${trace}`))
  }
  return places.toSorted()
}

test('an erased payer leaves no trace: payment, refund, coupon, tokens, sign-in codes, receipts', async () => {
  await using w = await world()
  const { email } = traces
  const accountId = w.account.account.publicId
  const { id: contactId } = await w.call('marketing.contact.create', { email, firstName: traces.name })
  await w.call('loyalty.reward.create', { name: 'Welcome', mode: 'grant', contactId, amount: 700 })
  const discount = { type: 'percent', percentOff: 10 } as const
  const { code } = await w.call('loyalty.coupon.create', { name: 'Own', discount, audience: { contactId } })
  const { codeId } = await w.call('account.viewer.requestCode', { accountId, email }, { key: null })
  await w.settle()
  const { items } = await w.call('account.mail.all')
  const { subject } = await w.call('account.mail.get', { mailId: String(items[0]?.id) })
  await w.call('account.viewer.signIn', { codeId, code: subject.slice(0, 6) }, { key: null })
  await w.call('account.viewer.requestCode', { accountId, email }, { key: null })
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const link = await linkOf(w, { allowCoupons: true, acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 50 } })
  const payer = { email, name: traces.name, address: traces.street, phone: traces.phone }
  const started = await startOf(w, link, { ...payer, codes: [String(code)], tokens: 500, viewerToken })
  await payAt(w, started, '4242424242424242')
  await w.call('payments.paymentLink.refundPayment', { paymentId: started.id, amount: 300, clientReference: 'part' })
  await w.settle()
  const before = await found(w)
  for (const table of ['account_viewer_code', 'account_mail', 'payments_payment', 'marketing_contact']) {
    assert.ok(
      before.some((each) => each.startsWith(`${table}:`)),
      `nothing in ${table}: ${before.join(' ')}`,
    )
  }
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  await w.settle()
  assert.deepEqual(await found(w), [])
  const { status, amountRefunded, contactId: payerAfter } = await paymentOf(w, started.id)
  assert.deepEqual([status, amountRefunded, payerAfter], ['partiallyRefunded', 300, null])
  const { rows } = await w.app.pools.work.query('select from account_viewer_session where account_id = $1', [
    w.account.account.id,
  ])
  assert.equal(rows.length, 0)
  assert.deepEqual(await w.call('payments.reconciliation.verify'), { isMatching: true, violations: [] })
  assert.equal((await w.call('loyalty.reward.audit')).ok, true)
})

test('a processed call of a provider is stored without its body, which names the payer', async () => {
  await using api = await fakeStripe(() => w.clock.now())
  await using w = await world({ settings: readSettings(productSettings, { STRIPE_API_URL: api.server.url }) })
  const webhookSecret = 'whsec_fake0123456789'
  const secrets = { secretKey: api.secretKey, webhookSecret }
  const made = await w.call('payments.provider.create', { name: 'Stripe', kind: 'stripe', secrets })
  const started = await startOf(w, await linkOf(w), { email: traces.email })
  api.act(String(started.redirectUrl).split('/').at(-1) ?? '', 'pay')
  const payload = JSON.stringify(api.events.at(-1))
  assert.ok(payload.includes(traces.email))
  const timestamp = Math.floor(w.clock.now().getTime() / 1000)
  const signature = new Stripe(api.secretKey).webhooks.generateTestHeaderString({
    ...{ payload, timestamp },
    secret: webhookSecret,
  })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const url = new URL(made.webhookUrl).pathname
  assert.equal((await w.app.server.inject({ method: 'POST', url, headers, payload })).statusCode, 200)
  await w.settle()
  const paid = await paymentOf(w, started.id)
  assert.equal(paid.status, 'succeeded')
  await w.call('marketing.contact.delete', { contactId: String(paid.contactId), mode: 'erase' })
  await w.settle()
  assert.deepEqual(await found(w), [])
})
