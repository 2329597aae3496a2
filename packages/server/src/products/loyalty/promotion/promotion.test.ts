import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const tea = { sku: 'TEA', quantity: 3, unitAmount: 450 }
const mug = { sku: 'MUG', unitAmount: 1_299 }
const cart = { currency: 'EUR', items: [tea, mug] }

/** Creates a running promotion that other tests of this file do not meet: it needs a code of its own. */
async function running(fields: Record<string, unknown>): Promise<{ id: string; code: string; version: number }> {
  const code = `C${Math.random().toString(36).slice(2, 12).toUpperCase()}`
  const made = await w.call('loyalty.promotion.create', {
    name: code,
    trigger: 'code',
    code,
    status: 'active',
    effects: [{ type: 'orderPercent', percentOff: 10 }],
    ...fields,
  })
  return { id: made.id, code, version: made.version }
}

async function evaluate(code: string, more: Record<string, unknown> = {}) {
  return w.call('loyalty.promotion.evaluate', { cart: { ...cart, codes: [code] }, ...more })
}

test('a draft applies after its activation, and a paused one no longer', async () => {
  const { id: promotionId, code } = await running({ status: 'draft' })
  assert.equal((await evaluate(code)).rejected[0]?.reason, 'unknown_code')
  await w.call('loyalty.promotion.update', { promotionId, action: 'activate' })
  const priced = await evaluate(code)
  assert.deepEqual([priced.subtotal, priced.discountTotal, priced.total, priced.due], [2_649, 265, 2_384, 2_384])
  assert.deepEqual(
    priced.lines.map(({ key, total }) => [key, total]),
    [
      ['1', 1_215],
      ['2', 1_169],
    ],
  )
  assert.deepEqual(
    priced.trace.map(({ offerId, isApplied, before: was, after: left }) => [offerId, isApplied, was, left]),
    [[promotionId, true, 2_649, 2_384]],
  )
  await w.call('loyalty.promotion.update', { promotionId, action: 'pause' })
  assert.equal((await evaluate(code)).discountTotal, 0)
})

test('a promotion applies between its start and its end, within its windows', async () => {
  const startsAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const endsAt = new Date(w.clock.now().getTime() + 7_200_000).toISOString()
  const { id: promotionId, code } = await running({ startsAt, endsAt })
  assert.equal((await w.call('loyalty.promotion.get', { promotionId })).status, 'scheduled')
  assert.equal((await evaluate(code)).rejected[0]?.reason, 'not_started')
  w.clock.advance(3_600_000)
  assert.equal((await evaluate(code)).discountTotal, 265)
  await w.settle()
  assert.equal((await w.call('loyalty.promotion.get', { promotionId })).status, 'active')
  w.clock.advance(3_600_000)
  assert.equal((await evaluate(code)).rejected[0]?.reason, 'expired')
  await w.settle()
  assert.equal((await w.call('loyalty.promotion.get', { promotionId })).status, 'ended')
})

test('a filter reads the cart and the buyer', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'de@example.com', country: 'DE' })
  const { id: french } = await w.call('marketing.contact.create', { email: 'fr@example.com', country: 'FR' })
  const { code } = await running({
    filter: {
      op: 'and',
      of: [
        { field: 'cart.subtotal', is: 'gte', value: 2_000 },
        { field: 'cart.skus', is: 'any', value: ['TEA'] },
        { field: 'country', is: 'eq', value: 'DE' },
      ],
    },
  })
  assert.equal((await evaluate(code)).rejected[0]?.reason, 'contact_needed')
  assert.equal((await evaluate(code, { contactId: french })).rejected[0]?.reason, 'not_eligible')
  assert.equal((await evaluate(code, { contactId })).discountTotal, 265)
  const small = { ...cart, items: [tea], codes: [code] }
  const priced = await w.call('loyalty.promotion.evaluate', { contactId, cart: small })
  assert.equal(priced.rejected[0]?.reason, 'not_eligible')
})

