import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { objectOf, world } from '#test/world/world.ts'

const w = await world()
after(() => w[Symbol.asyncDispose]())

const percent = { type: 'percent', percentOff: 25 } as const
const eur = (amount: number) => ({ amount, currency: 'EUR' })

async function makeCoupon(terms: object = {}) {
  const made = await w.call('loyalty.coupon.create', { name: 'Sale', discount: percent, ...terms })
  return { ...made, couponId: String(made.id), code: String(made.code) }
}

test('a coupon has its code in capital letters, one use per contact and the class of its discount', async () => {
  const made = await makeCoupon({ code: 'Spring-26', discount: { type: 'freeShipping' } })
  assert.equal(made.code, 'SPRING-26')
  assert.equal(made.maxRedemptionsPerContact, 1)
  assert.equal(made.remaining, null)
  assert.deepEqual(made.stacking, { class: 'shipping', combinesWith: [], exclusive: false, priority: 100 })
  for (const code of ['spring-26', ' SPRING-26'.trim()]) {
    assert.equal((await w.call('loyalty.coupon.get', { code })).id, made.id)
  }
  await w.refused(
    'loyalty.coupon.create',
    { name: 'Again', code: 'sPRING-26', discount: percent },
    { code: 'conflict', mention: 'code_taken' },
  )
  const generated = await makeCoupon({ codePattern: { prefix: 'vip-', length: 6 }, validFor: 'P30D' })
  assert.match(generated.code, /^VIP-[2-9A-HJKMNP-Z]{6}$/)
  assert.equal(Date.parse(String(generated.expiresAt)) - Date.parse(String(generated.startsAt)), 30 * 86_400_000)
})

test('terms that do not fit together are refused with their paths', async () => {
  const refused = (input: object, mention: string) =>
    w.refused(
      'loyalty.coupon.create',
      { name: 'Sale', discount: percent, ...input },
      { code: 'invalid_request', mention },
    )
  await refused({ discount: { type: 'percent' } }, '/discount/percentOff')
  await refused({ discount: { type: 'percent', percentOff: 100.5 } }, '/discount/percentOff')
  await refused({ discount: { type: 'percent', percentOff: 12.345 } }, '/discount/percentOff')
  await refused({ discount: { type: 'amount', amount: 500 } }, '/discount/currency')
  await refused({ discount: { type: 'amount', amount: 0, currency: 'EUR' } }, '/discount/amount')
  await refused({ discount: { type: 'amount', amount: 5.5, currency: 'EUR' } }, '/discount/amount')
  await refused({ discount: { type: 'amount', amount: -5, currency: 'EUR' } }, '/discount/amount')
  await refused({ discount: { ...percent, maxAmount: 100 } }, '/discount/currency')
  await refused({ discount: { type: 'tokens', amount: 1_000_000_000_001 } }, '/discount/amount')
  await refused({ discount: { ...percent, sku: 'A' } }, '/discount/sku')
  await refused({ budget: eur(100), minSubtotal: { amount: 1, currency: 'USD' } }, '/minSubtotal/currency')
  await refused({ startsAt: '2027-01-02T00:00:00Z', expiresAt: '2027-01-02T00:00:00Z' }, '/expiresAt')
  await refused({ expiresAt: '2037-01-02T00:00:00Z', validFor: 'P1D' }, '/validFor')
  await refused({ code: 'A' }, '/code')
  await refused({ code: 'TWO', quantity: 2 }, '/code')
  await refused({ quantity: 100_001 }, '/quantity')
  await refused({ audience: {} }, '/audience')
  await refused({ audience: { segmentId: `seg_${'0'.repeat(34)}` } }, '/audience/segmentId')
  await refused({ audience: { contactId: `con_${'0'.repeat(34)}` } }, '/audience/contactId')
  await refused({ audience: { filter: { field: 'shoeSize', is: 'eq', value: 1 } } }, '/audience/filter')
})

