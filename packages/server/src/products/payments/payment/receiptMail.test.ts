import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paidPayment } from '#test/payments/checkouts.ts'
import { world } from '#test/world/world.ts'

test('a payment that succeeds mails one receipt in the language of the payer', async () => {
  await using w = await world()
  const start = { email: 'ada@example.com', name: 'Ada', language: 'de', quantities: [2] }
  const paid = await paidPayment(w, { start })
  const { items } = await w.call('account.mail.all', { limit: 10 })
  assert.deepEqual(
    items.map(({ subject }) => subject),
    ['Beleg: Summer night'],
  )
  const mail = await w.call('account.mail.get', { mailId: items[0]?.id ?? '' })
  assert.ok(mail.text.includes('Guten Tag Ada') && mail.text.includes('2 × Seat: 50,00'), mail.text)
  assert.ok(paid.receiptUrl !== null && mail.text.includes(paid.receiptUrl))
  const walletUrl = `http://fairground.test/wallet/${w.account.account.publicId}`
  assert.ok(mail.text.includes(walletUrl) && mail.html?.includes(`href="${walletUrl}"`), 'the wallet is linked')
  const { timeline } = await w.call('payments.payment.get', { paymentId: paid.id })
  assert.ok(timeline.some(({ kind }) => kind === 'receiptSent'))
})
