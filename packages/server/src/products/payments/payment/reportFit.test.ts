import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { balancesOf } from '#platform/ledger/posting.ts'
import type { PaymentReport } from '#platform/pay/payProviderPort.ts'
import { linkOf, paidPayment, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'
import { applyReport } from './applyReport.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const context = () => w.app.operatorCtx(w.account.account, 'test')

/** Starts a payment, and applies a success with changes to it, twice. */
async function reported(more: Partial<PaymentReport>, providerId?: string) {
  const started = await startOf(w, await linkOf(w))
  const { providerReference, providerId: own } = await paymentOf(w, started.id)
  const report: PaymentReport = {
    ...{ about: 'payment', paymentId: started.id, reference: providerReference ?? '', state: 'succeeded' },
    ...{ chargeReference: `ch-${started.id}`, at: w.clock.now().toISOString(), captured: 2_500n, fee: 60n },
    ...{ currency: 'EUR', method: undefined, failureCode: undefined, ...more },
  }
  for (let n = 0; n < 2; n += 1) {
    await context().atomic((inner) => applyReport(inner, providerId ?? own, report))
  }
  await w.settle()
  const { items } = await w.call('payments.reconciliation.all', {})
  const issues = items.filter(({ paymentId }) => paymentId === started.id)
  return { ...(await paymentOf(w, started.id)), issues: issues.map(({ kind, ours, theirs }) => [kind, ours, theirs]) }
}

test('a success that fits moves the payment, and records no difference', async () => {
  const { status, issues } = await reported({})
  assert.deepEqual([status, issues], ['succeeded', []])
})

test('a success of another session or provider, though it names the payment, does not mark it paid', async () => {
  const other = await reported({ reference: 'cs_of_another_application' })
  assert.deepEqual([other.status, other.issues], ['created', [['session', 0, 2_500]]])
  const foreign = await reported({}, `${other.providerId.slice(0, -1)}z`)
  assert.deepEqual([foreign.status, foreign.issues], ['created', [['session', 0, 2_500]]])
})

test('a success with another amount or currency fails the payment, books the money, and is a difference', async () => {
  const less = await reported({ captured: 2_000n })
  assert.deepEqual(
    [less.status, less.failureCode, less.issues],
    ['failed', 'report_mismatch', [['amount', 2_500, 2_000]]],
  )
  const dollars = await reported({ currency: 'USD' })
  assert.deepEqual([dollars.status, dollars.issues], ['failed', [['currency', 0, 2_500]]])
  const balances = Object.fromEntries(await balancesOf(context(), 'money', ['unmatched', 'revenue']))
  assert.deepEqual(
    [balances['unmatched EUR'], balances['unmatched USD'], balances['revenue USD']],
    [-2_000n, -2_500n, undefined],
  )
  const emitted = await w.emitted('payments.reconciliation.mismatch')
  assert.equal(emitted.length, 4)
  assert.deepEqual(await w.call('payments.reconciliation.verify'), { isMatching: true, violations: [] })
})

test('a refund report that names another amount, or the refund of another payment, moves nothing', async () => {
  const [one, two] = [await paidPayment(w), await paidPayment(w)]
  const made = await w.call('payments.paymentLink.refundPayment', {
    ...{ paymentId: one.id, amount: 700, clientReference: 'fit-1' },
  })
  const charge = (await paymentOf(w, two.id)).chargeReference ?? ''
  const apply = (more: object) =>
    context().atomic((inner) =>
      applyReport(inner, two.providerId, {
        ...{ about: 'refund', refundId: made.id, reference: 'srf_foreign', chargeReference: charge, amount: 500n },
        ...{ currency: 'EUR', state: 'succeeded', at: w.clock.now().toISOString(), failureCode: undefined, ...more },
      }),
    )
  await apply({ currency: 'USD' })
  assert.equal((await paymentOf(w, two.id)).amountRefunded, 0)
  await apply({})
  const [first, second] = [await paymentOf(w, one.id), await paymentOf(w, two.id)]
  assert.deepEqual([first.amountRefunded, second.amountRefunded], [700, 500])
  assert.deepEqual(
    second.refunds.map(({ origin, amount }) => [origin, amount]),
    [['provider', 500]],
  )
  await apply({ amount: 900n })
  assert.equal((await paymentOf(w, two.id)).amountRefunded, 500)
  const { items } = await w.call('payments.reconciliation.all', {})
  assert.equal(items.filter(({ paymentId, kind }) => paymentId === two.id && kind === 'refund').length, 1)
})

test('a difference of a report is resolved by the owner, once', async () => {
  const { id } = await reported({ captured: 1_900n })
  const { items } = await w.call('payments.reconciliation.all', {})
  const reconciliationId = items.find(({ paymentId }) => paymentId === id)?.id ?? assert.fail('no difference')
  const resolve = { reconciliationId, action: 'resolve' } as const
  assert.equal((await w.call('payments.reconciliation.update', resolve)).status, 'resolved')
  await w.refused('payments.reconciliation.update', resolve, { code: 'conflict' })
})