test('an effect has the members of its type, and names records that are there', async () => {
  const refused = async (effects: unknown, path: string) =>
    w.refused('loyalty.promotion.create', { name: 'Wrong', effects }, { code: 'invalid_request', mention: path })
  await refused([{ type: 'orderPercent' }], '/effects/0/percentOff')
  await refused([{ type: 'orderAmount', amount: 100 }], '/currency')
  await refused([{ type: 'freeShipping', target: { skus: ['TEA'] } }], '/effects/0/target')
  await refused([{ type: 'orderPercent', percentOff: 12.345 }], '/effects/0')
  const filter = { field: 'line.weight', is: 'gt', value: 1 }
  await refused([{ type: 'itemPercent', percentOff: 10, target: { filter } }], '/effects/0/target/filter/field')
  await using other = await world()
  const { id: placeId } = await other.call('places.place.create', await other.example('places.place.create'))
  const target = { placeIds: [placeId] }
  await refused([{ type: 'itemPercent', percentOff: 10, target }], '/effects/0/target/placeIds/0')
})

test('rules that change after the first use begin a new revision', async () => {
  const { id: promotionId, code } = await running({})
  const effects = [{ type: 'orderPercent' as const, percentOff: 20 }]
  assert.equal((await w.call('loyalty.promotion.update', { promotionId, effects })).revision, 1)
  await evaluate(code, { commit: { clientReference: `order ${code}` } })
  const changed = await w.call('loyalty.promotion.update', {
    promotionId,
    effects: [{ type: 'orderPercent', percentOff: 30 }],
  })
  assert.equal(changed.revision, 2)
  assert.equal((await w.call('loyalty.promotion.update', { promotionId, name: 'Other' })).revision, 2)
  const { stats } = await w.call('loyalty.promotion.get', { promotionId, include: ['stats'] })
  assert.deepEqual([stats?.redemptions, stats?.discount], [1, [{ currency: 'EUR', amount: 530 }]])
})

test('a repeated commit counts once, and answers the first result', async () => {
  const { id: promotionId, code } = await running({ limits: { total: 5 } })
  const commit = { clientReference: `order ${code}` }
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => evaluate(code, { commit })))
  assert.deepEqual(
    [one, two, three].map((each) => each?.quoteHash),
    Array.from({ length: 3 }, () => one?.quoteHash),
  )
  const { stats } = await w.call('loyalty.promotion.get', { promotionId, include: ['stats'] })
  assert.equal(stats?.redemptions, 1)
})

test('a commit at another price than that of the quote is refused', async () => {
  const { id: promotionId, code } = await running({})
  const { quoteHash } = await evaluate(code)
  await w.call('loyalty.promotion.update', { promotionId, effects: [{ type: 'orderPercent', percentOff: 5 }] })
  const commit = { clientReference: `order ${code}`, quoteHash }
  const input = { cart: { ...cart, codes: [code] }, commit }
  await w.refused('loyalty.promotion.evaluate', input, { code: 'conflict', mention: 'quote_changed' })
  const { quoteHash: present } = await evaluate(code)
  assert.equal((await evaluate(code, { commit: { ...commit, quoteHash: present } })).discountTotal, 132)
})

test('a limit holds exactly for parallel purchases, in all, by contact and by day', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'many@example.com' })
  const total = await running({ limits: { total: 5 } })
  const perContact = await running({ limits: { perContact: 2 } })
  const perDay = await running({ limits: { perDay: 3 } })
  const spend = await running({ currency: 'EUR', budget: { type: 'spend', amount: 1_000 } })
  const usesOf = async (code: string) => {
    const tries = Array.from({ length: 12 }, (_, n) =>
      evaluate(code, { contactId, commit: { clientReference: `${code} ${n}` } }),
    )
    return (await Promise.all(tries)).filter(({ discountTotal }) => discountTotal > 0).length
  }
  assert.equal(await usesOf(total.code), 5)
  assert.equal(await usesOf(perContact.code), 2)
  assert.equal(await usesOf(perDay.code), 3)
  // Three discounts of 265 fit into a budget of 1000, four do not.
  assert.equal(await usesOf(spend.code), 3)
  await w.settle()
  assert.equal((await w.call('loyalty.promotion.get', { promotionId: total.id })).status, 'exhausted')
  const limits = { total: 4 }
  const below = { code: 'conflict', mention: 'limit_below_used' }
  await w.refused('loyalty.promotion.update', { promotionId: total.id, limits }, below)
  const raised = await w.call('loyalty.promotion.update', { promotionId: total.id, limits: { total: 6 } })
  assert.equal(raised.status, 'active')
})

