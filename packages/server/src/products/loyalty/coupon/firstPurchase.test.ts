import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { world } from '#test/world/world.ts'
import { commitCoupons, releaseCoupons, takeCoupons } from './couponPurchase.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

let count = 0

async function makeContact(): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `first${++count}@example.com` })).id
}

async function makeCoupon(): Promise<string> {
  const discount = { type: 'percent', percentOff: 25 } as const
  const terms = { name: 'Welcome', discount, firstPurchaseOnly: true, maxRedemptionsPerContact: null }
  return String((await w.call('loyalty.coupon.create', terms)).id)
}

const ctx = w.app.operatorCtx(w.account.account, 'test')

const take = (couponId: string, contactId: string, reference: string) =>
  ctx.atomic((inner) =>
    takeCoupons(inner, { reference, contactId, currency: 'EUR', uses: [{ couponId, amount: 100n }] }),
  )

const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

test('parallel purchases of a contact use one coupon for first purchases, whichever coupons they bring', async () => {
  const [first, second, contactId] = [await makeCoupon(), await makeCoupon(), await makeContact()]
  const tries = Array.from({ length: 12 }, (_, n) => take(n % 2 === 0 ? first : second, contactId, `buy-${n}`))
  const results = await Promise.allSettled(tries)
  assert.equal(fulfilled(results), 1)
  const reasons = results.map((each) => (each.status === 'rejected' ? String(Object(each.reason)['reason']) : 'taken'))
  assert.deepEqual(new Set(reasons), new Set(['taken', 'first_purchase_only']))
  const winner = `buy-${results.findIndex(({ status }) => status === 'fulfilled')}`
  await ctx.atomic((inner) => releaseCoupons(inner, winner))
  await take(first, contactId, 'again')
  await take(first, contactId, 'again')
  await ctx.atomic((inner) => commitCoupons(inner, 'again'))
  await assert.rejects(take(second, contactId, 'later'), { reason: 'first_purchase_only' })
})

test('parallel redeemers of coupons for first purchases get one use for a contact, and others get theirs', async () => {
  const [first, second, contactId] = [await makeCoupon(), await makeCoupon(), await makeContact()]
  const redeem = (couponId: string, of: string) =>
    w.send('loyalty.redemption.create', { couponId, contactId: of, clientReference: `door-${++count}` })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => redeem(n % 2 ? first : second, contactId)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status, text }) => status === 200 || text.includes('first_purchase_only')))
  assert.equal((await redeem(first, await makeContact())).status, 200)
  assert.match((await w.send('loyalty.redemption.create', { couponId: first, clientReference: 'x' })).text, /contact/)
})
