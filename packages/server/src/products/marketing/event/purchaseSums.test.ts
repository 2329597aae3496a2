import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { world, type World } from '#test/world/world.ts'
import { recordEvents } from './recordEvents.ts'

let w: World

before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const idOf = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`

type Paid = {
  contactId: string
  id: string
  amountMinor: number
  verb?: 'succeeded' | 'refunded' | 'refundFailed' | 'disputeLost'
  isFact?: true
}

/** Records payments the way that a fact of Payments does. */
function pay(...payments: Paid[]): Promise<number> {
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const events = payments.map(({ verb = 'succeeded', amountMinor, ...each }) => ({
    name: `payments.payment.${verb}`,
    properties: { amountMinor, currency: 'EUR' },
    ...each,
  }))
  return ctx.atomic((inner) => recordEvents(inner, events))
}

const count = async (text: string) => (await w.call('marketing.contact.count', { text })).count

async function contact(name: string): Promise<string> {
  return String((await w.call('marketing.contact.create', { email: `${name}@example.com` })).id)
}

test('payments of a contact count once, less refunds, and a tracked event takes no name of a fact', async () => {
  const contactId = await contact('paid')
  const first = { contactId, id: idOf(1), amountMinor: 4_900, isFact: true } as const
  await Promise.all([pay(first), pay(first), pay({ ...first, id: idOf(2), amountMinor: 100 }), pay(first)])
  assert.equal(await count('paid EUR = 5000 and payments = 2'), 1)
  await pay({ ...first, id: idOf(3), verb: 'refunded', amountMinor: 1_000 })
  assert.equal(await count('paid EUR = 4000 and payments = 2'), 1)
  await pay({ ...first, id: idOf(9), verb: 'refunded', amountMinor: 500 })
  await pay({ ...first, id: idOf(10), verb: 'refundFailed', amountMinor: 500 })
  assert.equal(await count('paid EUR = 4000 and payments = 2'), 1)
  assert.equal(await count('paid USD > 0'), 0)
  await w.call('loyalty.reward.create', { name: 'Welcome', mode: 'grant', contactId, amount: 70 })
  const parts = await w.call('marketing.contact.get', { contactId, include: ['loyalty', 'payments'] })
  assert.deepEqual(parts.payments, { count: 2, totals: [{ currency: 'EUR', count: 2, amount: 4_000 }] })
  assert.deepEqual(parts.loyalty, {
    balances: [{ token: 'POINTS', available: 70, pending: 0, held: 0 }],
    coupons: [],
  })
  const properties = { amountMinor: 9_999, currency: 'EUR' }
  const forged = { contactId, name: 'payments.payment.refunded', properties }
  const names = ['shop.ordered', 'payments.payment.succeeded', 'loyalty.x', 'marketing.message.unsubscribed']
  const events = [forged, ...names.map((name) => ({ ...forged, name }))]
  const error = await w.refused('marketing.event.track', { events }, { code: 'invalid_request' })
  const fields = Object.values(Object(error['fields'])).map((each) => String(Object(each)['path']))
  assert.deepEqual(
    fields,
    [0, 2, 3, 4].map((index) => `/events/${index}/name`),
  )
  assert.equal(await count('paid EUR = 4000'), 1)
})

test('a merge adds the payments of both contacts, and an erasure removes them', async () => {
  const [into, from] = [await contact('into'), await contact('from')]
  await pay(
    { contactId: into, id: idOf(11), amountMinor: 700, isFact: true },
    { contactId: from, id: idOf(12), amountMinor: 800, isFact: true },
  )
  await w.call('marketing.contact.update', { contactId: into, mergeFrom: from })
  assert.equal(await count('paid EUR = 1500 and payments = 2'), 1)
  await w.call('marketing.contact.delete', { contactId: into, mode: 'erase' })
  const uuid = parseId('con', into)?.uuid
  const { rows } = await w.app.pools.work.query('select from marketing_purchase where contact_id = $1', [uuid])
  assert.equal(rows.length, 0)
})

test('a payment moves its contact into a segment that follows payments', async () => {
  const made = await w.call('marketing.segment.create', {
    name: 'Buyers',
    filter: { payment: { total: { is: 'gte', value: 10_000 }, currency: 'EUR' } },
  })
  await w.settle()
  const contactId = await contact('buyer')
  await pay({ contactId, id: idOf(21), amountMinor: 10_000, isFact: true })
  await w.settle()
  const { segments } = await w.call('marketing.contact.get', { contactId, include: ['segments'] })
  assert.deepEqual(
    segments?.map(({ segmentId }) => segmentId),
    [made.id],
  )
})

test('a payment and a coupon begin runs of automations with these triggers', async () => {
  const contactId = await contact('triggered')
  const nodes = [{ nodeId: 'end', type: 'exit' }] as const
  const where = [{ prop: 'amountMinor', is: 'gte', value: 1_000 }] as const
  const automation = async (trigger: { type: 'couponRedeemed' | 'paymentSucceeded'; where?: typeof where }) => {
    const made = await w.call('marketing.automation.create', { name: 'Thanks', status: 'active', trigger, nodes })
    return async () => {
      await w.settle()
      return (await w.call('marketing.automation.get', { automationId: String(made.id) })).stats.entered
    }
  }
  const paid = await automation({ type: 'paymentSucceeded', where })
  const redeemed = await automation({ type: 'couponRedeemed' })
  await pay({ contactId, id: idOf(31), amountMinor: 999, isFact: true })
  assert.deepEqual([await paid(), await redeemed()], [0, 0])
  await pay({ contactId, id: idOf(32), amountMinor: 1_000, isFact: true })
  const coupon = await w.call('loyalty.coupon.create', { name: 'Once', discount: { type: 'percent', percentOff: 5 } })
  const use = { couponId: String(coupon.id), contactId, clientReference: 'once' }
  await w.call('loyalty.redemption.create', use)
  assert.deepEqual([await paid(), await redeemed()], [1, 1])
})