test('a purchase gives the buyer a copy of a coupon with a code of its own, once', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'gift@example.com' })
  const { id: couponId } = await w.call('loyalty.coupon.create', {
    name: 'Thank you',
    discount: { type: 'percent', percentOff: 20 },
  })
  const { code } = await running({ effects: [{ type: 'issueCoupon', couponId }] })
  const commit = { clientReference: `order ${code}` }
  assert.equal((await evaluate(code, { contactId, commit })).effects[0]?.type, 'issueCoupon')
  await evaluate(code, { contactId, commit })
  await w.settle()
  const { items } = await w.call('loyalty.coupon.all', { contactId })
  assert.deepEqual(
    items.map(({ name, maxRedemptions, audience }) => [name, maxRedemptions, audience]),
    [['Thank you', 1, { contactId }]],
  )
})

test('a limit by contact counts the uses of a merged contact', async () => {
  const create = (input: object) =>
    w.call('marketing.contact.create', { externalId: `merge ${Math.random()}`, ...input })
  const [kept, gone] = [await create({ email: 'kept@example.com' }), await create({ phone: '+4930123456' })]
  const { code } = await running({ limits: { perContact: 2 } })
  for (const { id: contactId } of [kept, gone]) {
    await evaluate(code, { contactId, commit: { clientReference: `${code} ${contactId}` } })
  }
  assert.equal((await evaluate(code, { contactId: kept.id })).discountTotal, 265)
  await w.call('marketing.contact.update', { contactId: kept.id, mergeFrom: gone.id })
  await w.settle()
  assert.equal((await evaluate(code, { contactId: kept.id })).rejected[0]?.reason, 'per_contact_limit')
})

test('a promotion says which others it meets, and leaves the list when it is deleted', async () => {
  const first = await running({
    stacking: { class: 'order', combinesWith: [], exclusive: false, priority: 1, percentOf: 'running' },
  })
  const second = await w.call('loyalty.promotion.create', {
    name: 'Second',
    effects: [{ type: 'orderPercent', percentOff: 1 }],
  })
  assert.equal(second.warnings.find(({ promotionId }) => promotionId === first.id)?.kind, 'excludes')
  const shown = await w.call('loyalty.promotion.get', { promotionId: second.id, include: ['warnings'] })
  assert.deepEqual(shown.warnings, second.warnings)
  assert.equal((await w.call('loyalty.promotion.get', { promotionId: second.id })).warnings, undefined)
  assert.deepEqual(await w.call('loyalty.promotion.delete', { promotionId: first.id }), {
    id: first.id,
    status: 'archived',
  })
  assert.equal((await evaluate(first.code)).rejected[0]?.reason, 'unknown_code')
})

test('get prices a cart with a promotion that does not run, and counts nothing', async () => {
  const { id: promotionId } = await running({
    status: 'draft',
    filter: { field: 'cart.subtotal', is: 'gte', value: 1 },
  })
  const text = JSON.stringify(cart)
  const { evaluation } = await w.call('loyalty.promotion.get', { promotionId, cart: text, include: ['stats'] })
  const effect = evaluation?.effects.find(({ offerId }) => offerId === promotionId)
  assert.deepEqual([effect?.type, effect?.discount], ['orderPercent', 265])
  const step = evaluation?.trace.find(({ offerId }) => offerId === promotionId)
  assert.deepEqual([step?.isApplied, step?.alone, step?.after], [true, 265, 2_384])
  const { stats, evaluation: none } = await w.call('loyalty.promotion.get', { promotionId, include: ['stats'] })
  assert.deepEqual([stats?.evaluated, stats?.applied, none], [0, 0, undefined])
  const refused = (input: object, mention: string) =>
    w.refused('loyalty.promotion.get', { promotionId, ...input }, { code: 'invalid_request', mention })
  await refused({ cart: '{' }, 'cart')
  await refused({ cart: '{"currency":"EUR","items":[]}' }, '/cart/items')
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'buyer@example.com' })
  await refused({ contactId }, 'cart')
  const unknown = { promotionId, contactId: `con_${'0'.repeat(34)}` }
  await w.refused('loyalty.promotion.get', unknown, { code: 'not_found' })
})
