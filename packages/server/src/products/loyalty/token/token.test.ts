import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { gotReward } from '#products/loyalty/test/gotReward.ts'

let w: World
let count = 0

before(async () => {
  w = await world()
})

after(async () => {
  await w[Symbol.asyncDispose]()
})

const day = 86_400_000

/** A contact that no other test of this file uses. */
async function contact(): Promise<string> {
  return (await w.call('marketing.contact.create', { email: `person${++count}@example.com` })).id
}

/** A contact with tokens. */
async function rich(amount: number, more: Record<string, unknown> = {}): Promise<string> {
  const contactId = await contact()
  await grant(contactId, amount, more)
  return contactId
}

function grant(contactId: string, amount: number, more: Record<string, unknown> = {}) {
  return w.call('loyalty.reward.create', { name: 'Points', contactId, amount, ...more })
}

async function balance(contactId: string) {
  const { balance: all } = await w.call('loyalty.reward.all', { contactId })
  return all?.[0] ?? { token: 'POINTS', available: 0, pending: 0, held: 0, expiringNext: null }
}

async function available(contactId: string): Promise<number> {
  return (await balance(contactId)).available
}

const spend = (contactId: string, amount: number, clientReference: string) =>
  w.call('loyalty.reward.spend', { contactId, amount, clientReference })

test('parallel spends take no more than the balance, first what expires first', async () => {
  const contactId = await rich(3)
  const soon = await grant(contactId, 4, { expiresAfter: 'P10D' })
  const tries = Array.from({ length: 12 }, (_, index) =>
    w.send('loyalty.reward.spend', { contactId, amount: 1, clientReference: `race-${index}` }),
  )
  const replies = await Promise.all(tries)
  assert.equal(replies.filter(({ status }) => status === 200).length, 7)
  const refused = replies.filter(({ status }) => status === 409)
  assert.equal(refused.filter(({ text }) => text.includes('insufficient_balance')).length, 5)
  assert.equal(await available(contactId), 0)
  assert.equal((await gotReward(w, soon.id)).status, 'spent')
})

test('a spend takes lots in the order of expiry and its repeat moves nothing', async () => {
  const contactId = await contact()
  const later = await grant(contactId, 10, { expiresAfter: 'P20D' })
  const sooner = await grant(contactId, 10, { expiresAfter: 'P5D' })
  const spent = await spend(contactId, 12, 'order-7')
  assert.deepEqual([spent.status, spent.balanceAfter, spent.isRepeat], ['spent', 8, false])
  const again = await spend(contactId, 12, 'order-7')
  assert.deepEqual([again.transactionId, again.isRepeat, again.balanceAfter], [spent.transactionId, true, 8])
  await w.refused(
    'loyalty.reward.spend',
    { contactId, amount: 13, clientReference: 'order-7' },
    { code: 'conflict', mention: 'client_reference_exists' },
  )
  const states = await Promise.all(
    [later, sooner].map(async ({ id }) => {
      const got = await gotReward(w, id)
      return [got.status, got.remaining]
    }),
  )
  assert.deepEqual(states, [
    ['partiallySpent', 8],
    ['spent', 0],
  ])
})

test('held tokens are captured or given back once, and a hold of another amount is refused', async () => {
  const contactId = await rich(10)
  const hold = (amount: number, mode: 'hold' | 'capture' | 'void', clientReference: string) =>
    w.call('loyalty.reward.spend', { contactId, amount, mode, clientReference })
  assert.deepEqual((await hold(6, 'hold', 'a')).balanceAfter, 4)
  assert.equal((await hold(6, 'hold', 'a')).isRepeat, true)
  const more = { contactId, amount: 7, mode: 'hold', clientReference: 'a' }
  await w.refused('loyalty.reward.spend', more, { code: 'conflict', mention: 'client_reference_exists' })
  assert.deepEqual(
    { ...(await balance(contactId)), expiringNext: null },
    {
      token: 'POINTS',
      available: 4,
      pending: 0,
      held: 6,
      owed: 0,
      expiringNext: null,
    },
  )
  const captured = await Promise.all(Array.from({ length: 4 }, () => hold(6, 'capture', 'a')))
  assert.equal(captured.filter(({ isRepeat }) => !isRepeat).length, 1)
  const late = { contactId, mode: 'void', clientReference: 'a' }
  await w.refused('loyalty.reward.spend', late, { code: 'conflict', mention: 'hold_ended' })
  await hold(3, 'hold', 'b')
  await hold(3, 'void', 'b')
  assert.deepEqual([await available(contactId), (await balance(contactId)).held], [4, 0])
})

