import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { linkOf, paidPayment, paymentOf, payAt, startOf } from '#test/payments/checkouts.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

test('a payment is started, paid at the sandbox and reported by its webhook', async () => {
  const link = await linkOf(w, { maxPayments: 2 })
  const quote = await w.call('payments.checkout.quote', { slug: link.slug ?? '', quantities: [3] }, { key: null })
  assert.deepEqual([quote.total, quote.due, quote.currency], [7_500, 7_500, 'EUR'])
  const started = await startOf(w, link, { quantities: [3], quoteHash: quote.quoteHash })
  assert.deepEqual([started.status, started.amount], ['created', 7_500])
  await payAt(w, started, '4242 4242 4242 4242')
  const paid = await paymentOf(w, started.id)
  assert.deepEqual(
    [paid.status, paid.amount, paid.fee, paid.amountNet, paid.method, paid.attempts],
    ['succeeded', 7_500, 130, 7_370, { type: 'card', brand: 'visa', last4: '4242' }, 1],
  )
  assert.deepEqual(
    paid.timeline.map(({ kind }) => kind),
    ['created', 'opened', 'succeeded', 'receiptSent'],
  )
  const { stats } = await w.call('payments.paymentLink.get', { paymentLinkId: link.id })
  assert.deepEqual(stats, { views: 0, started: 1, succeeded: 1, amount: 7_500, remaining: 1, held: null, open: null })
  const facts = await w.emitted('payments.payment.succeeded')
  assert.deepEqual(
    facts.filter(({ subject }) => subject === started.id).map(({ payload }) => payload['amount']),
    [7_500],
  )
})

test('a double click makes one payment', async () => {
  const link = await linkOf(w)
  const starts = await Promise.all(
    Array.from({ length: 4 }, () => startOf(w, link, { attemptId: 'one-click', email: 'ada@example.com' })),
  )
  assert.equal(new Set(starts.map(({ id }) => id)).size, 1)
  const { stats } = await w.call('payments.paymentLink.get', { paymentLinkId: link.id })
  assert.equal(stats.started, 1)
})

test('a double click takes the last use of a coupon once, and gets one payment', async () => {
  const link = await linkOf(w, { allowCoupons: true })
  const discount = { type: 'percent' as const, percentOff: 10 }
  for (const code of ['CLICKA', 'CLICKB', 'CLICKC', 'CLICKD']) {
    await w.call('loyalty.coupon.create', { name: code, code, discount, maxRedemptions: 1 })
    const click = { attemptId: `click-${code}`, email: 'grace@example.com', codes: [code] }
    const starts = await Promise.all(Array.from({ length: 4 }, () => startOf(w, link, click)))
    assert.equal(new Set(starts.map(({ id }) => id)).size, 1)
    assert.equal(starts[0]?.amount, 2_250)
  }
})

test('a start of a person who is known waits for no other contact', async () => {
  const link = await linkOf(w)
  await startOf(w, link, { email: 'known@example.com' })
  await w.app.operatorCtx(w.account.account, 'test').atomic(async (inner) => {
    await inner.lock('marketing.contact')
    assert.equal((await startOf(w, link, { email: 'known@example.com' })).status, 'created')
  })
})

test('parallel payers of a link take exactly as many payments as it may', async () => {
  const link = await linkOf(w, { maxPayments: 3 })
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      w.send(
        'payments.checkout.start',
        { slug: link.slug, attemptId: `racer-000${index}`, email: `racer${index}@example.com` },
        { key: null },
      ),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 200, 200, 409, 409, 409, 409, 409])
  const paid = replies.filter(({ status }) => status === 200).map(({ body }) => Object(body['data']))
  for (const each of paid) await payAt(w, each, '4242424242424242')
  assert.equal((await w.call('payments.paymentLink.get', { paymentLinkId: link.id })).status, 'completed')
})

test('a declined card keeps the payment; another card pays it', async () => {
  const link = await linkOf(w)
  const started = await startOf(w, link)
  await payAt(w, started, { card: '4000 0000 0000 0002', status: 409 })
  const declined = await paymentOf(w, started.id)
  assert.deepEqual([declined.status, declined.attempts, declined.failureCode], ['created', 1, 'card_declined'])
  await payAt(w, started, '4242424242424242')
  const paid = await paymentOf(w, started.id)
  assert.deepEqual([paid.status, paid.attempts, paid.failureCode], ['succeeded', 2, null])
})

test('an extra step and a delayed payment succeed after it', async () => {
  const link = await linkOf(w)
  const stepped = await startOf(w, link)
  await payAt(w, stepped, '4000002500003155')
  assert.equal((await paymentOf(w, stepped.id)).status, 'requiresAction')
  await payAt(w, stepped, { decision: 'approve' })
  assert.equal((await paymentOf(w, stepped.id)).status, 'succeeded')
  const delayed = await startOf(w, link)
  await payAt(w, delayed, '4000000000000077')
  assert.equal((await paymentOf(w, delayed.id)).status, 'processing')
  w.clock.advance(120_000)
  await w.settle()
  w.clock.advance(60_000)
  await w.settle()
  assert.equal((await paymentOf(w, delayed.id)).status, 'succeeded')
})

test('an abandoned payment expires and lets its place go', async () => {
  const link = await linkOf(w, { maxPayments: 1 })
  const started = await startOf(w, link)
  w.clock.advance(40 * 60_000)
  await w.settle()
  w.clock.advance(60_000)
  await w.settle()
  assert.equal((await paymentOf(w, started.id)).status, 'expired')
  assert.equal((await w.call('payments.paymentLink.get', { paymentLinkId: link.id })).stats.remaining, 1)
})

test('a cancelled payment ends at the provider too', async () => {
  const link = await linkOf(w)
  const started = await startOf(w, link)
  const proven = { paymentId: started.id, proof: started.proof }
  const ended = await w.call('payments.checkout.cancel', proven, { key: null })
  assert.equal(ended.status, 'cancelled')
  await payAt(w, started, { card: '4242424242424242', status: 409 })
  assert.equal((await w.call('payments.checkout.get', proven, { key: null })).status, 'cancelled')
  const forged = { ...proven, proof: 'x'.repeat(started.proof.length) }
  await w.refused('payments.checkout.get', forged, { code: 'not_found', key: null })
})

test('a dispute takes the money back and is decided', async () => {
  const payment = await paidPayment(w, { card: '4000000000001976' })
  w.clock.advance(10_000)
  await w.settle()
  w.clock.advance(40_000)
  await w.settle()
  assert.equal((await paymentOf(w, payment.id)).status, 'disputed')
  w.clock.advance(120_000)
  await w.settle()
  w.clock.advance(40_000)
  await w.settle()
  const decided = await paymentOf(w, payment.id)
  assert.deepEqual([decided.status, decided.disputes.map(({ state }) => state)], ['succeeded', ['won']])
})

test('the deletion of a link ends the open sessions of its payers, and keeps its payments', async () => {
  const link = await linkOf(w)
  const [paid, open] = [await startOf(w, link), await startOf(w, link)]
  await payAt(w, paid, '4242424242424242')
  await w.call('payments.paymentLink.delete', { paymentLinkId: link.id })
  await w.settle()
  assert.equal((await paymentOf(w, open.id)).status, 'cancelled')
  await payAt(w, open, { card: '4242424242424242', status: 409 })
  assert.equal((await paymentOf(w, paid.id)).status, 'succeeded')
})
