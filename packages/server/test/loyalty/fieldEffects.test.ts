import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { encodeId } from '#kit/values/ids.ts'
import { gotReward } from '#products/loyalty/test/gotReward.ts'
import { linkOf } from '#test/payments/checkouts.ts'
import { world, type Input, type Json, type World } from '#test/world/world.ts'

let w: World
let contactId: string
let otherId: string
let segmentId: string
let paymentLinkId: string
let placeId: string
let streamId: string
before(async () => {
  w = await world()
  const create = w.call
  contactId = (await create('marketing.contact.create', { email: 'ada@example.com', tags: ['vip'] })).id
  otherId = (await create('marketing.contact.create', { email: 'bob@example.com' })).id
  const filter = { field: 'tags', is: 'any', value: ['vip'] } as const
  segmentId = String((await create('marketing.segment.create', { name: 'VIP', filter })).id)
  await w.settle()
  paymentLinkId = String((await linkOf(w)).id)
  streamId = String((await create('livestream.stream.create', { title: 'Concert' })).id)
  placeId = String((await create('places.place.create', await w.example('places.place.create'))).id)
})
after(() => w[Symbol.asyncDispose]())

const begin = '2026-11-21T09:00:00.000Z'
const id = (prefix: string) => encodeId(prefix, w.account.account.id, '0198a000-0000-7000-8000-000000000001')
const tea = { sku: 'TEA', categories: ['drink'], quantity: 3, unitAmount: 450 }
const mug = { sku: 'MUG', categories: ['ware'], quantity: 1, unitAmount: 1_299 }
const percent = { type: 'percent', percentOff: 10 }
const tenth = 265

/** Circumstances of a purchase beside its two articles, and the discount that an offer gives in them. */
type Circumstances = { about?: Json; contactId?: string; at?: string; cart?: Json; codes?: string[] }
type Row = [field: string, terms: Json, ...outcomes: [circumstances: Circumstances, discount: number][]]

async function discountOf(codes: string[], { about, cart, at, contactId: buyer }: Circumstances): Promise<number> {
  w.clock.set(at ?? begin)
  const items = [tea, mug]
  const input = { cart: { currency: 'EUR', items, codes, ...(about && { about }), ...cart }, contactId: buyer }
  // cast: the rows hold fields of a cart.
  const { discountTotal } = await w.call('loyalty.promotion.evaluate', input as Input<'loyalty.promotion.evaluate'>)
  w.clock.set(begin)
  return discountTotal
}

async function couponCode(terms: Json): Promise<string> {
  const input = { name: 'Offer', discount: percent, ...terms }
  // cast: the rows hold fields of a coupon.
  return String((await w.call('loyalty.coupon.create', input as Input<'loyalty.coupon.create'>)).code)
}

async function promotionCode(terms: Json): Promise<string> {
  const code = `P${randomUUID().slice(0, 8).toUpperCase()}`
  const effects = [{ type: 'orderPercent', percentOff: 10 }]
  const input = { name: 'Offer', trigger: 'code', code, status: 'active', effects, ...terms }
  // cast: the rows hold fields of a promotion.
  await w.call('loyalty.promotion.create', input as Input<'loyalty.promotion.create'>)
  return code
}

/** Rows whose discounts are not those of the table, with both. */
async function misses(rows: readonly Row[], codeOf: (terms: Json) => Promise<string>): Promise<string[]> {
  const found: string[] = []
  for (const [field, terms, ...outcomes] of rows) {
    const code = await codeOf(terms)
    for (const [index, [circumstances, expected]] of outcomes.entries()) {
      const discount = await discountOf([code, ...(circumstances.codes ?? [])], circumstances)
      if (discount !== expected) found.push(`${field}, outcome ${index}: ${discount} in place of ${expected}`)
    }
  }
  return found
}

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const window = [{ days: ['sa'], from: '10:00', to: '12:00', timezone: 'Europe/Berlin' }]
const outside = { at: '2026-11-21T11:30:00Z' }
const tomorrow = { at: '2026-11-22T09:00:00Z' }
const shipped = { cart: { shipping: 490 } }
const inDollars = { cart: { currency: 'USD' } }