test('the first use fixes the effect; a limit stays above the uses, and a raised one frees the coupon', async () => {
  const { couponId } = await makeCoupon({ maxRedemptions: 2 })
  await w.call('loyalty.coupon.update', { couponId, discount: { type: 'percent', percentOff: 30 } })
  for (const clientReference of ['one', 'two']) await w.call('loyalty.redemption.create', { couponId, clientReference })
  assert.equal((await w.call('loyalty.coupon.get', { couponId })).status, 'exhausted')
  await w.refused(
    'loyalty.coupon.update',
    { couponId, discount: percent },
    { code: 'conflict', mention: 'already_redeemed' },
  )
  await w.refused(
    'loyalty.coupon.update',
    { couponId, maxRedemptions: 1 },
    { code: 'conflict', mention: 'limit_below_used' },
  )
  const raised = await w.call('loyalty.coupon.update', { couponId, maxRedemptions: 3, name: 'Longer sale' })
  assert.deepEqual([raised.status, raised.remaining], ['active', 1])
  const paused = await w.call('loyalty.coupon.update', { couponId, action: 'pause' })
  assert.equal(paused.status, 'paused')
  const use = { couponId, clientReference: 'three' }
  await w.refused('loyalty.redemption.create', use, { code: 'conflict', mention: 'coupon_not_active' })
  await w.refused(
    'loyalty.coupon.update',
    { couponId, action: 'pause' },
    { code: 'conflict', mention: 'invalid_transition' },
  )
  const lowered = await w.call('loyalty.coupon.update', { couponId, action: 'resume', maxRedemptions: 2 })
  assert.equal(lowered.status, 'exhausted')
  const facts = await w.emitted()
  const about = facts
    .filter(({ subject }) => subject === couponId)
    .map(({ name }) => name.replace('loyalty.coupon.', ''))
  assert.deepEqual(
    about,
    ['created', 'updated', 'exhausted', 'updated', 'updated', 'paused', 'updated'].map((name) => name),
  )
})

test('a budget needs room for the discounts that it granted', async () => {
  const { couponId } = await makeCoupon()
  const order = { currency: 'EUR', subtotal: 4_000 }
  await w.call('loyalty.redemption.create', { couponId, clientReference: 'one', order })
  const low = { couponId, budget: eur(999) }
  await w.refused('loyalty.coupon.update', low, { code: 'conflict', mention: 'limit_below_used' })
  const other = { couponId, budget: { amount: 5_000, currency: 'USD' } }
  await w.refused('loyalty.coupon.update', other, { code: 'invalid_request', mention: '/budget/currency' })
  assert.equal((await w.call('loyalty.coupon.update', { couponId, budget: eur(1_000) })).status, 'exhausted')
  assert.equal((await w.call('loyalty.coupon.update', { couponId, budget: null })).status, 'active')
})

test('a deleted coupon is unknown, its reservations are released, and its uses stay', async () => {
  const { couponId, code } = await makeCoupon({ maxRedemptions: 5 })
  const used = await w.call('loyalty.redemption.create', { couponId, clientReference: 'used' })
  const held = await w.call('loyalty.redemption.create', { couponId, clientReference: 'held', mode: 'reserve' })
  assert.deepEqual(await w.call('loyalty.coupon.delete', { couponId }), { id: couponId, status: 'archived' })
  await w.refused('loyalty.coupon.get', { couponId }, 'not_found')
  const gone = await w.send('loyalty.redemption.create', { code, clientReference: 'late' })
  const never = await w.send('loyalty.redemption.create', { code: 'NEVERMADE', clientReference: 'late' })
  const own = await w.send(
    'loyalty.redemption.create',
    { code, clientReference: 'late' },
    { key: (await w.another()).secretKey },
  )
  const text = (reply: typeof gone) => reply.text.replace(String(reply.body['requestId']), '')
  assert.deepEqual([gone.status, text(gone)], [404, text(never)])
  assert.equal(text(own), text(never))
  const { items } = await w.call('loyalty.redemption.all', { couponId, sort: 'createdAt' })
  assert.deepEqual(
    items.map(({ id, status }) => [id, status]),
    [
      [used.id, 'redeemed'],
      [held.id, 'released'],
    ],
  )
  const back = await w.call('loyalty.redemption.rollback', { redemptionId: String(used.id), reason: 'Returned' })
  assert.deepEqual([back.status, back.reason], ['rolledBack', 'Returned'])
  await makeCoupon({ code })
})

