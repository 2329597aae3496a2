import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { arrive, paidPayment, paymentOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

const refundPayment = 'payments.paymentLink.refundPayment'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

test('refunds in parts move a payment to refunded, each with a fact', async () => {
  const { id } = await paidPayment(w)
  const first = await w.call(refundPayment, { paymentId: id, amount: 1_000, clientReference: 'part-1' })
  assert.deepEqual([first.amount, first.created], [1_000, true])
  const again = await w.call(refundPayment, { paymentId: id, amount: 1_000, clientReference: 'part-1' })
  assert.deepEqual([again.id, again.created, again.status], [first.id, false, 'succeeded'])
  const part = await paymentOf(w, id)
  assert.deepEqual([part.status, part.amountRefunded, part.refundPending], ['partiallyRefunded', 1_000, 0])
  await w.call(refundPayment, { paymentId: id, clientReference: 'rest-1' })
  const full = await paymentOf(w, id)
  assert.deepEqual([full.status, full.amountRefunded, full.amountNet], ['refunded', 2_500, -60])
  const nothing = { paymentId: id, clientReference: 'more-1' }
  await w.refused(refundPayment, nothing, { code: 'conflict', mention: 'not_refundable' })
  await arrive(w)
  const facts = (await w.emitted('payments.payment.refunded')).filter(({ subject }) => subject === id)
  assert.deepEqual(
    facts.map(({ payload }) => [payload['amount'], payload['amountRefunded'], payload['status']]),
    [
      [1_000, 1_000, 'partiallyRefunded'],
      [1_500, 2_500, 'refunded'],
    ],
  )
})

test('parallel refunds never exceed the captured amount', async () => {
  const { id } = await paidPayment(w)
  const sent = Array.from({ length: 8 }, (_, index) =>
    w.send(refundPayment, { paymentId: id, amount: 700, clientReference: `race-${index}` }),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 409, 409, 409, 409, 409])
  await arrive(w)
  assert.equal((await paymentOf(w, id)).amountRefunded, 2_100)
})

test('a refund that the provider cannot make fails later, and its amount can be refunded again', async () => {
  const { id } = await paidPayment(w, { card: '4000000000005126' })
  await w.call(refundPayment, { paymentId: id, clientReference: 'fails-1' })
  assert.equal((await paymentOf(w, id)).refundPending, 2_500)
  await arrive(w)
  await arrive(w)
  const after = await paymentOf(w, id)
  assert.deepEqual(
    [after.status, after.refundPending, after.amountRefunded, after.refunds.map(({ status }) => status)],
    ['succeeded', 0, 0, ['failed']],
  )
})
