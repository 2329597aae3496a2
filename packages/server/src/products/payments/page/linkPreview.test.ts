import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

test('a preview has the price of the draft with its promotions, and escapes its texts', async () => {
  await w.call('loyalty.promotion.create', {
    name: 'Half',
    effects: [{ type: 'orderPercent', percentOff: 50 }],
    status: 'active',
  })
  const draft = {
    title: '<b>Night</b>',
    currency: 'EUR',
    lineItems: [{ name: 'Seat', amount: 2_500, quantity: 2 }],
    customFields: [{ key: 'size', label: 'Size' }],
  }
  const { html } = await w.call('payments.paymentLink.preview', draft)
  assert.match(html, /&lt;b&gt;Night&lt;\/b&gt;/)
  for (const part of ['€50.00', '€25.00', 'Size']) assert.ok(html.includes(part), part)
  assert.equal((await w.call('payments.paymentLink.all')).items.length, 0)
})

test('a draft without lines has a page, one without a currency has none', async () => {
  const { html } = await w.call('payments.paymentLink.preview', { currency: 'JPY' })
  assert.ok(html.includes('<main'))
  await w.refused('payments.paymentLink.preview', {}, { code: 'invalid_request', mention: 'currency' })
})

test('a preview speaks the language of its reader, and shows what depends on contact and provider', async () => {
  const draft = { currency: 'EUR', lineItems: [{ name: 'Seat', amount: 2_500 }], allowCoupons: true }
  const shown = async (more: object) => (await w.call('payments.paymentLink.preview', { ...draft, ...more })).html
  assert.match(await shown({ language: 'de-AT' }), /Deine Bestellung[^]*Melde dich an/)
  assert.match(await shown({ language: 'en' }), /Your order[^]*Sign in/)
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'ada@example.com' })
  assert.doesNotMatch(await shown({ contactId, language: 'en' }), /Sign in/)
})