test('a batch has distinct codes with the terms of one coupon, lists them and exports them as CSV', async () => {
  const made = await w.call('loyalty.coupon.create', {
    name: 'Flyer',
    discount: { type: 'amount', amount: 500, currency: 'EUR' },
    quantity: 250,
    codePattern: { prefix: 'FLY-', length: 8, suffix: '-26' },
    maxRedemptions: 1,
    validWindows: [{ days: ['sa'], from: '10:00', to: '12:00' }],
    clientReference: 'flyer-26',
  })
  const { batchId, codes, csvUrl, ...batch } = objectOf(made.batch)
  assert.deepEqual(batch, { status: 'ready', quantity: 250, made: 250 })
  assert.ok(Array.isArray(codes))
  assert.equal(codes.length, 200)
  const url = new URL(String(csvUrl))
  const csv = await w.app.server.inject({
    method: 'GET',
    url: `${url.pathname}${url.search}`,
    headers: { 'x-service-api-key': w.account.secretKey, accept: 'text/csv' },
  })
  const [header = '', ...lines] = csv.body.trim().split('\r\n')
  const at = header.split(',').indexOf('code')
  const listed = new Set(lines.map((each) => each.split(',')[at]))
  assert.equal(listed.size, 250)
  for (const code of listed) assert.match(String(code), /^FLY-[2-9A-HJKMNP-Z]{8}-26$/)
  const page = await w.call('loyalty.coupon.all', { batchId: String(batchId), query: 'fly', withTotal: 'exact' })
  assert.equal(page.pagination.total, 250)
  const [some] = page.items
  assert.deepEqual([some?.discount, some?.maxRedemptions, some?.redeemed], [made.discount, 1, 0])
  const again = await w.call('loyalty.coupon.create', {
    name: 'Flyer',
    discount: { type: 'amount', amount: 500, currency: 'EUR' },
    quantity: 250,
    codePattern: { prefix: 'FLY-', length: 8, suffix: '-26' },
    maxRedemptions: 1,
    validWindows: [{ days: ['sa'], from: '10:00', to: '12:00' }],
    clientReference: 'flyer-26',
  })
  assert.deepEqual([again.created, objectOf(again.batch)['batchId']], [false, batchId])
  await w.settle()
  const created = (await w.emitted('loyalty.coupon.created')).filter(({ payload }) => payload['batchId'] === batchId)
  assert.equal(created.length, 1)
  await w.call('loyalty.coupon.delete', { batchId: String(batchId) })
  assert.deepEqual((await w.call('loyalty.coupon.all', { batchId: String(batchId) })).items, [])
  await w.refused('loyalty.couponBatch.get', { batchId }, 'not_found')
})

test('a code of a batch is for one use, unless the limit is given', async () => {
  const limitsOf = async (of: object) => {
    const made = await w.call('loyalty.coupon.create', { name: 'Cards', discount: percent, ...of })
    const batchId = objectOf(made.batch)['batchId']
    const { items } = await w.call('loyalty.coupon.all', { batchId: String(batchId) })
    return items.map(({ maxRedemptions }) => maxRedemptions)
  }
  assert.deepEqual(await limitsOf({ quantity: 2 }), [1, 1])
  assert.deepEqual(await limitsOf({ quantity: 2, maxRedemptions: null }), [null, null])
  assert.deepEqual(await limitsOf({ quantity: 2, maxRedemptions: 5 }), [5, 5])
  const { maxRedemptions } = await makeCoupon()
  assert.equal(maxRedemptions, null)
  const made = await w.call('loyalty.coupon.create', { name: 'Cards', discount: percent, quantity: 2 })
  const code = String(made.code)
  await w.call('loyalty.redemption.create', { code, clientReference: 'first-guest' })
  await w.refused(
    'loyalty.redemption.create',
    { code, clientReference: 'second-guest' },
    { code: 'conflict', mention: 'exhausted' },
  )
})

