import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rewardsPort } from '#kit/call/rewards.ts'
import { parseId } from '#kit/values/ids.ts'
import { world, type World } from '#test/world/world.ts'
import { schedules } from './couponSweep.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

const percent = { type: 'percent', percentOff: 25 } as const
const eur = (amount: number) => ({ amount, currency: 'EUR' })
let count = 0

async function makeCoupon(terms: object = {}, at: World = w) {
  const made = await at.call('loyalty.coupon.create', { name: 'Sale', discount: percent, ...terms })
  return { ...made, couponId: String(made.id), code: String(made.code) }
}

async function makeContact() {
  count += 1
  const made = await w.call('marketing.contact.create', { email: `someone${count}@example.com` })
  return String(made.id)
}

type Answer = { status: number; reason: string; id: string }

async function redeem(input: object): Promise<Answer> {
  count += 1
  const reply = await w.send('loyalty.redemption.create', { clientReference: `order-${count}`, ...input })
  const { data, error } = reply.body
  return { status: reply.status, reason: String(Object(error)['reason']), id: String(Object(data)['id']) }
}

async function runSchedules(): Promise<void> {
  for (const each of schedules) await each.run(w.app.operatorCtx(w.account.account, each.name))
}

/** Counters of a coupon beside its uses, counted. */
async function counters(couponId: string) {
  const { rows } = await w.app.pools.work.query(
    `select c.redeemed, c.reserved, c.status, coalesce(c.discount_granted_amount, 0)::integer as granted,
       (count(r.id) filter (where r.status in ('redeemed', 'partiallyRolledBack')))::integer as used,
       (count(r.id) filter (where r.status = 'reserved'))::integer as held,
       coalesce(sum(r.amount - r.rolled_back_amount)
         filter (where r.status not in ('released', 'rolledBack')), 0)::integer as discounts
     from loyalty_coupon c left join loyalty_redemption r on r.account_id = c.account_id and r.coupon_id = c.id
     where c.id = any($1) group by c.account_id, c.id`,
    [[uuidOf(couponId)]],
  )
  return rows[0]
}

function uuidOf(id: string): string {
  const parsed = parseId(id.slice(0, 3), id)
  assert.ok(parsed)
  return parsed.uuid
}

test('200 parallel redeemers of a coupon with 100 uses get exactly 100', async () => {
  const { couponId, code } = await makeCoupon({ maxRedemptions: 100 })
  const answers = await Promise.all(Array.from({ length: 200 }, () => redeem({ code: code.toLowerCase() })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 100)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    new Set(refused.map(({ status, reason }) => `${status} ${reason}`)),
    new Set(['409 coupon_exhausted']),
  )
  const { redeemed, used, status } = await counters(couponId)
  assert.deepEqual([redeemed, used, status], [100, 100, 'exhausted'])
  await w.settle()
  const facts = await w.emitted('loyalty.coupon.exhausted')
  assert.equal(facts.filter(({ payload }) => payload['couponId'] === couponId).length, 1)
  const redeemedFacts = await w.emitted('loyalty.coupon.redeemed')
  assert.equal(redeemedFacts.filter(({ payload }) => payload['couponId'] === couponId).length, 100)
})

test('counters equal the uses after parallel reservations, commits, releases and roll-backs', async () => {
  const { couponId } = await makeCoupon({ maxRedemptions: 40, budget: eur(20_000) })
  const order = { currency: 'EUR', subtotal: 2_000 }
  await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const mode = n % 2 === 0 ? 'reserve' : 'redeem'
      const { status, id } = await redeem({ couponId, order, mode })
      if (status !== 200) return
      if (n % 4 === 0) await w.call('loyalty.redemption.create', { reservationId: id })
      if (n % 3 === 0) await w.call('loyalty.redemption.rollback', { redemptionId: id, reason: 'changed their mind' })
      else if (n % 5 === 0) await w.send('loyalty.redemption.rollback', { redemptionId: id, amount: 100 })
    }),
  )
  const { redeemed, reserved, used, held, granted, discounts } = await counters(couponId)
  assert.deepEqual([redeemed, reserved, granted], [used, held, discounts])
  assert.ok(redeemed + reserved <= 40)
  for (;;) {
    const { status, reason } = await redeem({ couponId, order })
    if (status === 200) continue
    assert.match(reason, /^(coupon_exhausted|budget_exhausted)$/)
    break
  }
  const after = await counters(couponId)
  assert.ok(after.redeemed + after.reserved === 40 || after.granted > 20_000 - 500)
  assert.ok(after.granted <= 20_000)
})

