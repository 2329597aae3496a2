import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sandboxSecretOf } from '#platform/pay/sandbox/sandboxSecret.ts'
import { signWebhook } from '#platform/webhooks/sign.ts'
import { linkOf, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { world, type Json, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

type Started = Awaited<ReturnType<typeof startOf>>

/** Body of a call about a payment. */
function bodyOf(started: Started, state: string, more: Json = {}) {
  const reference = started.redirectUrl?.split('/').at(-1)
  const at = w.clock.now().toISOString()
  const isPaid = state === 'succeeded'
  const report = {
    ...{ about: 'payment', paymentId: started.id, reference, state, at, currency: started.currency },
    ...{ captured: isPaid ? '2500' : '0', fee: isPaid ? '60' : '0' },
    ...(isPaid && { chargeReference: `ch-${started.id}` }),
    ...more,
  }
  return { id: `evt-${started.id}-${state}`, type: `sandbox.payment.${state}`, at, report }
}

type Sending = { body: unknown; signedAt?: Date; secret?: string; kind?: string }

async function send(
  started: Started,
  { body, signedAt = w.clock.now(), secret, kind = 'sandbox' }: Sending,
): Promise<number> {
  const payload = JSON.stringify(body)
  const { providerId } = await paymentOf(w, started.id)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const key = secret ?? sandboxSecretOf(ctx, providerId)
  const headers = {
    ...signWebhook({ id: 'call', sentAt: signedAt, payload }, [key]),
    'content-type': 'application/json',
  }
  const url = `/hooks/payment/${kind}/${providerId}`
  const reply = await w.app.server.inject({ method: 'POST', url, headers, payload })
  await w.settle()
  return reply.statusCode
}

test('a repeated call counts once, and an older state never undoes a newer one', async () => {
  const link = await linkOf(w)
  const started = await startOf(w, link)
  const processing = bodyOf(started, 'processing')
  w.clock.advance(1_000)
  const succeeded = bodyOf(started, 'succeeded')
  for (const body of [succeeded, processing, succeeded]) assert.equal(await send(started, { body }), 200)
  await Promise.all([succeeded, bodyOf(started, 'expired'), succeeded].map((body) => send(started, { body })))
  const paid = await paymentOf(w, started.id)
  assert.deepEqual([paid.status, paid.attempts], ['succeeded', 1])
  const { stats } = await w.call('payments.paymentLink.get', { paymentLinkId: link.id })
  assert.deepEqual([stats.succeeded, stats.amount], [1, 2_500])
  const facts = await w.emitted('payments.payment.succeeded')
  assert.equal(facts.filter(({ subject }) => subject === started.id).length, 1)
})

test('a forged or replayed call is refused with 400 and moves nothing', async () => {
  const started = await startOf(w, await linkOf(w))
  const body = bodyOf(started, 'succeeded')
  const old = new Date(w.clock.now().getTime() - 301_000)
  const forged = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  assert.equal(await send(started, { body, signedAt: old }), 400)
  assert.equal(await send(started, { body, secret: forged }), 400)
  assert.equal(await send(started, { body, kind: 'stripe' }), 400)
  const url = `/hooks/payment/sandbox/${(await paymentOf(w, started.id)).providerId}`
  const bare = await w.app.server.inject({ method: 'POST', url, payload: JSON.stringify(body) })
  assert.equal(bare.statusCode, 400)
  assert.equal((await paymentOf(w, started.id)).status, 'created')
  const { rows } = await w.app.pools.work.query('select event_id from payments_provider_event where event_id = $1', [
    body.id,
  ])
  assert.deepEqual(rows, [])
})

test('a success that comes after the expiry counts, and says when a limit was reached since', async () => {
  const link = await linkOf(w, { maxPayments: 1 })
  const late = await startOf(w, link)
  w.clock.advance(37 * 60_000)
  await w.settle()
  assert.equal((await paymentOf(w, late.id)).status, 'expired')
  const second = await startOf(w, link)
  assert.equal(await send(second, { body: bodyOf(second, 'succeeded') }), 200)
  assert.equal(await send(late, { body: bodyOf(late, 'succeeded') }), 200)
  const [lost, paid] = [await paymentOf(w, late.id), await paymentOf(w, second.id)]
  assert.deepEqual([lost.status, lost.isOverLimit], ['succeeded', true])
  assert.deepEqual([paid.status, paid.isOverLimit], ['succeeded', false])
  const { stats, status } = await w.call('payments.paymentLink.get', { paymentLinkId: link.id })
  assert.deepEqual([stats.succeeded, stats.remaining, status], [2, 0, 'completed'])
})

test('a refund that overtakes the success of its charge waits for it', async () => {
  const started = await startOf(w, await linkOf(w))
  const report = {
    ...{ about: 'refund', reference: `re-${started.id}`, chargeReference: `ch-${started.id}`, state: 'succeeded' },
    ...{ at: w.clock.now().toISOString(), amount: '500', currency: 'EUR' },
  }
  const body = { id: `evt-refund-${started.id}`, type: 'sandbox.refund.succeeded', at: report.at, report }
  assert.equal(await send(started, { body }), 200)
  assert.equal(await send(started, { body: bodyOf(started, 'succeeded') }), 200)
  w.clock.advance(31_000)
  await w.settle()
  const { status, amountRefunded, refunds } = await paymentOf(w, started.id)
  assert.deepEqual([status, amountRefunded], ['partiallyRefunded', 500])
  assert.deepEqual(
    refunds.map(({ origin, amount }) => [origin, amount]),
    [['provider', 500]],
  )
})