test('a batch above 10,000 codes grows by tasks, and its terms wait until it is complete', async () => {
  const made = await w.call('loyalty.coupon.create', { name: 'Mailing', discount: percent, quantity: 10_001 })
  const { batchId, status, made: count } = objectOf(made.batch)
  assert.deepEqual([status, count], ['building', 5_001])
  await w.refused(
    'loyalty.coupon.update',
    { couponId: String(made.id), name: 'Other' },
    { code: 'conflict', mention: 'batch_building' },
  )
  await w.settle()
  const batch = await w.call('loyalty.couponBatch.get', { batchId: String(batchId) })
  assert.deepEqual([batch.status, batch.made], ['ready', 10_001])
  const { rows } = await w.app.pools.work.query(
    'select count(distinct code)::integer as codes from loyalty_coupon where name = $1',
    ['Mailing'],
  )
  assert.equal(rows[0].codes, 10_001)
})

test('an audience, a window and a first purchase decide who may use a coupon', async () => {
  const email = 'vip@example.com'
  const vip = String((await w.call('marketing.contact.create', { email, tags: ['vip'] })).id)
  const other = String((await w.call('marketing.contact.create', { email: 'other@example.com' })).id)
  const { couponId } = await makeCoupon({ audience: { filter: { field: 'tags', is: 'any', value: ['vip'] } } })
  const check = async (contactId?: string) => {
    const input = { couponId, subtotal: 1_000, currency: 'EUR', ...(contactId === undefined ? {} : { contactId }) }
    return (await w.call('loyalty.coupon.get', input)).validation
  }
  assert.deepEqual(await check(vip), {
    valid: true,
    reasons: [],
    discount: eur(250),
    trace: [{ key: '1', subtotal: eur(1_000), discount: eur(250), total: eur(750) }],
  })
  assert.deepEqual((await check(other))?.reasons, ['not_eligible'])
  assert.deepEqual((await check())?.reasons, ['contact_needed'])
  const own = await makeCoupon({ audience: { contactId: vip } })
  const { items } = await w.call('loyalty.coupon.all', { contactId: vip })
  assert.deepEqual(
    items.map(({ id }) => id),
    [own.id],
  )
  w.clock.set('2026-11-28T09:30:00Z')
  const hours = await makeCoupon({ validWindows: [{ days: ['sa'], from: '10:00', to: '12:00', timezone: 'UTC' }] })
  const use = { couponId: hours.couponId, clientReference: 'saturday' }
  await w.refused('loyalty.redemption.create', use, { code: 'conflict', mention: 'outside_window' })
  w.clock.set('2026-11-28T10:00:00Z')
  await w.call('loyalty.redemption.create', use)
})

test('codes of an order are priced together, each with its reason', async () => {
  await makeCoupon({ code: 'TENTH', discount: { type: 'percent', percentOff: 10 } })
  await makeCoupon({ code: 'SHIP', discount: { type: 'freeShipping' }, stacking: { combinesWith: ['order'] } })
  await makeCoupon({ code: 'BIG', minSubtotal: eur(100_000) })
  const order = {
    currency: 'EUR',
    items: [
      { sku: 'A', quantity: 2, unitAmount: 1_500 },
      { sku: 'B', unitAmount: 1_005 },
    ],
    shipping: 490,
  }
  const priced = await w.call('loyalty.coupon.validate', { codes: ['tenth', 'BIG', 'NOSUCH'], order })
  assert.deepEqual([priced.subtotal, priced.discountTotal, priced.total], [eur(4_495), eur(400), eur(4_095)])
  assert.deepEqual(priced.rejected, [
    { code: 'BIG', reason: 'min_subtotal' },
    { code: 'NOSUCH', reason: 'unknown_code' },
  ])
  const alone = await w.call('loyalty.coupon.validate', { codes: ['TENTH', 'SHIP'], order })
  assert.equal(alone.trace.filter(({ applied }) => applied).length, 1)
  assert.equal(alone.discountTotal.amount, 490)
})