test('each field of a coupon changes its discount', async () => {
  const about = (name: string, value: string): Circumstances => ({ about: { [name]: value } })
  const of = (discount: Json) => ({ discount })
  const filter = { field: 'tags', is: 'any', value: ['vip'] }
  const rows: Row[] = [
    ['percent', {}, [{}, tenth]],
    ['maxAmount', of({ ...percent, maxAmount: 100, currency: 'EUR' }), [{}, 100]],
    ['amount', of({ type: 'amount', ...eur(500) }), [{}, 500], [inDollars, 0]],
    ['fixedPrice', { ...of({ type: 'fixedPrice', ...eur(400) }), appliesTo: { skus: ['TEA'] } }, [{}, 150]],
    ['freeItem', of({ type: 'freeItem', sku: 'TEA' }), [{}, 450]],
    ['freeItem quantity', of({ type: 'freeItem', sku: 'TEA', quantity: 2 }), [{}, 900]],
    ['freeShipping', of({ type: 'freeShipping' }), [shipped, 490], [{}, 0]],
    ['budget', { budget: eur(tenth) }, [{}, tenth]],
    ['budget below the discount', { budget: eur(tenth - 1) }, [{}, 0]],
    ['startsAt', { startsAt: '2026-11-22T00:00:00Z' }, [{}, 0], [tomorrow, tenth]],
    ['expiresAt', { expiresAt: '2026-11-22T00:00:00Z' }, [{}, tenth], [tomorrow, 0]],
    ['validFor', { validFor: 'PT12H' }, [{}, tenth], [tomorrow, 0]],
    ['validWindows', { validWindows: window }, [{}, tenth], [outside, 0], [tomorrow, 0]],
    ['minSubtotal', { minSubtotal: eur(2_649) }, [{}, tenth], [{ cart: { items: [tea] } }, 0]],
    ['appliesTo.skus', { appliesTo: { skus: ['TEA'] } }, [{}, 135]],
    ['appliesTo.categories', { appliesTo: { categories: ['ware'] } }, [{}, 130]],
    ...[
      ['paymentLinkId', paymentLinkId],
      ['placeId', placeId],
      ['eventId', id('eve')],
      ['vendorId', id('ven')],
      ['streamId', streamId],
    ].map(([name = '', value = '']): Row => {
      return [`appliesTo.${name}s`, { appliesTo: { [`${name}s`]: [value] } }, [about(name, value), tenth], [{}, 0]]
    }),
    ['audience.contactId', { audience: { contactId } }, [{ contactId }, tenth], [{ contactId: otherId }, 0], [{}, 0]],
    ['audience.filter', { audience: { filter } }, [{ contactId }, tenth], [{ contactId: otherId }, 0], [{}, 0]],
    ['audience.segmentId', { audience: { segmentId } }, [{ contactId }, tenth], [{ contactId: otherId }, 0]],
  ]
  assert.deepEqual(await misses(rows, couponCode), [])
})

test('each field of a code pattern shapes the code', async () => {
  const plain = await couponCode({ codePattern: { prefix: 'ab-', length: 7, suffix: '-z' } })
  assert.match(plain, /^AB-[2-9A-HJKMNP-Z]{7}-Z$/)
})

