import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { world, type World } from '#test/world/world.ts'
import { offers } from './offersForProducts.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const line = { name: '', sku: null, categories: [], quantity: 1, unitAmount: 1_000n }
const cart: Cart = {
  currency: 'EUR',
  lines: [{ ...line, key: '1' }],
  shipping: 0n,
  contactId: null,
  visitorId: null,
  codes: [],
  isAutomatic: true,
  about: {},
  tokens: null,
}

const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
  w.app.operatorCtx(w.account.account, 'test').atomic((ctx) => work(ctx))
const reserve = (of: Cart, reference: string, quoteHash: string | null = null) =>
  inTransaction((ctx) => offers.reserve(ctx, { cart: of, quoteHash, reference }))
const commit = (reference: string) => inTransaction((ctx) => offers.commit(ctx, { reference, contactId: null }))
const release = (reference: string) => inTransaction((ctx) => offers.release(ctx, reference))
const rollback = (reference: string, refunded: bigint) =>
  inTransaction((ctx) => offers.rollback(ctx, { reference, refunded, captured: 900n }))

let made = 0
async function running(fields: Record<string, unknown> = {}) {
  const code = `HOLD${++made}`
  const effects = [{ type: 'orderPercent' as const, percentOff: 10 }]
  const { id } = await w.call('loyalty.promotion.create', {
    name: code,
    trigger: 'code',
    code,
    status: 'active',
    effects,
    ...fields,
  })
  return { id: String(id), of: { ...cart, codes: [code] } }
}

async function statsOf(promotionId: string) {
  const { stats } = await w.call('loyalty.promotion.get', { promotionId, include: ['stats'] })
  assert.ok(stats)
  return stats
}

test('a purchase holds its promotions until it commits, releases or rolls back; repeats change nothing', async () => {
  const { id, of } = await running({ currency: 'EUR', limits: { total: 1 }, budget: { type: 'spend', amount: 100 } })
  const { hash } = await inTransaction((ctx) => offers.quote(ctx, of))
  const held = await reserve(of, 'pay-1', hash)
  assert.deepEqual([held.total.amount, held.due.amount, held.hash], [900n, 900n, hash])
  assert.deepEqual(await reserve(of, 'pay-1', 'another hash'), held)
  assert.equal((await reserve(of, 'pay-2')).discountTotal.amount, 0n)
  await release('pay-1')
  await release('pay-1')
  assert.equal((await reserve(of, 'pay-3')).discountTotal.amount, 100n)
  for (let times = 0; times < 2; times++) assert.deepEqual(await commit('pay-3'), { isOver: false })
  await rollback('pay-3', 450n)
  assert.deepEqual((await statsOf(id)).discount, [{ currency: 'EUR', amount: 50 }])
  for (let times = 0; times < 2; times++) await rollback('pay-3', 900n)
  const stats = await statsOf(id)
  assert.deepEqual([stats.applied, stats.rolledBack, stats.discount], [0, 1, [{ currency: 'EUR', amount: 0 }]])
  assert.equal((await reserve(of, 'pay-4')).discountTotal.amount, 100n)
})

test('a late success takes a released promotion again, and beyond the limit it says so', async () => {
  const { id, of } = await running({ limits: { total: 1 } })
  await reserve(of, 'late-1')
  await release('late-1')
  await reserve(of, 'late-2')
  assert.deepEqual(await commit('late-1'), { isOver: true })
  assert.deepEqual(await commit('late-2'), { isOver: false })
  assert.equal((await statsOf(id)).redemptions, 2)
})

test('parallel purchases with random ends leave counters that equal the uses', async () => {
  const { id, of } = await running({ limits: { total: 20 } })
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const reference = `many-${n}`
      const { discountTotal } = await reserve(of, reference)
      if (discountTotal.amount === 0n) return 0
      if (n % 3 === 0) await release(reference)
      else await commit(reference)
      if (n % 3 === 1) await rollback(reference, 900n)
      return n % 3 === 2 ? 1 : 0
    }),
  )
  const stats = await statsOf(id)
  assert.equal(stats.applied, results.filter((each) => each === 1).length)
  assert.ok(stats.applied <= 20)
  const rest = await Promise.all(Array.from({ length: 25 }, (_, n) => reserve(of, `rest-${n}`)))
  assert.equal(rest.filter(({ discountTotal }) => discountTotal.amount > 0n).length, 20 - stats.applied)
})