test('the limit of a contact holds for parallel uses, and each contact has its own', async () => {
  const { couponId } = await makeCoupon({ maxRedemptionsPerContact: 3 })
  const contacts = await Promise.all([makeContact(), makeContact()])
  const answers = await Promise.all(
    contacts.flatMap((contactId) => Array.from({ length: 20 }, () => redeem({ couponId, contactId }))),
  )
  const good = answers.filter(({ status }) => status === 200)
  assert.equal(good.length, 6)
  const reasons = new Set(answers.filter(({ status }) => status !== 200).map(({ reason }) => reason))
  assert.deepEqual(reasons, new Set(['per_contact_limit']))
  await w.call('loyalty.redemption.rollback', { redemptionId: String(good[0]?.id) })
  const again = await Promise.all(contacts.map((contactId) => redeem({ couponId, contactId })))
  assert.deepEqual(again.map(({ status }) => status).sort(), [200, 409])
})

test('the budget holds for parallel uses of different amounts', async () => {
  const { couponId } = await makeCoupon({ budget: eur(1_000), discount: { type: 'percent', percentOff: 50 } })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      redeem({ couponId, order: { currency: 'EUR', subtotal: 2 * (20 + (n % 7)) } }),
    ),
  )
  const { granted, discounts } = await counters(couponId)
  assert.equal(granted, discounts)
  assert.ok(granted <= 1_000 && granted > 1_000 - 27, String(granted))
  assert.ok(answers.some(({ reason }) => reason === 'budget_exhausted' || reason === 'coupon_exhausted'))
})

test('a repeated use answers the first one, also in parallel; another request conflicts', async () => {
  const { couponId } = await makeCoupon({ maxRedemptions: 5 })
  const input = { couponId, clientReference: 'order-again', order: { currency: 'EUR', subtotal: 4_000 } }
  const answers = await Promise.all(Array.from({ length: 12 }, () => w.call('loyalty.redemption.create', input)))
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  assert.equal(answers.filter(({ created }) => created).length, 1)
  assert.deepEqual(answers[0]?.discount, eur(1_000))
  await w.refused(
    'loyalty.redemption.create',
    { ...input, order: { currency: 'EUR', subtotal: 1 } },
    { code: 'conflict', mention: 'client_reference_exists' },
  )
  assert.equal((await counters(couponId)).redeemed, 1)
})

test('an Idempotency-Key keeps the use and its answer together', async () => {
  const { couponId } = await makeCoupon({ maxRedemptions: 30 })
  const send = (n: number) =>
    w.send(
      'loyalty.redemption.create',
      { couponId, clientReference: `keyed-${n}` },
      { headers: { 'idempotency-key': `use-${n}` } },
    )
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)))
  assert.equal(replies.filter(({ status }) => status === 200).length, 30)
  const again = await send(replies.findIndex(({ status }) => status === 200))
  assert.equal(again.headers['idempotent-replayed'], 'true')
  const { redeemed, used } = await counters(couponId)
  assert.deepEqual([redeemed, used], [30, 30])
})

