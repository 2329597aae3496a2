import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

const create = 'payments.paymentLink.create'
const update = 'payments.paymentLink.update'
const seat = { title: 'Summer night', currency: 'EUR', lineItems: [{ name: 'Seat', amount: 2_500 }] }

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

test('a link has an address that begins with its account, and no payments at first', async () => {
  const link = await w.call(create, { ...seat, maxPayments: 3 })
  assert.match(link.url, /^http:\/\/fairground\.test\/pay\/[0-9a-z]{20}$/)
  assert.equal(link.url.split('/').at(-1)?.slice(0, 8), link.id.slice(4, 12))
  assert.deepEqual(link.stats, { views: 0, started: 0, succeeded: 0, amount: 0, remaining: 3, held: null, open: null })
  const other = await w.call(create, { ...seat, clientReference: 'one' })
  const again = await w.call(create, { ...seat, clientReference: 'one' })
  assert.deepEqual([again.created, again.id, again.url], [false, other.id, other.url])
})

test('a link refuses prices that contradict each other', async () => {
  const wrong: [object, string][] = [
    [{ lineItems: [] }, '/lineItems'],
    [{ lineItems: [{ name: 'Free', amount: 0 }] }, '/lineItems'],
    [{ lineItems: [{ name: 'Seat', amount: -1 }] }, '/lineItems/0/amount'],
    [{ lineItems: [{ name: 'Seat', amount: 1.5 }] }, '/lineItems/0/amount'],
    [{ lineItems: [{ name: 'Seat', amount: 49 }] }, '/lineItems'],
    [{ currency: 'GBP', lineItems: [{ name: 'Seat', amount: 29 }] }, '/lineItems'],
    [{ amountMode: 'customer', lineItems: [], customerAmount: { min: 49 } }, '/customerAmount/min'],
    [{ lineItems: [{ name: 'Gold', amount: 999_999_999_999_999, quantity: 2 }] }, '/lineItems'],
    [
      { lineItems: [{ name: 'Seat', amount: 1, quantity: 9, adjustable: { min: 1, max: 8 } }] },
      '/lineItems/0/adjustable',
    ],
    [{ customerAmount: { min: 100 } }, '/customerAmount'],
    [{ amountMode: 'customer', lineItems: [] }, '/customerAmount'],
    [{ amountMode: 'customer', lineItems: [], customerAmount: { min: 100, max: 50 } }, '/customerAmount/max'],
    [{ amountMode: 'customer', lineItems: [], customerAmount: { min: 100, preset: 50 } }, '/customerAmount/preset'],
    [{ currency: 'XXX' }, '/currency'],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, '/expiresAt'],
    [{ afterPayment: { redirectUrl: 'http://shop.example' } }, '/afterPayment/redirectUrl'],
    [{ afterPayment: { redirectUrl: 'https://shop.example/thanks' } }, '/afterPayment/redirectUrl'],
    [
      {
        customFields: [
          { key: 'size', label: 'Size' },
          { key: 'size', label: 'Size' },
        ],
      },
      '/customFields/1/key',
    ],
    [{ providerId: w.account.account.publicId.replace('acc_', 'ppr_') + '0'.repeat(26) }, '/providerId'],
  ]
  for (const [input, mention] of wrong)
    await w.refused(create, { ...seat, ...input }, { code: 'invalid_request', mention })
  const tip = await w.call(create, { ...seat, amountMode: 'customer', lineItems: [], customerAmount: { min: 100 } })
  assert.equal(tip.customerAmount?.min, 100)
})

test('a link expires at its moment, and is activated again only with time left', async () => {
  const expiresAt = new Date(w.clock.now().getTime() + 60_000).toISOString()
  const { id } = await w.call(create, { ...seat, expiresAt })
  w.clock.advance(61_000)
  await w.settle()
  assert.equal((await w.call('payments.paymentLink.get', { paymentLinkId: id })).status, 'expired')
  const activate = { paymentLinkId: id, action: 'activate' } as const
  await w.refused(update, activate, { code: 'conflict', mention: 'payment_link_exhausted' })
  assert.equal((await w.call(update, { ...activate, expiresAt: null })).status, 'active')
  assert.equal((await w.emitted('payments.paymentLink.expired')).length, 1)
})

test('the least amount of a currency holds for each part of its price', async () => {
  const line = (amount: number) => ({ lineItems: [{ name: 'Seat', amount }] })
  await w.call(create, { ...seat, ...line(50) })
  await w.call(create, { ...seat, currency: 'GBP', ...line(30) })
  await w.call(create, { ...seat, currency: 'KWD', ...line(1) })
})

test('a payer is sent to sites of the account alone: origins of its public keys that are active', async () => {
  const to = (redirectUrl: string) => ({ ...seat, afterPayment: { redirectUrl } })
  const refusal = { code: 'invalid_request', mention: 'allowedOrigins' } as const
  await w.refused(create, to('https://own.example/thanks'), refusal)
  const allowedOrigins = ['https://own.example', 'https://*.club.example']
  const made = await w.call('account.key.create', { name: 'Shop', kind: 'public', allowedOrigins })
  const link = await w.call(create, to('https://own.example/thanks?of=1'))
  await w.call(create, to('https://Tickets.club.example'))
  await w.refused(create, to('https://own.example.evil.example/'), refusal)
  await w.refused(create, to('https://own.example:8443/'), refusal)
  await w.call('account.key.revoke', { keyId: String(made.id) })
  await w.refused(create, to('https://own.example/thanks'), refusal)
  const change = { paymentLinkId: link.id, title: 'Another night' }
  assert.equal((await w.call(update, change)).afterPayment?.redirectUrl, 'https://own.example/thanks?of=1')
  await w.refused(update, { ...change, afterPayment: { redirectUrl: 'https://own.example/' } }, refusal)
})
