import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneSandbox } from '#platform/pay/sandbox/sandboxRetention.ts'
import { pruneEvents } from '#products/payments/provider/providerEvents.ts'
import { schedules } from '#products/payments/reconciliation/reconcilers.ts'
import { arrive, linkOf, paidPayment, startOf } from '#test/payments/checkouts.ts'
import { world } from '#test/world/world.ts'

test('old records of the sandbox and old calls of providers are removed, those with money last', async () => {
  await using w = await world()
  const { id } = await paidPayment(w)
  await w.call('payments.paymentLink.refundPayment', { paymentId: id, amount: 500, clientReference: 'r-1' })
  await startOf(w, await linkOf(w))
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const left = async () => {
    for (const schedule of [pruneSandbox, pruneEvents]) await schedule.run(ctx)
    const { rows } = await w.app.pools.work.query(
      `select (select count(*)::int from pay_sandbox_session) as sessions,
         (select count(*)::int from pay_sandbox_refund) as refunds,
         (select count(*)::int from pay_sandbox_event) as events,
         (select count(*)::int from payments_provider_event) as calls`,
    )
    return Object.values(rows[0]).map(Number)
  }
  assert.deepEqual(await left(), [2, 1, 2, 1])
  w.clock.advance(31 * 86_400_000)
  assert.deepEqual(await left(), [2, 1, 2, 0])
  w.clock.advance(60 * 86_400_000)
  assert.deepEqual(await left(), [1, 1, 0, 0])
  const day = w.clock.now().toISOString().slice(0, 10)
  await w.call('payments.paymentLink.refundPayment', { paymentId: id, amount: 500, clientReference: 'r-2' })
  await arrive(w)
  w.clock.advance(310 * 86_400_000)
  await left()
  assert.deepEqual(await w.call('payments.reconciliation.run', { day }), { isMatching: true, issues: [] })
  w.clock.advance(91 * 86_400_000)
  assert.deepEqual(await left(), [0, 0, 0, 0])
  await w.refused(
    'payments.reconciliation.run',
    { day },
    { code: 'invalid_request', mention: 'older than the records of the provider' },
  )
  // A late report makes the daily comparison look at the day again.
  await w.app.pools.work.query('update payments_day set checked_at = null')
  const compare = schedules.find(({ name }) => name === 'payments.reconciliation.compare') ?? assert.fail()
  await compare.run(ctx)
  assert.deepEqual((await w.call('payments.reconciliation.all')).items, [])
  const { rows } = await w.app.pools.work.query('select day from payments_day where checked_at is null')
  assert.deepEqual(rows, [])
})