test('a reservation counts until its end, is committed once, and is free again after it', async () => {
  const { couponId } = await makeCoupon({ maxRedemptions: 1 })
  const held = await redeem({ couponId, mode: 'reserve', ttl: 'PT10M' })
  assert.equal((await redeem({ couponId })).reason, 'coupon_exhausted')
  w.clock.advance(10 * 60_000)
  await w.refused(
    'loyalty.redemption.create',
    { reservationId: held.id },
    { code: 'conflict', mention: 'reservation_expired' },
  )
  const next = await redeem({ couponId, mode: 'reserve' })
  assert.equal(next.status, 200)
  const used = await w.call('loyalty.redemption.create', { reservationId: next.id })
  assert.equal(used.status, 'redeemed')
  assert.equal((await w.call('loyalty.redemption.create', { reservationId: next.id })).version, used.version)
  await w.refused(
    'loyalty.redemption.create',
    { reservationId: held.id },
    { code: 'conflict', mention: 'redemption_ended' },
  )
  const { redeemed, reserved, status } = await counters(couponId)
  assert.deepEqual([redeemed, reserved, status], [1, 0, 'exhausted'])
})

test('a coupon begins and ends by the clock, before its schedule runs and after', async () => {
  const now = w.clock.now().getTime()
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const { couponId, status } = await makeCoupon({ startsAt: at(10), expiresAt: at(20) })
  const left = await makeCoupon({ startsAt: at(10), expiresAt: at(20) })
  assert.equal(status, 'scheduled')
  assert.equal((await redeem({ couponId })).reason, 'coupon_not_started')
  w.clock.advance(10 * 60_000)
  assert.equal((await redeem({ couponId })).status, 200)
  await runSchedules()
  assert.equal((await w.call('loyalty.coupon.get', { couponId: left.couponId })).status, 'active')
  w.clock.advance(10 * 60_000)
  assert.equal((await redeem({ couponId })).reason, 'coupon_expired')
  await runSchedules()
  for (const id of [couponId, left.couponId]) {
    assert.equal((await w.call('loyalty.coupon.get', { couponId: id })).status, 'expired')
  }
  const extended = await w.call('loyalty.coupon.update', { couponId, expiresAt: at(60) })
  assert.equal(extended.status, 'active')
  assert.equal((await redeem({ couponId })).status, 200)
})

test('the code of a coupon for one contact says who uses it', async () => {
  const contactId = await makeContact()
  const { couponId, code } = await makeCoupon({ audience: { contactId } })
  const input = { code: String(code), clientReference: 'door' }
  const first = await w.call('loyalty.redemption.create', input)
  assert.equal(first.contactId, contactId)
  const again = await w.call('loyalty.redemption.create', input)
  assert.deepEqual([again.id, again.created], [first.id, false])
  assert.equal((await redeem({ couponId })).reason, 'per_contact_limit')
})

test('a coupon of tokens gives them to its contact once per use', async () => {
  const contactId = await makeContact()
  const { couponId } = await makeCoupon({ discount: { type: 'tokens', amount: 250 }, maxRedemptionsPerContact: 2 })
  assert.equal((await redeem({ couponId })).reason, 'contact_needed')
  const input = { couponId, contactId, clientReference: 'gift' }
  const first = await w.call('loyalty.redemption.create', input)
  assert.deepEqual([first.discount, first.tokens], [null, { token: 'POINTS', amount: 250 }])
  await w.call('loyalty.redemption.create', input)
  const held = await redeem({ couponId, contactId, mode: 'reserve' })
  await w.settle()
  const tokens = async () => {
    const balances = await w.app
      .operatorCtx(w.account.account, 'test')
      .port(rewardsPort)
      .balances(w.app.operatorCtx(w.account.account, 'test'), [contactId])
    return balances.get(contactId)?.map(({ token, available }) => [token, available])
  }
  assert.deepEqual(await tokens(), [['POINTS', 250n]])
  await w.call('loyalty.redemption.create', { reservationId: held.id })
  await w.settle()
  assert.deepEqual(await tokens(), [['POINTS', 500n]])
})