test('each field of stacking changes which of two offers applies', async () => {
  const both = ['product', 'order', 'shipping']
  const other = await couponCode({
    discount: { type: 'amount', ...eur(200) },
    stacking: { class: 'order', combinesWith: both },
  })
  const beside = { codes: [other] }
  const rows: Row[] = [
    ['combinesWith none', { stacking: { combinesWith: [] } }, [beside, tenth]],
    ['combinesWith', { stacking: { combinesWith: both, priority: 200 } }, [beside, 200 + 245]],
    ['priority', { stacking: { combinesWith: both, priority: 1 } }, [beside, 200 + tenth]],
    ['exclusive', { stacking: { combinesWith: both, exclusive: true } }, [beside, tenth]],
    ['class', { stacking: { class: 'product', combinesWith: ['shipping'] } }, [beside, tenth]],
  ]
  assert.deepEqual(await misses(rows, couponCode), [])
  const stacking = (more: Json) => ({
    stacking: { class: 'order', combinesWith: both, exclusive: false, priority: 200, percentOf: 'running', ...more },
  })
  const rival = await promotionCode({
    ...{ currency: 'EUR', effects: [{ type: 'orderAmount', amount: 100 }] },
    ...stacking({ group: 'G', groupLimit: 2, priority: 1 }),
  })
  const inGroup = { codes: [rival] }
  const promotions: Row[] = [
    ['percentOf running', stacking({}), [beside, 200 + 245]],
    ['percentOf initial', stacking({ percentOf: 'initial' }), [beside, 200 + tenth]],
    ['group', stacking({ group: 'G' }), [inGroup, tenth]],
    ['groupLimit', stacking({ group: 'G', groupLimit: 2 }), [inGroup, 100 + 255]],
    ['strategy best', { ...stacking({ combinesWith: [] }), strategy: 'best' }, [inGroup, tenth]],
    ['strategy priority', { ...stacking({ combinesWith: [] }), strategy: 'priority' }, [inGroup, 100]],
  ]
  assert.deepEqual(await misses(promotions, promotionCode), [])
})

test('each effect and target of a promotion changes the price', async () => {
  const of = (effect: Json, more: Json = {}): Json => ({ currency: 'EUR', effects: [effect], ...more })
  const item = { type: 'itemPercent', percentOff: 20 }
  const about = (name: string, value: string): Circumstances => ({ about: { [name]: value } })
  const teaAlone = { target: { skus: ['TEA'] } }
  const rows: Row[] = [
    ['orderAmount', of({ type: 'orderAmount', amount: 500 }), [{}, 500], [inDollars, 0]],
    ['itemPercent', of({ ...item, ...teaAlone }), [{}, 270]],
    ['itemAmount', of({ type: 'itemAmount', amount: 50, target: { categories: ['drink'] } }), [{}, 150]],
    ['fixedPrice', of({ type: 'fixedPrice', amount: 400, ...teaAlone }), [{}, 150]],
    ['freeItem', of({ type: 'freeItem', sku: 'TEA', quantity: 2 }), [{}, 900]],
    ['buyXGetY', of({ type: 'buyXGetY', buy: 1, get: 1, percentOff: 50 }), [{}, 450]],
    ['maxSets', of({ type: 'buyXGetY', buy: 1, get: 1, percentOff: 50, maxSets: 1 }), [{}, 225]],
    ['bundlePrice', of({ type: 'bundlePrice', quantity: 3, amount: 1_000, ...teaAlone }), [{}, 350]],
    [
      'bundlePrice items',
      of({ type: 'bundlePrice', amount: 1_500, items: [tea, mug].map(({ sku }) => ({ sku, quantity: 1 })) }),
      [{}, 249],
    ],
    [
      'tieredSpend',
      of({
        type: 'tieredSpend',
        tiers: [
          { from: 1_000, percentOff: 5 },
          { from: 2_000, amount: 300 },
        ],
      }),
      [{}, 300],
      [{ cart: { items: [tea] } }, 68],
    ],
    ['freeShipping', of({ type: 'freeShipping' }), [shipped, 490], [{}, 0]],
    ['target.filter', of({ ...item, target: { filter: { field: 'line.quantity', is: 'gt', value: 2 } } }), [{}, 270]],
    ...[
      ['paymentLinkId', paymentLinkId],
      ['placeId', placeId],
      ['eventId', id('eve')],
      ['vendorId', id('ven')],
    ].map(([name = '', value = '']): Row => {
      return [`target.${name}s`, of({ ...item, target: { [`${name}s`]: [value] } }), [about(name, value), 530], [{}, 0]]
    }),
    ['maxAmount', { currency: 'EUR', maxAmount: 100 }, [{}, 100]],
    ['startsAt', { startsAt: '2026-11-22T00:00:00Z' }, [{}, 0], [tomorrow, tenth]],
    ['endsAt', { endsAt: '2026-11-22T00:00:00Z' }, [{}, tenth], [tomorrow, 0]],
    ['validWindows', { validWindows: window }, [{}, tenth], [outside, 0]],
    [
      'filter',
      { filter: { field: 'cart.skus', is: 'any', value: ['MUG'] } },
      [{}, tenth],
      [{ cart: { items: [tea] } }, 0],
    ],
    ['budget', { currency: 'EUR', budget: { type: 'spend', amount: tenth - 1 } }, [{}, 0]],
  ]
  assert.deepEqual(await misses(rows, promotionCode), [])
})

