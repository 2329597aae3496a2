import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { arrive, paidPayment, paymentOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const losing = '4000000000000259'

async function balanceOf(contactId: string, token: string): Promise<number> {
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  return balance?.find((each) => each.token === token)?.available ?? 0
}

test('a lost dispute takes back the tokens that a rule gave for the payment', async () => {
  const per = { amount: 100, currency: 'EUR' }
  const rule = { name: 'Earn', mode: 'rule', on: 'payment.succeeded', token: 'EARN', amount: 1, per } as const
  await w.call('loyalty.reward.create', { ...rule, status: 'active' })
  const kept = await paidPayment(w)
  assert.equal(await balanceOf(String(kept.contactId), 'EARN'), 25)
  const lost = await paidPayment(w, { card: losing })
  // The sandbox decides a dispute after two minutes.
  w.clock.advance(120_000)
  await arrive(w)
  assert.equal((await paymentOf(w, lost.id)).status, 'lost')
  assert.equal(await balanceOf(String(lost.contactId), 'EARN'), 0)
})

test('a lost dispute lowers what a payment, its link and its payer have brought', async () => {
  const { id, contactId, paymentLinkId, fee } = await paidPayment(w, { card: losing })
  w.clock.advance(120_000)
  await arrive(w)
  const { status, amountLost, amountNet } = await paymentOf(w, id)
  assert.deepEqual([status, amountLost, amountNet], ['lost', 2_500, -fee])
  const { totals } = await w.call('payments.paymentLink.getPayments', { paymentLinkId })
  assert.deepEqual(totals, [{ currency: 'EUR', count: 1, succeeded: 2_500, refunded: 0, net: -fee }])
  const { payments } = await w.call('marketing.contact.get', { contactId: String(contactId), include: ['payments'] })
  assert.deepEqual(payments, { count: 1, totals: [{ currency: 'EUR', count: 1, amount: 0 }] })
  const facts = await w.emitted('payments.payment.disputeLost')
  assert.deepEqual(
    facts.filter(({ subject }) => subject === id).map(({ payload }) => [payload['amount'], payload['status']]),
    [[2_500, 'lost']],
  )
})
