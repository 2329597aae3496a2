import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { arrive, paidPayment, paymentOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const refund = (paymentId: string, clientReference: string, amount?: number) =>
  w.call('payments.paymentLink.refundPayment', { paymentId, clientReference, ...(amount !== undefined && { amount }) })

async function balanceOf(contactId: string, token: string): Promise<number> {
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  return balance?.find((each) => each.token === token)?.available ?? 0
}

async function giving(token: string) {
  const template = { name: 'Next time', discount: { type: 'percent' as const, percentOff: 5 } }
  const { id: couponId } = await w.call('loyalty.coupon.create', template)
  const gifts = [
    { type: 'grantTokens' as const, token, amount: 1, perAmount: 100 },
    { type: 'issueCoupon' as const, couponId: String(couponId) },
  ]
  const code = `GIVE-${token}`
  const trigger = 'code'
  await w.call('loyalty.promotion.create', {
    ...{ name: code, trigger, code, status: 'active', effects: gifts, currency: 'EUR' },
  })
  const per = { amount: 100, currency: 'EUR' }
  const rule = await w.call('loyalty.reward.create', {
    ...{ name: `${token} rule`, mode: 'rule', on: 'payment.succeeded', token: `R_${token}`, amount: 2, per },
    status: 'active',
  })
  await w.call('loyalty.coupon.create', {
    name: 'Tokens',
    code: `TOK-${token}`,
    discount: { type: 'tokens', token: `C_${token}`, amount: 10 },
    stacking: { combinesWith: ['order'] },
  })
  const paid = await paidPayment(w, { link: { allowCoupons: true }, start: { codes: [code, `TOK-${token}`] } })
  await arrive(w)
  await w.call('loyalty.reward.update', { rewardId: rule.id, action: 'end' })
  const contactId = String(paid.contactId)
  const balances = () => Promise.all([token, `R_${token}`, `C_${token}`].map((each) => balanceOf(contactId, each)))
  const copies = async () => (await w.call('loyalty.coupon.all', { contactId })).items.length
  return { paid, contactId, balances, copies }
}

test('refunds take back the share of the tokens that a purchase gave, and at the end its coupons', async () => {
  const { paid, balances, copies } = await giving('AA')
  assert.deepEqual([...(await balances()), await copies()], [25, 50, 10, 1])
  await refund(paid.id, 'aa-1', 1_000)
  await arrive(w)
  assert.deepEqual([...(await balances()), await copies()], [15, 30, 6, 1])
  await refund(paid.id, 'aa-2')
  await arrive(w)
  assert.deepEqual([...(await balances()), await copies()], [0, 0, 0, 0])
  const reversed = await w.emitted('loyalty.tokens.reversed')
  assert.equal(
    reversed.reduce((sum, { payload }) => sum + Number(payload['amount']), 0),
    85,
  )
})

test('parallel refunds take back each token once', async () => {
  const { paid, balances } = await giving('BB')
  const sent = Array.from({ length: 8 }, (_, n) => refund(paid.id, `bb-${n}`, 300))
  await Promise.all(sent)
  await arrive(w)
  assert.equal((await paymentOf(w, paid.id)).amountRefunded, 2_400)
  assert.deepEqual(await balances(), [1, 2, 1])
})

test('tokens that were spent before a refund are owed until they come back to their lot', async () => {
  const { paid, contactId, balances } = await giving('CC')
  const hold = { contactId, token: 'CC', amount: 20, clientReference: 'cc-hold' }
  await w.call('loyalty.reward.spend', { ...hold, mode: 'hold' })
  await refund(paid.id, 'cc-1')
  await arrive(w)
  assert.deepEqual(await balances(), [0, 0, 0])
  await w.call('loyalty.reward.spend', { ...hold, mode: 'void' })
  assert.deepEqual(await balances(), [0, 0, 0])
  const { ok, defects } = await w.call('loyalty.reward.audit')
  assert.ok(ok, JSON.stringify(defects))
})
