import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { world } from '#test/world/world.ts'
import { offers } from './promotion/offersForProducts.ts'
import { schedules } from './promotion/promotionRetention.ts'
import { pruneTokens } from './token/tokenRetention.ts'

const w = await world({ startsAt: '2026-01-10T12:00:00Z' })
after(() => w[Symbol.asyncDispose]())

const dayMs = 86_400_000

async function pruneAfter(days: number): Promise<void> {
  w.clock.advance(days * dayMs)
  for (const { run } of [...schedules, pruneTokens]) await run(w.app.operatorCtx(w.account.account, 'prune'))
}

async function countOf(table: string, where = 'true'): Promise<number> {
  const { rows } = await w.app.pools.work.query(
    `select count(*)::int as count from ${table} where account_id = $1 and ${where}`,
    [w.account.account.id],
  )
  return Number(rows[0]?.['count'])
}

const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
  w.app.operatorCtx(w.account.account, 'test').atomic((ctx) => work(ctx))

const line = { key: '1', name: '', sku: null, categories: [], quantity: 1, unitAmount: 1_000n }
const cart: Cart = {
  ...{ currency: 'EUR', lines: [line], shipping: 0n, contactId: null, visitorId: null, codes: [], isAutomatic: true },
  ...{ about: {}, tokens: null },
}

async function running(fields: { name?: string; holdoutPercent?: number } = {}): Promise<string> {
  const effects = [{ type: 'orderPercent' as const, percentOff: 10 }]
  const { id } = await w.call('loyalty.promotion.create', { name: 'Tenth', status: 'active', effects, ...fields })
  return String(id)
}

test('people of a promotion that is over are summed up after 90 days, with the same statistics', async () => {
  const [ended, open] = [await running({ holdoutPercent: 50 }), await running({ holdoutPercent: 50 })]
  for (let n = 0; n < 40; n++) {
    const order = { currency: 'EUR', items: [{ unitAmount: 1_000 }] }
    const { id: contactId } = await w.call('marketing.contact.create', { email: `p${n}@example.com` })
    const commit = n % 3 === 0 ? { commit: { clientReference: `order ${n}` } } : {}
    await w.call('loyalty.promotion.evaluate', { contactId, cart: order, ...commit })
  }
  const stats = async () => (await w.call('loyalty.promotion.get', { promotionId: ended, include: ['stats'] })).stats
  await w.call('loyalty.promotion.update', { promotionId: ended, action: 'end' })
  const before = await stats()
  const seen = before?.evaluated ?? 0
  const all = await countOf('loyalty_promotion_person')
  assert.ok(seen > 0 && all > seen)
  assert.ok((before?.liftVsHoldout?.peopleHeldOut ?? 0) > 0 && (before?.liftVsHoldout?.buyers ?? 0) > 0)
  await pruneAfter(89)
  assert.equal(await countOf('loyalty_promotion_person'), all)
  await pruneAfter(2)
  assert.equal(await countOf('loyalty_promotion_person'), all - seen)
  assert.deepEqual(await stats(), before)
  await w.call('loyalty.promotion.update', { promotionId: open, action: 'end' })
})

test('a released hold is removed after 400 days with its uses; paid ones stay for their refunds', async () => {
  await running({ name: 'Held' })
  const reserve = (reference: string) =>
    inTransaction((ctx) => offers.reserve(ctx, { cart, quoteHash: null, reference }))
  await reserve('paid')
  await inTransaction((ctx) => offers.commit(ctx, { reference: 'paid', contactId: null }))
  await reserve('left')
  await inTransaction((ctx) => offers.release(ctx, 'left'))
  await reserve('open')
  const held = "reference in ('paid', 'left', 'open')"
  await pruneAfter(399)
  assert.equal(await countOf('loyalty_offer_hold', held), 3)
  await pruneAfter(2)
  assert.equal(await countOf('loyalty_offer_hold', held), 2)
  assert.equal(await countOf('loyalty_promotion_application', "reference = 'left'"), 0)
  await inTransaction((ctx) => offers.rollback(ctx, { reference: 'paid', refunded: 900n, captured: 900n }))
  assert.equal(await countOf('loyalty_promotion_application', "reference = 'paid' and status = 'rolledBack'"), 1)
  await reserve('left')
  await inTransaction((ctx) => offers.commit(ctx, { reference: 'left', contactId: null }))
  assert.equal(await countOf('loyalty_promotion_application', "reference = 'left' and status = 'applied'"), 1)
})

test('a hold of tokens that was given back is removed after 400 days, and its repeat moves nothing', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'holder@example.com' })
  await w.call('loyalty.reward.create', { name: 'Gift', contactId, amount: 100 })
  const hold = { contactId, amount: 30, mode: 'hold' } as const
  for (const clientReference of ['void', 'capture', 'open'])
    await w.call('loyalty.reward.spend', { ...hold, clientReference })
  for (const mode of ['void', 'capture'] as const)
    await w.call('loyalty.reward.spend', { contactId, mode, clientReference: mode })
  const references = "reference in ('api:void', 'api:capture', 'api:open')"
  await pruneAfter(399)
  assert.equal(await countOf('loyalty_token_hold', references), 3)
  await pruneAfter(2)
  assert.equal(await countOf('loyalty_token_hold', references), 2)
  const again = { ...hold, clientReference: 'void' }
  await w.refused('loyalty.reward.spend', again, { code: 'conflict', mention: 'hold_ended' })
  const audit = await w.call('loyalty.reward.audit')
  assert.deepEqual([audit.ok, audit.defects], [true, []])
})

test('counts towards caps are removed when no event can belong to their period any longer', async () => {
  const spans = ['hour', 'day', 'week', 'month'] as const
  for (const per of spans) {
    const caps = { perContact: { max: 10, per } }
    const rule = { name: per, mode: 'rule', on: 'shop.visited', status: 'active', amount: 1, caps } as const
    await w.call('loyalty.reward.create', rule)
  }
  const ever = { total: 1_000, perContact: { max: 10, per: 'ever' as const } }
  const rule = { name: 'Ever', mode: 'rule', on: 'shop.visited', status: 'active', amount: 1, budget: 100 } as const
  await w.call('loyalty.reward.create', { ...rule, caps: ever })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'visitor@example.com' })
  w.clock.advance(60_000)
  await w.call('marketing.event.track', { events: [{ name: 'shop.visited', contactId }] })
  await w.settle()
  const passing = "span not in ('ever', 'budget')"
  assert.equal(await countOf('loyalty_reward_count', passing), spans.length)
  const lasting = await countOf('loyalty_reward_count', `not ${passing}`)
  assert.equal(lasting, 3)
  await pruneAfter(449)
  assert.equal(await countOf('loyalty_reward_count', passing), spans.length)
  await pruneAfter(33)
  assert.equal(await countOf('loyalty_reward_count', passing), 0)
  assert.equal(await countOf('loyalty_reward_count', `not ${passing}`), lasting)
})
