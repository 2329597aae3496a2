import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { takeBackTokens } from '#products/loyalty/token/tokenRefund.ts'
import { world, type Input, type World } from '#test/world/world.ts'
import { gotReward } from '#products/loyalty/test/gotReward.ts'

let w: World
let count = 0

before(async () => {
  w = await world()
})

after(async () => {
  await w[Symbol.asyncDispose]()
})

async function contact(fields: Record<string, unknown> = {}): Promise<string> {
  const made = await w.call('marketing.contact.create', { email: `rule${++count}@example.com`, ...fields })
  return made.id
}

/** An active rule for an event of its own name. */
async function rule(fields: Record<string, unknown>): Promise<{ id: string; on: string; token: string }> {
  const on = `game.round${++count}`
  const token = `T${count}`
  const made = await w.call('loyalty.reward.create', {
    name: 'Rule',
    mode: 'rule',
    status: 'active',
    on,
    token,
    amount: 10,
    ...fields,
  })
  return { id: made.id, on, token }
}

async function track(contactId: string, event: string, properties: Record<string, string | number> = {}) {
  await w.call('marketing.event.track', { events: [{ contactId, name: event, properties }] })
}

async function tokens(contactId: string, token: string): Promise<number> {
  await w.settle()
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  return balance?.find((each) => each.token === token)?.available ?? 0
}

test('an active rule grants once for each event that fits, and a draft grants nothing', async () => {
  const where: Input<'loyalty.reward.create'>['where'] = [{ prop: 'level', is: 'gte', value: 3 }]
  const { on, token, id } = await rule({ where, status: 'draft' })
  const contactId = await contact()
  await track(contactId, on, { level: 5 })
  assert.equal(await tokens(contactId, token), 0)
  await w.call('loyalty.reward.update', { rewardId: id, action: 'activate' })
  await track(contactId, on, { level: 3 })
  await track(contactId, on, { level: 2 })
  assert.equal(await tokens(contactId, token), 10)
  await w.call('loyalty.reward.update', { rewardId: id, status: 'paused' })
  await track(contactId, on, { level: 3 })
  assert.equal(await tokens(contactId, token), 10)
  const resumed = { rewardId: id, action: 'resume' as const }
  const keyed = { headers: { 'idempotency-key': 'resume' } }
  const first = await w.send('loyalty.reward.update', resumed, keyed)
  assert.equal((await w.send('loyalty.reward.update', resumed, keyed)).text, first.text)
  await track(contactId, on, { level: 3 })
  assert.equal(await tokens(contactId, token), 20)
  const { stats } = await gotReward(w, id, ['stats'])
  assert.deepEqual(stats, { granted: 20, remaining: 20, grants: 2, contacts: 1 })
})

test('a rule with a filter grants to contacts that satisfy it', async () => {
  const { on, token } = await rule({ when: { field: 'country', is: 'eq', value: 'DE' } })
  const [near, far] = [await contact({ country: 'DE' }), await contact({ country: 'FR' })]
  await track(near, on)
  await track(far, on)
  assert.deepEqual([await tokens(near, token), await tokens(far, token)], [10, 0])
})

test('a rule per amount grants for whole units of its currency', async () => {
  const { on, token } = await rule({ per: { amount: 100, currency: 'EUR' }, amount: 1 })
  const contactId = await contact()
  await track(contactId, on, { amountMinor: 1_299, currency: 'EUR' })
  await track(contactId, on, { amountMinor: 5_000, currency: 'USD' })
  await track(contactId, on, { amountMinor: -500, currency: 'EUR' })
  assert.equal(await tokens(contactId, token), 12)
})

test('a rule per duration adds seconds up over events', async () => {
  const { on, token } = await rule({ per: { duration: 'PT5M' }, amount: 2 })
  const contactId = await contact()
  for (const seconds of [200, 250, 149]) await track(contactId, on, { seconds })
  assert.equal(await tokens(contactId, token), 2)
  await track(contactId, on, { seconds: 1 })
  assert.equal(await tokens(contactId, token), 4)
})

