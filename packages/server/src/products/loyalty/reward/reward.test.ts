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

test('a grant gives tokens at once, by a transaction with its balance, and is in the statement', async () => {
  const contactId = await contact()
  const made = await grant(contactId, 100, { reason: 'Welcome' })
  assert.deepEqual([made.status, made.mode, made.balanceAfter, made.remaining], ['posted', 'grant', 100, 100])
  const second = await grant(contactId, 20)
  assert.equal(second.balanceAfter, 120)
  const statement = await w.call('loyalty.reward.statement', { contactId, limit: 1 })
  assert.equal(statement.entries[0]?.txnId, second.transactionId)
  assert.equal(statement.entries[0]?.about, second.id)
  assert.deepEqual([statement.entries[0]?.amount, statement.entries[0]?.balanceAfter], [20, 120])
  const rest = await w.call('loyalty.reward.statement', { contactId, before: statement.nextBefore ?? 0 })
  assert.deepEqual([rest.entries.map((each) => each.amount), rest.nextBefore], [[100], null])
  const { stats } = await gotReward(w, made.id, ['stats'])
  assert.deepEqual(stats, { granted: 100, remaining: 100, grants: 1, contacts: 1 })
  const got = await gotReward(w, made.id, ['entries'])
  assert.deepEqual([got.entries?.length, got.transactionId], [1, made.transactionId])
})

test('get of a reward by a contact is its statement, in pages', async () => {
  const contactId = await rich(7)
  for (const amount of [1, 2, 3]) await grant(contactId, amount, { token: 'MILES' })
  const read = { contactId, token: 'MILES', limit: 2 } as const
  const first = await w.call('loyalty.reward.get', read)
  assert.ok('nextBefore' in first)
  assert.deepEqual(
    first.entries.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter]),
    [
      ['grant', 3, 6],
      ['grant', 2, 3],
    ],
  )
  assert.deepEqual(
    first.balance.map(({ token, available: of }) => [token, of]),
    [
      ['MILES', 6],
      ['POINTS', 7],
    ],
  )
  const rest = await w.call('loyalty.reward.get', { ...read, before: first.nextBefore ?? 0 })
  assert.ok('nextBefore' in rest)
  assert.deepEqual([rest.entries.map(({ amount }) => amount), rest.nextBefore], [[1], null])
  const unknown = { ...read, contactId: `${contactId.slice(0, -4)}0000` }
  await w.refused('loyalty.reward.get', unknown, { code: 'not_found' })
})

test('get of a reward names each parameter of its other form', async () => {
  const contactId = await contact()
  const { id: rewardId } = await grant(contactId, 1)
  for (const name of ['token', 'limit', 'before'])
    await w.refused(
      'loyalty.reward.get',
      { rewardId, [name]: name === 'token' ? 'POINTS' : 1 },
      { code: 'invalid_request', mention: name },
    )
  const both = { contactId, include: ['stats'] }
  await w.refused('loyalty.reward.get', both, { code: 'invalid_request', mention: 'include' })
  await w.refused('loyalty.reward.get', { contactId, rewardId }, { code: 'invalid_request', mention: 'contactId' })
})

test('a repeated grant under one clientReference gives tokens once', async () => {
  const contactId = await contact()
  const more = { clientReference: 'welcome-1' }
  const all = await Promise.all(Array.from({ length: 6 }, () => grant(contactId, 5, more)))
  assert.equal(new Set(all.map((each) => each.transactionId)).size, 1)
  assert.deepEqual(all.filter((each) => each.created).length, 1)
  assert.equal(await available(contactId), 5)
})

test('200 parallel grants with repeated references give each reference once, and balances are their sums', async () => {
  const people = await Promise.all([contact(), contact(), contact()])
  const sent = Array.from({ length: 200 }, (_, n) => ({
    contactId: people[n % 3] ?? '',
    amount: 1 + (n % 60),
    // 60 references, of which each is used three or four times; every tenth grant has none.
    ...(n % 10 === 0
      ? {}
      : { clientReference: `race-${n % 60}`, availableAt: n % 4 === 0 ? '2090-01-01T00:00:00Z' : null }),
  }))
  const made = await Promise.all(sent.map(({ contactId, amount, ...more }) => grant(contactId, amount, more)))
  const byReference = Map.groupBy(
    made.filter((each) => each.clientReference !== null),
    (each) => each.clientReference,
  )
  for (const [reference, each] of byReference) {
    assert.equal(new Set(each.map(({ transactionId, id }) => `${transactionId} ${id}`)).size, 1, `${reference}`)
    assert.equal(each.filter(({ created }) => created).length, 1, `${reference}`)
  }
  const firsts = made.filter(({ created }) => created)
  assert.equal(new Set(made.map(({ transactionId }) => transactionId)).size, firsts.length)
  for (const contactId of people) {
    const own = firsts.filter((each) => each.contactId === contactId)
    const sum = (status: string) =>
      own.reduce((all, each) => all + (each.status === status ? Number(each.amount) : 0), 0)
    const { available: now, pending } = await balance(contactId)
    assert.deepEqual([now, pending], [sum('posted'), sum('pending')])
    // Each grant has the balance behind it: the largest is the sum.
    const posted = own.filter(({ status }) => status === 'posted').map(({ balanceAfter }) => Number(balanceAfter))
    assert.deepEqual([Math.max(...posted), new Set(posted).size], [now, posted.length])
  }
  const { ok, defects } = await w.call('loyalty.reward.audit')
  assert.deepEqual([ok, defects], [true, []])
})