test('a transfer keeps the expiry of the tokens', async () => {
  const from = await rich(5, { expiresAfter: 'P1D' })
  await grant(from, 5)
  const to = await contact()
  const moved = await w.call('loyalty.reward.transfer', {
    contactId: from,
    toContactId: to,
    amount: 8,
    clientReference: 'gift',
  })
  assert.deepEqual([moved.status, moved.balanceAfter], ['transferred', 2])
  assert.deepEqual([(await balance(to)).available, (await balance(to)).expiringNext?.amount], [8, 5])
})

test('pending tokens become available and unspent ones expire by the clock', async () => {
  const contactId = await contact()
  const at = new Date(w.clock.now().getTime() + day).toISOString()
  const pending = await grant(contactId, 9, { availableAt: at, expiresAfter: 'P2D' })
  assert.deepEqual([pending.status, pending.balanceAfter, await available(contactId)], ['pending', 9, 0])
  const early = { contactId, amount: 1, clientReference: 'early' }
  await w.refused('loyalty.reward.spend', early, { code: 'conflict', mention: 'insufficient_balance' })
  w.clock.advance(day)
  await w.settle()
  assert.equal((await gotReward(w, pending.id)).status, 'posted')
  await spend(contactId, 2, 'some')
  w.clock.advance(2 * day)
  assert.equal(await available(contactId), 0)
  await w.settle()
  assert.equal((await gotReward(w, pending.id)).status, 'expired')
  const { entries } = await w.call('loyalty.reward.statement', { contactId })
  assert.deepEqual(
    entries.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter]),
    [
      ['expire', -7, 0],
      ['spend', -2, 7],
      ['release', 9, 9],
    ],
  )
})

test('pending tokens are released early, and tokens that fall due settle within a spend', async () => {
  const contactId = await contact()
  const at = new Date(w.clock.now().getTime() + day).toISOString()
  const first = await grant(contactId, 4, { availableAt: at })
  await grant(contactId, 6, { availableAt: at })
  await w.call('loyalty.reward.update', { rewardId: first.id, status: 'posted' })
  assert.equal(await available(contactId), 4)
  w.clock.advance(day)
  assert.equal((await spend(contactId, 10, 'all')).balanceAfter, 0)
})

test('a deleted grant takes back what is not spent', async () => {
  const contactId = await contact()
  const made = await grant(contactId, 10)
  await spend(contactId, 4, 'part')
  const fail = { rewardId: made.id, onShortfall: 'fail' }
  await w.refused('loyalty.reward.delete', fail, { code: 'conflict', mention: 'already_spent' })
  const gone = await w.call('loyalty.reward.delete', { rewardId: made.id, reason: 'Mistake' })
  assert.deepEqual([gone.status, gone.reversedAmount], ['reversed', 6])
  assert.equal((await w.call('loyalty.reward.delete', { rewardId: made.id })).reversedAmount, 0)
  assert.equal(await available(contactId), 0)
  assert.equal((await w.emitted('loyalty.tokens.reversed')).length, 1)
})

test('tokens of a merged contact move, and those of an erased one expire', async () => {
  const [stays, goes] = [await rich(5), await rich(7)]
  await w.call('loyalty.reward.spend', { contactId: goes, amount: 2, mode: 'hold', clientReference: 'merged' })
  await w.call('marketing.contact.update', { contactId: stays, mergeFrom: goes })
  await w.settle()
  assert.deepEqual([await available(stays), (await balance(stays)).held], [10, 2])
  await w.call('marketing.contact.delete', { contactId: stays, mode: 'erase' })
  await w.settle()
  const sum = `select coalesce(sum(remaining), 0)::int as n from loyalty_token_lot where account_id = $1 and contact_id
    in (select contact_id from loyalty_token_hold where account_id = $1 and reference = 'api:merged')`
  const { rows } = await w.app.pools.work.query<{ n: number }>(sum, [w.account.account.id])
  assert.equal(rows[0]?.n, 0)
})

test('the audit proves the ledger, and finds a lot that no transaction gave', async () => {
  const { ok, defects, unsealed } = await w.call('loyalty.reward.audit')
  assert.deepEqual([ok, defects], [true, []])
  assert.ok(unsealed > 0)
  const added =
    'update loyalty_token_lot set amount = amount + 5, remaining = remaining + 5 where id = (select id from '
  await w.app.pools.work.query(`${added} loyalty_token_lot where account_id = $1 and remaining > 0 limit 1)`, [
    w.account.account.id,
  ])
  const harmed = await w.call('loyalty.reward.audit')
  assert.equal(harmed.ok, false)
  assert.match(String(harmed.defects[0]?.problem), /lots and holds have \d+ tokens, the balance is \d+/)
})