test('caps hold to the token for a contact, for a day and in all', async () => {
  const caps = { perContact: { max: 25, per: 'day' }, perDay: 40, total: 60 }
  const { on, token } = await rule({ caps })
  const people = [await contact(), await contact()]
  await Promise.all([1, 2, 3, 4].flatMap(() => people.map((id) => track(id, on))))
  const balances = [await tokens(people[0] ?? '', token), await tokens(people[1] ?? '', token)]
  assert.ok(balances.every((each) => each <= 25))
  assert.equal((balances[0] ?? 0) + (balances[1] ?? 0), 40)
  w.clock.advance(86_400_000)
  await Promise.all([1, 2, 3, 4].flatMap(() => people.map((id) => track(id, on))))
  const after = [await tokens(people[0] ?? '', token), await tokens(people[1] ?? '', token)]
  assert.equal((after[0] ?? 0) + (after[1] ?? 0), 60)
})

test('a rule that listens to tokens is refused, and so is one without a known filter', async () => {
  const base = { name: 'Loop', mode: 'rule', amount: 1 }
  const loop = { ...base, on: 'loyalty.tokens.granted' }
  await w.refused('loyalty.reward.create', loop, { code: 'invalid_request', mention: '/on' })
  const noFact = { ...base, on: 'payments.payment.doubled' }
  await w.refused('loyalty.reward.create', noFact, { code: 'invalid_request', mention: '/on' })
  const unknown = { ...base, on: 'a.b', when: { field: 'nothing', is: 'eq', value: 1 } }
  await w.refused('loyalty.reward.create', unknown, { code: 'invalid_request', mention: '/when' })
  const where = { ...base, on: 'a.b', where: [{ prop: 'x', is: 'likes', value: 1 }] }
  await w.refused('loyalty.reward.create', where, { code: 'invalid_request', mention: '/where/0' })
})

const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
  w.app.operatorCtx(w.account.account, 'test').atomic((ctx) => work(ctx))

test('a budget holds under parallel facts and grants by hand, and taken back tokens return to it', async () => {
  const { id, on, token } = await rule({ budget: 45, caps: { perContact: { max: 40, per: 'ever' } } })
  const people = [await contact(), await contact()]
  await Promise.all([1, 2, 3, 4].flatMap(() => people.map((each) => track(each, on))))
  const [one = '', other = ''] = people
  assert.equal((await tokens(one, token)) + (await tokens(other, token)), 45)
  const byHand = { name: 'Extra', contactId: one, amount: 5, token, ruleId: id }
  await w.refused('loyalty.reward.create', byHand, { code: 'conflict', mention: 'cap_reached' })
  const offer = { contactId: one, token, amount: 5n, rewardId: id, reason: 'More', reference: 'more', expiresAt: null }
  const refused = { reason: 'cap_reached' }
  await assert.rejects(() => inTransaction((ctx) => ctx.port(rewardsPort).grant(ctx, offer)), refused)
  const { rows } = await w.app.pools.work.query<{ reference: string }>(
    `select reference from ledger_txn where account_id = $1 and reference like 'rule:%' and subject = $2 limit 1`,
    [w.account.account.id, id],
  )
  await inTransaction((ctx) => takeBackTokens(ctx, { reference: rows[0]?.reference ?? '', reason: 'Test' }))
  await w.refused('loyalty.reward.create', { ...byHand, amount: 11 }, { code: 'conflict', mention: 'cap_reached' })
  const granted = await w.call('loyalty.reward.create', { ...byHand, contactId: await contact() })
  assert.equal(granted.balanceAfter, 5)
  for (let times = 0; times < 2; times++)
    await inTransaction((ctx) => ctx.port(rewardsPort).grant(ctx, { ...offer, contactId: granted.contactId ?? '' }))
  const more = { ...byHand, contactId: granted.contactId, amount: 1 }
  await w.refused('loyalty.reward.create', more, { code: 'conflict', mention: 'cap_reached' })
  await w.refused(
    'loyalty.reward.create',
    { ...byHand, ruleId: granted.id },
    { code: 'invalid_request', mention: 'ruleId' },
  )
})

test('a grant of a rule expires from the time of its event on, and counts for the day of the event', async () => {
  const { on, token } = await rule({ expiresAfter: 'P10D', caps: { perDay: 10 } })
  const contactId = await contact()
  await track(contactId, on)
  w.clock.advance(2 * 86_400_000)
  const madeAt = w.clock.now().getTime()
  assert.equal(await tokens(contactId, token), 10)
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  const expiresAt = Date.parse(String(balance?.find((each) => each.token === token)?.expiringNext?.at))
  assert.ok(Math.abs(madeAt + 8 * 86_400_000 - expiresAt) < 60_000)
  await track(contactId, on)
  assert.equal(await tokens(contactId, token), 20)
})