test('each field of display is what buyers see, with and without a commit', async () => {
  const display = {
    title: 'Spring',
    badge: '-10 %',
    imageUrl: 'https://shop.example/spring.png',
    terms: 'While it lasts',
  }
  const shown = async (terms: Json, commit?: { clientReference: string }) => {
    const cart = { currency: 'EUR', items: [tea, mug], codes: [await promotionCode(terms)] }
    const found = await w.call('loyalty.promotion.evaluate', { cart, ...(commit && { commit }) })
    const [first, ...others] = found.display
    assert.deepEqual(
      [others, first?.promotionId, first?.title],
      [[], found.effects[0]?.offerId, found.effects[0]?.title],
    )
    return { title: first?.title, badge: first?.badge, imageUrl: first?.imageUrl, terms: first?.terms }
  }
  assert.deepEqual(await shown({ display }), display)
  assert.deepEqual(await shown({ display }, { clientReference: randomUUID() }), display)
  assert.deepEqual(await shown({}), { title: 'Offer', badge: null, imageUrl: null, terms: null })
  assert.deepEqual(
    (await w.call('loyalty.promotion.evaluate', { cart: { currency: 'EUR', items: [tea] } })).display,
    [],
  )
})

test('tokens with availableAt are pending until then, and the clock posts them', async () => {
  const availableAt = '2026-11-22T09:00:00.000Z'
  const made = await w.call('loyalty.reward.create', {
    name: 'Later',
    contactId,
    token: 'LATER',
    amount: 5,
    availableAt,
  })
  const stateAt = async (at: string) => {
    w.clock.set(at)
    await w.settle()
    const { balance } = await w.call('loyalty.reward.all', { contactId })
    const own = balance?.find(({ token }) => token === 'LATER')
    const { status } = await gotReward(w, made.id)
    return [status, own?.available, own?.pending]
  }
  const spend = { contactId, token: 'LATER', amount: 1, clientReference: randomUUID() }
  assert.deepEqual(await stateAt(begin), ['pending', 0, 5])
  await w.refused('loyalty.reward.spend', spend, { code: 'conflict', mention: 'insufficient_balance' })
  assert.deepEqual(await stateAt('2026-11-22T08:59:00.000Z'), ['pending', 0, 5])
  assert.deepEqual(await stateAt('2026-11-22T09:01:00.000Z'), ['posted', 5, 0])
  w.clock.set(begin)
})

test('a limit of a day begins again with the next day, and a budget of uses ends after its number', async () => {
  const apply = async (code: string, at: string) => {
    w.clock.set(at)
    const cart = { currency: 'EUR', items: [tea, mug], codes: [code] }
    const commit = { clientReference: randomUUID() }
    return (await w.call('loyalty.promotion.evaluate', { cart, commit })).discountTotal
  }
  const applied = async (terms: Json) => {
    const code = await promotionCode(terms)
    const days = [begin, begin, begin, '2026-11-22T09:00:00Z']
    const discounts: number[] = []
    for (const at of days) discounts.push(await apply(code, at))
    w.clock.set(begin)
    return discounts.map((each) => each / tenth)
  }
  assert.deepEqual(await applied({ limits: { perDay: 2 } }), [1, 1, 0, 1])
  assert.deepEqual(await applied({ budget: { type: 'usage', amount: 2 } }), [1, 1, 0, 0])
  assert.deepEqual(await applied({ limits: { total: 3 } }), [1, 1, 1, 0])
})

