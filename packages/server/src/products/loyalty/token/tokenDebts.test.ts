import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { offersPort } from '#kit/call/offers.ts'
import { parseId } from '#kit/values/ids.ts'
import { world, type World } from '#test/world/world.ts'
import { gotReward } from '#products/loyalty/test/gotReward.ts'
import { grantTokens } from './tokenGrant.ts'
import { releaseHold } from './tokenHold.ts'
import { refundTokens, takeBackTokens } from './tokenRefund.ts'

let w: World
let count = 0

before(async () => {
  w = await world()
})

after(async () => {
  await w[Symbol.asyncDispose]()
})

const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
  w.app.operatorCtx(w.account.account, 'test').atomic((ctx) => work(ctx))
const uuidOf = (id: string) => parseId('con', id)?.uuid ?? ''

async function contact(): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `debtor${++count}@example.com` })).id
}

const grant = (contactId: string, amount: number, more: Record<string, unknown> = {}) =>
  w.call('loyalty.reward.create', { name: 'Points', contactId, amount, ...more })
const spend = (contactId: string, amount: number, clientReference: string) =>
  w.call('loyalty.reward.spend', { contactId, amount, clientReference })
const hold = (contactId: string, clientReference: string, mode: 'hold' | 'void' = 'hold') =>
  w.call('loyalty.reward.spend', { contactId, amount: 4, clientReference, mode })

async function balance(contactId: string) {
  const { balance: all } = await w.call('loyalty.reward.all', { contactId })
  const { available = 0, held = 0, owed = 0 } = all?.[0] ?? {}
  return { available, held, owed }
}

/** Tokens that a purchase or a use of a coupon gave. */
async function given(contactId: string, amount: bigint, of: { reference: string; purchase?: string }) {
  const terms = { token: 'POINTS', amount, kind: 'offer', rewardId: null, reason: null, expiresAt: null } as const
  await inTransaction((ctx) => grantTokens(ctx, [{ ...terms, contactId: uuidOf(contactId), ...of }]))
}

async function isWhole() {
  assert.deepEqual((await w.call('loyalty.reward.audit')).defects, [])
}

test('a reversed grant stays reversed after tokens that were held come back to it', async () => {
  const contactId = await contact()
  const made = await grant(contactId, 10)
  await hold(contactId, 'held')
  assert.equal((await w.call('loyalty.reward.delete', { rewardId: made.id })).reversedAmount, 6)
  await hold(contactId, 'held', 'void')
  assert.deepEqual(await balance(contactId), { available: 0, held: 0, owed: 0 })
  assert.equal((await gotReward(w, made.id)).status, 'reversed')
  await isWhole()
})

const takings = {
  'a refund of a purchase': (name: string) =>
    refundTokens(w.app.operatorCtx(w.account.account, 'test'), {
      ...{ reference: name, refunded: 100n, captured: 100n },
    }),
  'a roll-back of a use': (name: string) =>
    inTransaction((ctx) => takeBackTokens(ctx, { reference: name, reason: null })),
}

for (const [title, takeBack] of Object.entries(takings)) {
  test(`tokens that were spent before ${title} are owed, and the next grants pay them`, async () => {
    const contactId = await contact()
    const name = `order ${count}`
    await given(contactId, 10n, { reference: name, purchase: name })
    await spend(contactId, 8, `spent ${count}`)
    await takeBack(name)
    assert.deepEqual(await balance(contactId), { available: 0, held: 0, owed: 8 })
    await grant(contactId, 5)
    assert.deepEqual(await balance(contactId), { available: 0, held: 0, owed: 3 })
    const early = { contactId, amount: 1, clientReference: `early ${count}` }
    await w.refused('loyalty.reward.spend', early, { code: 'conflict', mention: 'insufficient_balance' })
    await grant(contactId, 7, { expiresAfter: 'P3D' })
    const { balance: all } = await w.call('loyalty.reward.all', { contactId })
    assert.deepEqual([all?.[0]?.available, all?.[0]?.owed, all?.[0]?.expiringNext], [4, 0, null])
    assert.equal((await spend(contactId, 1, `late ${count}`)).balanceAfter, 3)
    assert.deepEqual(await balance(contactId), { available: 3, held: 0, owed: 0 })
    assert.equal((await spend(contactId, 3, `rest ${count}`)).balanceAfter, 0)
    await isWhole()
  })
}

test('parallel spends of an owing contact pay the debt once', async () => {
  const contactId = await contact()
  await given(contactId, 6n, { reference: 'raced', purchase: 'raced' })
  await spend(contactId, 6, 'raced')
  await takings['a refund of a purchase']('raced')
  await grant(contactId, 10)
  const tries = Array.from({ length: 8 }, (_, n) =>
    w.send('loyalty.reward.spend', { contactId, amount: 1, clientReference: `race ${n}` }),
  )
  const replies = await Promise.all(tries)
  assert.equal(replies.filter(({ status }) => status === 200).length, 4)
  assert.deepEqual(await balance(contactId), { available: 0, held: 0, owed: 0 })
  await isWhole()
})

test('tokens that were held expire when they come back to an erased contact', async () => {
  const contactId = await contact()
  await grant(contactId, 10)
  await hold(contactId, 'erased')
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  await w.settle()
  await inTransaction((ctx) => releaseHold(ctx, 'api:erased'))
  w.clock.advance(60_000)
  await w.settle()
  const { rows } = await w.app.pools.work.query<{ sum: string }>(
    `select coalesce(sum(balance), 0)::text as sum from ledger_balance where ledger like '%:${uuidOf(contactId)}'`,
  )
  assert.equal(rows[0]?.sum, '0')
  await isWhole()
})

test('a late payment takes released tokens again, and stands without them when they are spent', async () => {
  const contactId = await contact()
  await grant(contactId, 100)
  const cart = {
    currency: 'EUR',
    lines: [{ key: '1', name: '', sku: null, categories: [], quantity: 1, unitAmount: 1_000n }],
    ...{ shipping: 0n, contactId, visitorId: null, codes: [], isAutomatic: true, about: {} },
    tokens: { token: 'POINTS', rate: 1n, percentMax: 50, amount: 60n },
  }
  const offers = <T>(work: (ctx: Ctx) => Promise<T>) => inTransaction(work)
  const reserve = (reference: string) =>
    offers((ctx) => ctx.port(offersPort).reserve(ctx, { cart, quoteHash: null, reference }))
  const release = (reference: string) => offers((ctx) => ctx.port(offersPort).release(ctx, reference))
  const commit = (reference: string) =>
    offers((ctx) => ctx.port(offersPort).commit(ctx, { reference, contactId: null }))
  await reserve('late-1')
  await release('late-1')
  assert.deepEqual(await commit('late-1'), { isOver: false })
  assert.deepEqual(await balance(contactId), { available: 40, held: 0, owed: 0 })
  await grant(contactId, 20)
  await reserve('late-2')
  await release('late-2')
  await spend(contactId, 50, 'between')
  assert.deepEqual(await commit('late-2'), { isOver: true })
  assert.deepEqual(await balance(contactId), { available: 10, held: 0, owed: 0 })
  await offers((ctx) => ctx.port(offersPort).rollback(ctx, { reference: 'late-1', refunded: 900n, captured: 900n }))
  assert.deepEqual(await balance(contactId), { available: 70, held: 0, owed: 0 })
  await isWhole()
})
