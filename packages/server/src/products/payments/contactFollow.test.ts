import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paidPayment, paymentOf } from '#test/payments/checkouts.ts'
import { world } from '#test/world/world.ts'

test('a payment link for one person follows the contact that stays after a merge', async () => {
  await using w = await world()
  const [into, from] = await Promise.all(
    ['into', 'from'].map((name) => w.call('marketing.contact.create', { email: `${name}@example.com` })),
  )
  const example = await w.example('payments.paymentLink.create')
  const link = await w.call('payments.paymentLink.create', { ...example, contactId: String(from?.id) })
  await w.call('marketing.contact.update', { contactId: String(into?.id), mergeFrom: String(from?.id) })
  await w.settle()
  const after = await w.call('payments.paymentLink.get', { paymentLinkId: String(link.id) })
  assert.equal(after.contactId, into?.id)
})

test('the erasure of a contact removes the payer from its payments, and no amount', async () => {
  await using w = await world()
  const start = { email: 'grace@example.com', name: 'Grace Hopper', address: 'Harbour 1' }
  const paid = await paidPayment(w, { start })
  await w.call('marketing.contact.delete', { contactId: String(paid.contactId), mode: 'erase' })
  await w.settle()
  const after = await paymentOf(w, paid.id)
  assert.deepEqual([after.contactId, after.customer, after.amount, after.status], [null, null, 2_500, 'succeeded'])
  const tables = [
    'payments_payment',
    'payments_payment_answer',
    'pay_sandbox_session',
    'account_outbox',
    'account_mail',
  ]
  for (const table of tables) {
    const { rows } = await w.app.pools.work.query(`select t::text as text from ${table} t where account_id = $1`, [
      w.account.account.id,
    ])
    assert.ok(!rows.some(({ text }) => /grace@|Hopper|Harbour/.test(String(text))), table)
  }
})
