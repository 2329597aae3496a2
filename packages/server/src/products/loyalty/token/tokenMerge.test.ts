import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { EmittedFact } from '#kit/nouns/fact.ts'
import { parseId } from '#kit/values/ids.ts'
import { reactions as ofCoupons } from '#products/loyalty/mergedContact.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { grantTokens } from './tokenGrant.ts'
import { reactions, tasks } from './tokenOwners.ts'

const minute = 60_000
const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
let w: World

before(async () => {
  w = await world()
})

after(async () => {
  await w[Symbol.asyncDispose]()
})

async function contact(name: string): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `${name}@example.com` })).id
}

async function balance(contactId: string) {
  const { balance: all } = await w.call('loyalty.reward.all', { contactId })
  return [all?.[0]?.available, all?.[0]?.held]
}

/** Waits until so many statements wait for locks. */
async function waiting(count: number): Promise<void> {
  await until(async () => (await w.app.pools.work.query(waits)).rows.length >= count)
}

const uuidOf = (id: string) => parseId('con', id)?.uuid ?? ''
const operatorCtx = () => w.app.operatorCtx(w.account.account, 'test')

test('a hold that is taken while tokens move to another contact moves with its lots', async () => {
  const [stays, goes] = [await contact('stays'), await contact('goes')]
  const hold = { contactId: goes, amount: 2, mode: 'hold', clientReference: 'held' } as const
  await w.call('loyalty.reward.create', { name: 'Points', contactId: goes, amount: 10 })
  const move = async () => {
    for (const { handle } of tasks) await handle(operatorCtx(), { from: uuidOf(goes), to: uuidOf(stays) })
  }
  const client = await w.app.pools.work.connect()
  await client.query('begin')
  await client.query(`select 1 from ledger_balance where ledger = 'member:${uuidOf(goes)}' for update`)
  const held = w.call('loyalty.reward.spend', hold)
  await waiting(1)
  const moved = move()
  await waiting(2)
  await client.query('commit')
  client.release()
  await Promise.all([held, moved])
  assert.deepEqual(await balance(stays), [8, 2])
  await w.call('loyalty.reward.spend', { ...hold, contactId: stays, mode: 'void' })
  assert.deepEqual(await balance(stays), [10, 0])
  assert.deepEqual((await w.call('loyalty.reward.audit')).defects, [])
})

test('tokens that a late call gives to a merged contact follow it', async () => {
  const [stays, goes] = [await contact('remains'), await contact('leaves')]
  await w.call('marketing.contact.update', { contactId: stays, mergeFrom: goes })
  await w.settle()
  const late = { contactId: uuidOf(goes), token: 'POINTS', amount: 5n, kind: 'grant', reference: 'late' } as const
  await operatorCtx().atomic((ctx) => grantTokens(ctx, [{ ...late, rewardId: null, reason: null, expiresAt: null }]))
  w.clock.advance(6 * minute)
  await w.settle()
  assert.deepEqual(await balance(stays), [5, 0])
  assert.deepEqual((await w.call('loyalty.reward.audit')).defects, [])
})

test('tokens, coupons and uses of merged contacts follow a chain of merges to its end', async () => {
  const [first, second, last] = [await contact('first'), await contact('second'), await contact('last')]
  await w.call('loyalty.reward.create', { name: 'Points', contactId: first, amount: 10 })
  await w.call('loyalty.reward.spend', { contactId: first, amount: 2, mode: 'hold', clientReference: 'chained' })
  const discount = { type: 'percent', percentOff: 10 } as const
  const { id: couponId } = await w.call('loyalty.coupon.create', {
    name: 'Own',
    discount,
    audience: { contactId: first },
  })
  await w.call('marketing.contact.update', { contactId: second, mergeFrom: first })
  await w.call('marketing.contact.update', { contactId: last, mergeFrom: second })
  // The reaction to the first merge runs after that to the second one.
  const merges = [...reactions, ...ofCoupons].filter(({ on }) => on.name === 'marketing.contact.merged')
  const pairs = [
    { id: last, mergedId: second },
    { id: second, mergedId: first },
  ]
  for (const payload of pairs) {
    // cast: these reactions read the payload of a fact alone.
    const fact = { payload } as EmittedFact
    for (const each of merges) await operatorCtx().atomic((ctx) => each.handle(ctx, fact))
  }
  assert.deepEqual(await balance(last), [8, 2])
  assert.deepEqual((await w.call('loyalty.coupon.get', { couponId: String(couponId) })).audience?.contactId, last)
  await w.settle()
  const late = { contactId: uuidOf(first), token: 'POINTS', amount: 5n, kind: 'grant', reference: 'chained' } as const
  await operatorCtx().atomic((ctx) => grantTokens(ctx, [{ ...late, rewardId: null, reason: null, expiresAt: null }]))
  w.clock.advance(6 * minute)
  await w.settle()
  await w.call('loyalty.reward.spend', { contactId: last, mode: 'void', clientReference: 'chained' })
  assert.deepEqual(await balance(last), [15, 0])
  assert.deepEqual((await w.call('loyalty.reward.audit')).defects, [])
})

test('an event of a contact that is merged before a rule sees it earns for the contact that stays', async () => {
  const [stays, goes] = [await contact('earner'), await contact('former')]
  const rule = { name: 'Rounds', mode: 'rule', status: 'active', on: 'game.merged', token: 'GAME', amount: 3 } as const
  await w.call('loyalty.reward.create', rule)
  await w.call('marketing.event.track', { events: [{ contactId: goes, name: 'game.merged' }] })
  await w.call('marketing.contact.update', { contactId: stays, mergeFrom: goes })
  await w.settle()
  const { balance: all } = await w.call('loyalty.reward.all', { contactId: stays })
  assert.equal(all?.find(({ token }) => token === 'GAME')?.available, 3)
})
