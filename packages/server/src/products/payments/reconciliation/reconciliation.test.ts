import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { balancesOf } from '#platform/ledger/posting.ts'
import { paySandbox } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { payment } from '#products/payments/payment/payment.ts'
import { linkOf, paidPayment, payAt, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'
import { schedules } from './reconcilers.ts'

const verify = 'payments.reconciliation.verify'
const run = 'payments.reconciliation.run'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const context = () => w.app.operatorCtx(w.account.account, 'test')
const today = () => w.clock.now().toISOString().slice(0, 10)

async function runSchedule(name: string): Promise<void> {
  const schedule = schedules.find((each) => each.name === name) ?? assert.fail(name)
  await schedule.run(context())
}

test('payments, refunds, coupons and the ledger match exactly, and with the provider by day', async () => {
  const coupon = { name: 'Half', code: 'HALF', discount: { type: 'percent', percentOff: 50 } } as const
  await w.call('loyalty.coupon.create', coupon)
  const link = { allowCoupons: true }
  const paid = await paidPayment(w, { link, start: { codes: ['HALF'], quantities: [2] } })
  assert.deepEqual([paid.amount, paid.discountTotal, paid.discounts.map(({ code }) => code)], [2_500, 2_500, ['HALF']])
  await w.call('payments.paymentLink.refundPayment', { paymentId: paid.id, amount: 1_000, clientReference: 'r-1' })
  await paidPayment(w)
  await startOf(w, await linkOf(w, link), { codes: ['HALF'] })
  assert.deepEqual(await w.call(verify), { isMatching: true, violations: [] })
  const clearing = `provider:${paid.providerId}:clearing`
  const balances = await balancesOf(context(), 'money', [clearing, 'fees', 'revenue', 'refunds'])
  assert.deepEqual(Object.fromEntries(balances), {
    [`${clearing} EUR`]: 3_880n,
    'fees EUR': 120n,
    'revenue EUR': -5_000n,
    'refunds EUR': 1_000n,
  })
  assert.deepEqual(await w.call(run, { day: today() }), { isMatching: true, issues: [] })
})

test('a payment whose webhooks were lost is retrieved within minutes', async () => {
  const started = await startOf(w, await linkOf(w))
  const ctx = context()
  const { providerReference } = await ctx.store.get(payment, started.id)
  await paySandbox(ctx, providerReference ?? '', { card: '4242424242424242' })
  w.clock.advance(11 * 60_000)
  await runSchedule('payments.payment.reconcile')
  assert.equal((await paymentOf(w, started.id)).status, 'succeeded')
})

test('a difference with the provider is recorded once, and resolved when it is gone', async () => {
  const paid = await paidPayment(w)
  const day = today()
  const change = (by: number) =>
    w.app.pools.work.query('update pay_sandbox_session set fee = fee + $1 where reference = $2', [by, paid.id])
  await change(7)
  w.clock.advance(26 * 3_600_000)
  await runSchedule('payments.reconciliation.compare')
  await runSchedule('payments.reconciliation.compare')
  const { items } = await w.call('payments.reconciliation.all', { day })
  assert.deepEqual(
    items.map(({ kind, status, ours, theirs }) => [kind, status, theirs - ours]),
    [['fees', 'open', 7]],
  )
  assert.equal((await w.emitted('payments.reconciliation.mismatch')).length, 1)
  await change(-7)
  assert.deepEqual(await w.call(run, { day }), { isMatching: true, issues: [] })
  const reconciliationId = items[0]?.id ?? ''
  const resolved = await w.call('payments.reconciliation.get', { reconciliationId })
  assert.deepEqual([resolved.status, resolved.provider], ['resolved', 'sandbox'])
})

test('a changed count, a missing refund and a missing transaction are found', async () => {
  const paid = await paidPayment(w)
  const { pools } = w.app
  const found = async () => (await w.call(verify)).violations.map(({ rule }) => rule)
  assert.deepEqual(await found(), [])
  const plants = [
    ['payments_link_count set succeeded = succeeded', '+ 1', '- 1', 'counts of a link are those of its payments'],
    ['payments_payment set amount_refunded = amount_refunded', '+ 1', '- 1', 'a payment has the sum of its refunds'],
    ['payments_payment set token_value = token_value', '+ 1', '- 1', 'the ledger has the revenue of a paid payment'],
  ] as const
  for (const [what, plant, undo, rule] of plants) {
    const column = what.startsWith('payments_link') ? 'payment_link_id' : 'id'
    const id = what.startsWith('payments_link') ? paid.paymentLinkId : paid.id
    const sql = (change: string) => `update ${what} ${change} where account_id = $1 and ${column} = $2`
    const values = [w.account.account.id, parseId(id.slice(0, 3), id)?.uuid]
    await pools.work.query(sql(plant), values)
    assert.deepEqual(await found(), [rule])
    await pools.work.query(sql(undo), values)
  }
})

test('a payment without anything to pay needs no provider', async () => {
  await w.call('loyalty.coupon.create', { name: 'Free', code: 'FREE', discount: { type: 'percent', percentOff: 100 } })
  const link = await linkOf(w, { allowCoupons: true, maxPayments: 1 })
  const started = await startOf(w, link, { codes: ['free'] })
  assert.deepEqual([started.status, started.amount, started.redirectUrl], ['succeeded', 0, null])
  await w.settle()
  assert.equal((await w.call('payments.paymentLink.get', { paymentLinkId: link.id })).status, 'completed')
  assert.deepEqual(await w.call(verify), { isMatching: true, violations: [] })
  const wrong = { slug: (await linkOf(w, { allowCoupons: true })).slug, attemptId: 'wrong-code-1', codes: ['NOPE'] }
  const sent = { ...wrong, email: 'eve@example.com' }
  await w.refused('payments.checkout.start', sent, { code: 'conflict', mention: 'quote_changed', key: null })
  await payAt(w, await startOf(w, await linkOf(w)), '4242424242424242')
})
