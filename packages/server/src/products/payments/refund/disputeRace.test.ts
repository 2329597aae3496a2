import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { disputeSandbox } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { applyReport } from '#products/payments/payment/applyReport.ts'
import { arrive, paidPayment, paymentOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const verify = () => w.call('payments.reconciliation.verify')
const context = () => w.app.operatorCtx(w.account.account, 'test')

async function dispute(sessionId: string, state: 'open' | 'won' | 'lost'): Promise<void> {
  await context().atomic((inner) => disputeSandbox.handle(inner, { sessionId, state }))
}

test('refunds race a dispute: never more than the captured amount leaves', async () => {
  const paid = await paidPayment(w)
  const sessionId = paid.providerReference ?? ''
  const sent = Array.from({ length: 6 }, (_, n) =>
    w.send('payments.paymentLink.refundPayment', { paymentId: paid.id, amount: 300, clientReference: `race-${n}` }),
  )
  await Promise.all([...sent, dispute(sessionId, 'open')])
  await arrive(w)
  const { amountRefunded, refundPending, disputes, status } = await paymentOf(w, paid.id)
  assert.deepEqual([status, refundPending, disputes.length], ['disputed', 0, 1])
  assert.equal(amountRefunded + (disputes[0]?.amount ?? 0), 2_500)
  await dispute(sessionId, 'lost')
  await arrive(w)
  assert.equal((await paymentOf(w, paid.id)).status, 'lost')
  const late = { paymentId: paid.id, clientReference: 'late-1' }
  await w.refused('payments.paymentLink.refundPayment', late, { code: 'conflict', mention: 'not_refundable' })
  assert.deepEqual(await verify(), { isMatching: true, violations: [] })
})

test('a dispute that is won after a refund restores the state by the refunds', async () => {
  const paid = await paidPayment(w)
  await w.call('payments.paymentLink.refundPayment', { paymentId: paid.id, amount: 500, clientReference: 'part' })
  await dispute(paid.providerReference ?? '', 'open')
  await arrive(w)
  assert.equal((await paymentOf(w, paid.id)).status, 'disputed')
  await dispute(paid.providerReference ?? '', 'won')
  await arrive(w)
  assert.equal((await paymentOf(w, paid.id)).status, 'partiallyRefunded')
  await w.call('payments.paymentLink.refundPayment', { paymentId: paid.id, clientReference: 'rest' })
  assert.equal((await paymentOf(w, paid.id)).status, 'refunded')
})

test('a lost dispute takes tokens and coupons of the purchase back, once', async () => {
  await w.call('loyalty.coupon.create', {
    name: 'Half',
    code: 'HALF',
    discount: { type: 'percent', percentOff: 50 },
    stacking: { combinesWith: ['order'] },
  })
  const effects = [{ type: 'grantTokens' as const, token: 'LOST', amount: 1, perAmount: 100 }]
  const promotion = { name: 'Gift', trigger: 'automatic', status: 'active', effects, currency: 'EUR' } as const
  await w.call('loyalty.promotion.create', promotion)
  const paid = await paidPayment(w, { link: { allowCoupons: true }, start: { codes: ['HALF'] } })
  await arrive(w)
  const balance = async () => {
    const { balance: all } = await w.call('loyalty.reward.all', { contactId: String(paid.contactId) })
    return all?.find(({ token }) => token === 'LOST')?.available ?? 0
  }
  assert.ok((await balance()) > 0)
  for (const state of ['open', 'lost', 'lost'] as const) await dispute(paid.providerReference ?? '', state)
  await arrive(w)
  assert.deepEqual([(await paymentOf(w, paid.id)).status, await balance()], ['lost', 0])
  assert.equal(
    (await w.emitted('payments.payment.disputeClosed')).filter(({ subject }) => subject === paid.id).length,
    1,
  )
  const { rows } = await w.app.pools.work.query('select status from loyalty_redemption where reference = $1', [paid.id])
  assert.deepEqual(rows, [{ status: 'rolledBack' }])
})

test('a refund that fails after its success is booked back, and can be made again', async () => {
  const paid = await paidPayment(w)
  const refund = (clientReference: string) =>
    w.call('payments.paymentLink.refundPayment', { paymentId: paid.id, clientReference })
  const { id: refundId } = await refund('first')
  assert.equal((await paymentOf(w, paid.id)).status, 'refunded')
  await arrive(w)
  w.clock.advance(60_000)
  const { chargeReference, providerId } = await paymentOf(w, paid.id)
  for (let n = 0; n < 2; n += 1) {
    await context().atomic((inner) =>
      applyReport(inner, providerId, {
        ...{ about: 'refund', refundId, reference: `srf_${refundId}`, chargeReference: chargeReference ?? '' },
        ...{ amount: 2_500n, currency: 'EUR', state: 'failed', at: w.clock.now().toISOString() },
        failureCode: 'lost_or_stolen_card',
      }),
    )
  }
  const back = await paymentOf(w, paid.id)
  assert.deepEqual([back.status, back.amountRefunded, back.refunds[0]?.status], ['succeeded', 0, 'failed'])
  await w.settle()
  const facts = (await w.emitted('payments.payment.refundFailed')).filter(({ subject }) => subject === paid.id)
  assert.deepEqual(
    facts.map(({ payload }) => [payload['amount'], payload['amountRefunded'], payload['status']]),
    [[2_500, 0, 'succeeded']],
  )
  assert.deepEqual(await verify(), { isMatching: true, violations: [] })
})