test('usage counts uses, roll-backs and discounts by day', async () => {
  const { couponId } = await makeCoupon()
  const order = { currency: 'EUR', subtotal: 4_000 }
  for (const clientReference of ['a', 'b', 'c']) {
    await w.call('loyalty.redemption.create', { couponId, clientReference, order })
  }
  const { id } = await w.call('loyalty.redemption.get', { clientReference: 'c', couponId })
  await w.call('loyalty.redemption.rollback', { redemptionId: String(id) })
  w.clock.advance(86_400_000)
  await w.call('loyalty.redemption.create', {
    couponId,
    clientReference: 'd',
    order: { currency: 'JPY', subtotal: 100 },
  })
  const day = (ms: number) => new Date(w.clock.now().getTime() - ms).toISOString().slice(0, 10)
  assert.deepEqual((await w.call('loyalty.coupon.get', { couponId, include: 'usage' })).usage, [
    { day: day(86_400_000), redeemed: 2, rolledBack: 1, discounts: [eur(2_000)] },
    { day: day(0), redeemed: 1, rolledBack: 0, discounts: [{ amount: 25, currency: 'JPY' }] },
  ])
})

test('usage of a batch is that of all its codes', async () => {
  const draft = { name: 'Spring', quantity: 3, discount: { type: 'percent', percentOff: 10 } } as const
  const batchId = String(objectOf((await w.call('loyalty.coupon.create', draft)).batch)['batchId'])
  const { items } = await w.call('loyalty.coupon.all', { batchId })
  await makeCoupon()
  for (const [at, { id }] of items.entries()) {
    const order = { currency: 'EUR', subtotal: 1_000 * (at + 1) }
    await w.call('loyalty.redemption.create', { couponId: String(id), clientReference: `batch-${at}`, order })
  }
  const day = w.clock.now().toISOString().slice(0, 10)
  assert.deepEqual((await w.call('loyalty.couponBatch.get', { batchId, include: 'usage' })).usage, [
    { day, redeemed: 3, rolledBack: 0, discounts: [eur(600)] },
  ])
  assert.equal((await w.call('loyalty.couponBatch.get', { batchId })).usage, undefined)
})

test('the QR code of a coupon is an image without a key, until the coupon is deleted', async () => {
  const { couponId, qrUrl } = await makeCoupon()
  const get = () => w.app.server.inject({ method: 'GET', url: new URL(String(qrUrl)).pathname })
  const shown = await get()
  assert.equal(shown.statusCode, 200)
  assert.match(String(shown.headers['content-type']), /^image\/svg\+xml/)
  assert.match(shown.body, /^<svg class="qr"/)
  await w.call('loyalty.coupon.delete', { couponId })
  assert.equal((await get()).statusCode, 404)
})

test('a network without a key may try five unknown codes at once, then no code at all', async () => {
  const { code } = await makeCoupon({ code: 'KNOWN1' })
  const link = await w.call('payments.paymentLink.create', {
    title: 'Ticket',
    allowCoupons: true,
    currency: 'EUR',
    lineItems: [{ name: 'Ticket', amount: 2_000 }],
  })
  const quote = (codes: readonly string[]) =>
    w.send('payments.checkout.quote', { slug: String(link.slug), codes }, { key: null })
  for (let times = 0; times < 8; times++) assert.equal((await quote([code])).status, 200)
  const wrong = Array.from({ length: 8 }, (_, n) => `WRONG${n}`)
  assert.equal((await quote([code, ...wrong])).status, 429)
  const right = await quote([code])
  assert.equal(right.status, 429)
  assert.ok(Number(right.headers['retry-after']) >= 1)
  const own = await w.call('loyalty.coupon.validate', { codes: wrong, order: { currency: 'EUR', subtotal: 100 } })
  assert.equal(own.rejected.length, 8)
})
