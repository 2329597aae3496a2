import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '#test/world/world.ts'
import { commitCoupons, rollbackCoupons, takeCoupons } from './couponPurchase.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

let count = 0

async function makeContact(): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `tokens${++count}@example.com` })).id
}

async function makeCoupon(amount: number): Promise<string> {
  const discount = { type: 'tokens', amount } as const
  const { id } = await w.call('loyalty.coupon.create', { name: 'Points', discount })
  return String(id)
}

async function available(contactId: string): Promise<number> {
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  return balance?.[0]?.available ?? 0
}

async function checkAudit(): Promise<void> {
  assert.deepEqual((await w.call('loyalty.reward.audit', {})).defects, [])
}

const use = (couponId: string, contactId: string) =>
  w.call('loyalty.redemption.create', { couponId, contactId, clientReference: `use-${++count}` })

test('parallel roll-backs of a coupon of tokens take the unspent tokens back once', async () => {
  const [couponId, contactId] = [await makeCoupon(100), await makeContact()]
  const { redemptionId } = await use(couponId, contactId)
  await w.settle()
  await w.call('loyalty.reward.create', { name: 'Other', contactId, amount: 7, expiresAfter: 'P1D' })
  await w.call('loyalty.reward.spend', { contactId, amount: 37, clientReference: 'shop' })
  assert.equal(await available(contactId), 70)
  const rollBack = () => w.call('loyalty.redemption.rollback', { redemptionId, reason: 'Returned' })
  const answers = await Promise.all(Array.from({ length: 6 }, rollBack))
  assert.deepEqual(new Set(answers.map(({ version }) => version)), new Set([2]))
  await w.settle()
  assert.equal(await available(contactId), 0)
  const reversed = await w.emitted('loyalty.tokens.reversed')
  const own = reversed.filter(({ payload }) => payload['contactId'] === contactId)
  assert.deepEqual(
    own.map(({ payload }) => [payload['amount'], payload['balanceAfter'], payload['reason']]),
    [[70, 0, 'Returned']],
  )
  await checkAudit()
})

test('a use that is rolled back before its tokens are given leaves none', async () => {
  const [couponId, contactId] = [await makeCoupon(100), await makeContact()]
  const { redemptionId } = await use(couponId, contactId)
  await w.call('loyalty.redemption.rollback', { redemptionId })
  await w.settle()
  assert.equal(await available(contactId), 0)
  await checkAudit()
})

test('refunds take the tokens of a coupon back in proportion, and all of them at the end', async () => {
  const [couponId, contactId] = [await makeCoupon(100), await makeContact()]
  const purchase = { reference: 'pay-1', contactId, currency: 'EUR', uses: [{ couponId, amount: 0n }] }
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  await ctx.atomic((inner) => takeCoupons(inner, purchase))
  await ctx.atomic((inner) => commitCoupons(inner, 'pay-1'))
  const refund = async (refunded: bigint) => {
    const of = { reference: 'pay-1', refunded, captured: 1_000n }
    await Promise.all(Array.from({ length: 3 }, () => ctx.atomic((inner) => rollbackCoupons(inner, of))))
    await w.settle()
  }
  await refund(250n)
  assert.equal(await available(contactId), 75)
  await refund(600n)
  assert.equal(await available(contactId), 40)
  await refund(1_000n)
  assert.equal(await available(contactId), 0)
  await checkAudit()
})