/** Events of a rule: hours after the begin, with properties. */
type Played = [hours: number, properties?: Json][]

test('each field of a rule changes the tokens that its events earn', async () => {
  let count = 0
  const earned = async (fields: Json, events: Played, who = contactId) => {
    count += 1
    const rule = { name: 'Rule', mode: 'rule', status: 'active', on: `round${count}`, token: `T${count}`, amount: 10 }
    // cast: the rows hold fields of a rule.
    await w.call('loyalty.reward.create', { ...rule, ...fields } as Input<'loyalty.reward.create'>)
    for (const [hours, properties = {}] of events) {
      w.clock.set(new Date(Date.parse(begin) + hours * 3_600_000).toISOString())
      // cast: the rows hold properties of an event.
      const event = { contactId: who, name: rule.on, properties: properties as Record<string, number> }
      await w.call('marketing.event.track', { events: [event] })
      await w.settle()
    }
    const { balance } = await w.call('loyalty.reward.all', { contactId: who })
    w.clock.set(begin)
    return balance?.find(({ token }) => token === rule.token)?.available ?? 0
  }
  const twice: Played = [[0], [1]]
  const cap = (per: string) => ({ caps: { perContact: { max: 10, per } } })
  const rows: [string, Json, Played, number, string?][] = [
    ['amount', {}, twice, 20],
    [
      'where',
      { where: [{ prop: 'score', is: 'gte', value: 5 }] },
      [
        [0, { score: 4 }],
        [1, { score: 5 }],
      ],
      10,
    ],
    ['when', { when: { field: 'tags', is: 'any', value: ['vip'] } }, twice, 20],
    ['when, another contact', { when: { field: 'tags', is: 'any', value: ['vip'] } }, twice, 0, otherId],
    ['per.amount', { per: { amount: 100 } }, [[0, { amountMinor: 250 }]], 20],
    ['per.property', { per: { amount: 100, property: 'price' } }, [[0, { price: 250, amountMinor: 900 }]], 20],
    ['per.currency', { per: { amount: 100, currency: 'EUR' } }, [[0, { amountMinor: 100, currency: 'USD' }]], 0],
    [
      'per.duration',
      { per: { duration: 'PT1M' } },
      [
        [0, { seconds: 90 }],
        [1, { seconds: 30 }],
      ],
      20,
    ],
    ['caps.perContact hour', cap('hour'), [[0], [0.5], [1]], 20],
    ['caps.perContact day', cap('day'), [[0], [5], [24]], 20],
    ['caps.perContact week', cap('week'), [[0], [24], [48]], 20],
    ['caps.perContact month', cap('month'), [[0], [48], [240]], 20],
    ['caps.perContact ever', cap('ever'), [[0], [240]], 10],
    ['caps.perDay', { caps: { perDay: 15 } }, [[0], [1], [24]], 25],
    ['caps.total', { caps: { total: 15 } }, [[0], [24]], 15],
    ['budget', { budget: 15 }, [[0], [24]], 15],
    ['startsAt', { startsAt: '2026-11-21T10:00:00Z' }, twice, 10],
    ['endsAt', { endsAt: '2026-11-21T10:00:00Z' }, twice, 10],
    ['expiresAfter', { expiresAfter: 'PT2H' }, [[0], [3]], 10],
    ['expiresAt', { expiresAt: '2026-11-21T11:00:00Z' }, [[0], [3]], 0],
  ]
  const found: string[] = []
  for (const [field, fields, events, expected, who] of rows) {
    const tokens = await earned(fields, events, who)
    if (tokens !== expected) found.push(`${field}: ${tokens} in place of ${expected}`)
  }
  assert.deepEqual(found, [])
})