test('a coupon and a promotion of one purchase share its end, and the last coupon goes to one of many', async () => {
  const { id, of } = await running()
  const { id: couponId } = await w.call('loyalty.coupon.create', {
    name: 'Two euros',
    code: 'TWO-EUROS',
    discount: { type: 'amount', amount: 200, currency: 'EUR' },
    maxRedemptions: 1,
    stacking: { combinesWith: ['order'] },
  })
  const both = { ...of, codes: [...of.codes, 'two-euros', 'UNKNOWN'] }
  const counters = async () => {
    const { redeemed, reserved } = await w.call('loyalty.coupon.get', { couponId: String(couponId) })
    return [redeemed, reserved, (await statsOf(id)).applied]
  }
  const { hash, rejected, discounts } = await inTransaction((ctx) => offers.quote(ctx, both))
  assert.deepEqual(rejected, [{ code: 'UNKNOWN', reason: 'unknown_code' }])
  assert.deepEqual(discounts.map(({ kind, amount }) => [kind, amount]).toSorted(), [
    ['coupon', 200n],
    ['promotion', discounts.find(({ kind }) => kind === 'promotion')?.amount],
  ])
  const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => reserve(both, `both-${n}`, hash)))
  const winner = tries.findIndex(({ status }) => status === 'fulfilled')
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await counters(), [0, 1, 1])
  await commit(`both-${winner}`)
  assert.deepEqual(await counters(), [1, 0, 1])
  await rollback(`both-${winner}`, 900n)
  assert.deepEqual(await counters(), [0, 0, 0])
  await reserve(both, 'both-again')
  await release('both-again')
  assert.deepEqual(await counters(), [0, 0, 0])
})

test('tokens pay a part of a purchase, and the promotion gives others with the payment', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'tokens@example.com' })
  const { of } = await running({
    currency: 'EUR',
    effects: [
      { type: 'orderPercent', percentOff: 10 },
      { type: 'grantTokens', token: 'STARS', amount: 2, perAmount: 100 },
    ],
  })
  await inTransaction((ctx) =>
    ctx.port(rewardsPort).grant(ctx, {
      contactId,
      token: 'POINTS',
      amount: 500n,
      rewardId: null,
      reason: 'Welcome',
      reference: 'welcome',
      expiresAt: null,
    }),
  )
  const balance = async (token: string) => {
    const balances = await inTransaction((ctx) => ctx.port(rewardsPort).balances(ctx, [contactId]))
    return balances.get(contactId)?.find((each) => each.token === token)?.available ?? 0n
  }
  await w.call('loyalty.coupon.create', {
    name: 'Seven stars',
    code: 'SEVEN-STARS',
    discount: { type: 'tokens', token: 'STARS', amount: 7 },
    stacking: { combinesWith: ['order'] },
  })
  const tokens = { token: 'POINTS', rate: 1n, percentMax: 50, amount: 400n }
  const buying = { ...of, codes: [...of.codes, 'seven-stars'], contactId, tokens }
  const { hash, tokens: part, due } = await inTransaction((ctx) => offers.quote(ctx, buying))
  assert.deepEqual([part?.usable, part?.used, due.amount], [450n, 400n, 500n])
  const tries = await Promise.allSettled([0, 1, 2].map((n) => reserve(buying, `tokens-${n}`, hash)))
  const winner = `tokens-${tries.findIndex(({ status }) => status === 'fulfilled')}`
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await balance('POINTS'), 100n)
  await commit(winner)
  await w.settle()
  assert.deepEqual([await balance('POINTS'), await balance('STARS')], [100n, 25n])
  await rollback(winner, 450n)
  assert.equal(await balance('POINTS'), 300n)
  await rollback(winner, 900n)
  assert.equal(await balance('POINTS'), 500n)
})

test('a holdout keeps the same people out, and the comparison counts their purchases', async () => {
  const { id, of } = await running({ holdoutPercent: 50 })
  const people = Array.from({ length: 40 }, (_, n) => ({ ...of, visitorId: `visitor-${n}` }))
  const quotes = await Promise.all(people.map((each) => inTransaction((ctx) => offers.quote(ctx, each))))
  const heldOut = quotes.map(({ discountTotal }) => discountTotal.amount === 0n)
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'holdout@example.com' })
  for (const [n, each] of people.entries()) {
    // The buyer is known at the checkout alone; the price stays the one of the quote.
    const quote = await inTransaction((ctx) => offers.quote(ctx, { ...each, contactId }))
    assert.equal(quote.hash, quotes[n]?.hash)
  }
  for (const n of [0, 1, 2, 3, 4, 5]) {
    await reserve(people[n] ?? of, `holdout-${n}`)
    await commit(`holdout-${n}`)
  }
  const { evaluated, liftVsHoldout } = await statsOf(id)
  assert.equal(evaluated, 40)
  assert.equal(liftVsHoldout?.peopleHeldOut, heldOut.filter(Boolean).length)
  assert.equal(liftVsHoldout?.buyersHeldOut, heldOut.slice(0, 6).filter(Boolean).length)
  assert.equal(liftVsHoldout.buyers, 6 - liftVsHoldout.buyersHeldOut)
  assert.ok(liftVsHoldout.low < liftVsHoldout.difference && liftVsHoldout.difference < liftVsHoldout.high)
})

test('a change of a promotion holds on the other processes with its commit', async () => {
  const other = await w.beside()
  const { id: promotionId, of } = await running()
  const elsewhere = () => offers.quote(other.app.operatorCtx(w.account.account, 'test'), of)
  assert.equal((await elsewhere()).discountTotal.amount, 100n)
  await w.call('loyalty.promotion.update', { promotionId, effects: [{ type: 'orderPercent', percentOff: 20 }] })
  assert.equal((await elsewhere()).discountTotal.amount, 200n)
  await w.call('loyalty.promotion.update', { promotionId, action: 'pause' })
  assert.equal((await elsewhere()).discountTotal.amount, 0n)
})