test('grants write their reward, audit row and facts once, and a repeat writes none', async () => {
  const contactId = await contact()
  const sent = Array.from({ length: 40 }, (_, n) => grant(contactId, 2, { clientReference: `noted-${n % 20}` }))
  const ids = new Set((await Promise.all(sent)).map(({ id }) => String(id)))
  assert.equal(ids.size, 20)
  const { rows } = await w.app.pools.work.query<{ audits: number; rewards: number; lots: number }>(
    `select (select count(*)::integer from account_audit where action = 'loyalty.reward.created' and target = any($1))
         as audits,
       (select count(*)::integer from loyalty_reward where client_reference like 'noted-%') as rewards,
       (select count(*)::integer from loyalty_token_lot l join loyalty_reward r on r.id = l.reward_id
        where r.client_reference like 'noted-%') as lots`,
    [[...ids]],
  )
  assert.deepEqual(rows[0], { audits: 20, rewards: 20, lots: 20 })
  const created = await w.emitted('loyalty.reward.created')
  assert.equal(created.filter(({ subject }) => ids.has(subject)).length, 20)
  const given = await w.emitted('loyalty.tokens.granted')
  assert.equal(given.filter(({ payload }) => ids.has(String(Object(payload)['rewardId']))).length, 20)
})

test('other content under the clientReference of a grant is a conflict that names the first', async () => {
  const contactId = await contact()
  const replies = await Promise.all(
    [5, 6].map((amount) =>
      w.send('loyalty.reward.create', { name: 'Points', contactId, amount, clientReference: 'one-of-two' }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
  const [made, refused] = replies.toSorted((a, b) => a.status - b.status)
  const { reason, details } = Object(refused?.body.error)
  assert.deepEqual([reason, details.existingId], ['client_reference_exists', Object(made?.body.data)['id']])
  assert.equal(await available(contactId), Object(made?.body.data)['amount'])
})

test('a perk is taken as often as its stock and its limit for each contact allow', async () => {
  const gives = { type: 'manual' } as const
  const perk = await w.call('loyalty.reward.create', {
    name: 'Tote bag',
    mode: 'perk',
    cost: 3,
    gives,
    stock: 4,
    perContact: 2,
  })
  const people = await Promise.all([rich(30), rich(30), rich(30)])
  const tries = people.flatMap((contactId) =>
    [1, 2, 3].map((n) =>
      w.send('loyalty.reward.spend', { contactId, rewardId: perk.id, clientReference: `${contactId}${n}` }),
    ),
  )
  const replies = await Promise.all(tries)
  assert.equal(replies.filter(({ status }) => status === 200).length, 4)
  const balances = await Promise.all(people.map((id) => available(id)))
  assert.equal(
    balances.reduce((sum, each) => sum + each, 0),
    90 - 12,
  )
  const after = await gotReward(w, perk.id)
  assert.deepEqual([after.status, after.redeemed], ['soldOut', 4])
  const more = await w.call('loyalty.reward.update', { rewardId: perk.id, stock: 5 })
  assert.equal(more.status, 'active')
  assert.equal((await w.emitted('loyalty.reward.redeemed')).length, 4)
})

test('a perk of a coupon gives each taker one copy, with the tokens or not at all', async () => {
  const discount = { type: 'percent', percentOff: 50 } as const
  const { id } = await w.call('loyalty.coupon.create', { name: 'Half', code: 'HALF-PERK', discount })
  const couponId = String(id)
  const perk = { name: 'Half off', mode: 'perk', cost: 3 }
  const none = { ...perk, gives: { type: 'coupon' } }
  await w.refused('loyalty.reward.create', none, { code: 'invalid_request', mention: 'gives/couponId' })
  const unknown = { ...perk, gives: { type: 'coupon', couponId: `${couponId.slice(0, -4)}0000` } }
  await w.refused('loyalty.reward.create', unknown, { code: 'invalid_request', mention: 'gives/couponId' })
  const made = await w.call('loyalty.reward.create', { ...perk, mode: 'perk', gives: { type: 'coupon', couponId } })
  const contactId = await rich(7)
  const take = (clientReference: string) =>
    w.send('loyalty.reward.spend', { contactId, rewardId: made.id, clientReference })
  const replies = await Promise.all([take('half'), take('half'), take('half')])
  const codes = new Set(replies.map(({ body }) => JSON.stringify(Object(body['data'])['coupon'])))
  assert.equal(codes.size, 1)
  const [copy] = [...codes].map((each) => Object(JSON.parse(each)))
  const got = await w.call('loyalty.coupon.get', { code: copy.code })
  assert.deepEqual([got.audience?.contactId, got.maxRedemptions], [contactId, 1])
  assert.equal(await available(contactId), 4)
  await w.call('loyalty.coupon.update', { couponId, action: 'pause' })
  assert.match((await take('again')).text, /coupon_not_active/)
  assert.equal(await available(contactId), 4)
  assert.equal((await gotReward(w, made.id)).redeemed, 1)
})

test('a perk of a promotion gives each taker a coupon of it, and keeps the tokens while it does not run', async () => {
  const effects = [{ type: 'orderPercent', percentOff: 20 }] as const
  const byCode = { name: 'Fifth off', trigger: 'code', status: 'active', effects: [...effects] } as const
  const { id: promotionId } = await w.call('loyalty.promotion.create', byCode)
  const { id: automatic } = await w.call('loyalty.promotion.create', {
    ...byCode,
    ...{ trigger: 'automatic', status: 'draft' },
  })
  const { id: couponId } = await w.call('loyalty.coupon.create', { name: 'Card', promotionId })
  const perk = { name: 'A fifth off', mode: 'perk', cost: 3 }
  const wrong: [object, string][] = [
    [{ type: 'coupon', promotionId, couponId }, 'gives/promotionId'],
    [{ type: 'manual', promotionId }, 'gives/promotionId'],
    [{ type: 'coupon', promotionId: automatic }, 'gives/promotionId'],
    [{ type: 'coupon', promotionId: `${promotionId.slice(0, -4)}0000` }, 'gives/promotionId'],
  ]
  for (const [gives, mention] of wrong)
    await w.refused('loyalty.reward.create', { ...perk, gives }, { code: 'invalid_request', mention })
  const made = await w.call('loyalty.reward.create', { ...perk, mode: 'perk', gives: { type: 'coupon', promotionId } })
  const contactId = await rich(7)
  const take = (clientReference: string) =>
    w.send('loyalty.reward.spend', { contactId, rewardId: made.id, clientReference })
  const replies = await Promise.all([take('fifth'), take('fifth')])
  const [code, ...others] = new Set(replies.map(({ body }) => String(Object(Object(body['data'])['coupon'])['code'])))
  assert.deepEqual(others, [])
  const cart = { currency: 'EUR', items: [{ sku: 'TEA', quantity: 1, unitAmount: 1_000 }], codes: [String(code)] }
  const priced = await w.call('loyalty.promotion.evaluate', { contactId, cart })
  assert.equal(priced.discountTotal, 200)
  const stranger = await w.call('loyalty.promotion.evaluate', { contactId: await rich(1), cart })
  assert.equal(stranger.discountTotal, 0)
  const redeemed = await w.emitted('loyalty.reward.redeemed')
  assert.deepEqual(redeemed.at(-1)?.payload['gives'], { type: 'coupon', promotionId })
  await w.call('loyalty.promotion.update', { promotionId, action: 'pause' })
  assert.match((await take('again')).text, /promotion_not_running/)
  assert.equal(await available(contactId), 4)
  assert.equal((await gotReward(w, made.id)).redeemed, 1)
})

test('a reward without a field of its mode is refused with words for what the field is', async () => {
  const refusals = async (draft: object) => {
    const { body } = await w.send('loyalty.reward.create', { name: 'Incomplete', ...draft })
    const fields: { path: string; message: string }[] = Object(body['error']).fields
    return fields.map(({ path, message }) => `${path} ${message}`).toSorted()
  }
  assert.deepEqual(await refusals({ mode: 'perk' }), [
    '/cost must be the price of the perk in tokens',
    '/gives must say what people get for their tokens, such as a coupon',
  ])
  assert.deepEqual(await refusals({ mode: 'perk', cost: 5, gives: { type: 'coupon' } }), [
    '/gives/couponId must be the coupon that people get, unless promotionId is sent',
  ])
  assert.deepEqual(await refusals({ mode: 'rule' }), [
    '/amount must be the number of tokens that it gives',
    '/on must be the fact that gives the tokens',
  ])
  assert.deepEqual(await refusals({ mode: 'grant' }), [
    '/amount must be the number of tokens that it gives',
    '/contactId must be the contact who gets the tokens',
  ])
})
