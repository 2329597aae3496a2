import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CartLine } from '#kit/call/offers.ts'
import type { Basis } from './cart.ts'
import { combine } from './choose.ts'
import { offerClasses, type Offer, type OfferEffect } from './offer.ts'
import { price } from './price.ts'
import { halfEven, spread } from './spread.ts'

const day = new Date('2026-01-01T00:00:00Z')

function offer(id: string, effects: OfferEffect[], more: Partial<Offer> = {}): Offer {
  return {
    id,
    kind: 'promotion',
    title: id,
    class: 'product',
    priority: 100,
    createdAt: day,
    combinesWith: offerClasses,
    isExclusive: false,
    strategy: 'best',
    percentOf: 'running',
    effects,
    ...more,
  }
}

const tea: CartLine = { key: 't', name: 'Tea', sku: 'TEA', categories: ['drink'], quantity: 3, unitAmount: 450n }
const mug: CartLine = { key: 'm', name: 'Mug', sku: 'MUG', categories: ['ware'], quantity: 1, unitAmount: 1_299n }
const cart: Basis = { currency: 'EUR', shipping: 490n, about: {}, lines: [tea, mug] }
const unshipped: Basis = { ...cart, shipping: 0n }

function discountOf(effect: OfferEffect, more: Partial<Offer> = {}): number {
  return Number(price(cart, [offer('a', [effect], more)]).discountTotal)
}

test('each discount has its amount', () => {
  assert.equal(discountOf({ type: 'orderPercent', percentOff: 10 }), 265)
  assert.equal(discountOf({ type: 'orderPercent', percentOff: 12.5 }), 331)
  assert.equal(discountOf({ type: 'orderAmount', amount: 500n }), 500)
  assert.equal(discountOf({ type: 'orderAmount', amount: 99_999n }), 2_649)
  assert.equal(discountOf({ type: 'orderPercent', percentOff: 50 }, { maxAmount: 100n }), 100)
  assert.equal(discountOf({ type: 'itemPercent', percentOff: 20, target: { skus: ['TEA'] } }), 270)
  assert.equal(discountOf({ type: 'itemAmount', amount: 50n, target: { categories: ['drink'] } }), 150)
  assert.equal(discountOf({ type: 'fixedPrice', amount: 400n, target: { skus: ['TEA'] } }), 150)
  assert.equal(discountOf({ type: 'freeItem', sku: 'TEA', quantity: 2 }), 900)
  assert.equal(discountOf({ type: 'freeShipping' }), 490)
  assert.equal(discountOf({ type: 'buyXGetY', buy: 2, get: 1, percentOff: 100 }), 450)
  assert.equal(discountOf({ type: 'buyXGetY', buy: 1, get: 1, percentOff: 50 }), 450)
  assert.equal(discountOf({ type: 'buyXGetY', buy: 1, get: 1, percentOff: 50, maxSets: 1 }), 225)
  assert.equal(discountOf({ type: 'bundlePrice', quantity: 3, amount: 1_000n, target: { skus: ['TEA'] } }), 350)
  const items = [
    { sku: 'TEA', quantity: 1 },
    { sku: 'MUG', quantity: 1 },
  ]
  assert.equal(discountOf({ type: 'bundlePrice', items, amount: 1_500n }), 249)
  const tiers = [
    { from: 1_000n, percentOff: 5 },
    { from: 2_000n, amount: 300n },
    { from: 5_000n, amount: 900n },
  ]
  assert.equal(discountOf({ type: 'tieredSpend', tiers }), 300)
})

test('percentages are of what earlier offers left, or of the price before any', () => {
  const half = offer('a', [{ type: 'itemPercent', percentOff: 50 }])
  const tenth = offer('b', [{ type: 'orderPercent', percentOff: 10 }], { class: 'order' })
  assert.equal(price(unshipped, [tenth, half]).total, 1_192n)
  assert.equal(price(unshipped, [{ ...tenth, percentOf: 'initial' }, half]).total, 1_059n)
})

test('tokens follow from the price that is left, and a gift alone is an effect', () => {
  const gift = offer('a', [{ type: 'grantTokens', token: 'POINTS', amount: 2, perAmount: 100n }])
  const tenth = offer('b', [{ type: 'orderPercent', percentOff: 10 }], { class: 'order' })
  const { applied } = price(unshipped, [gift, tenth])
  assert.deepEqual(applied[0]?.effects, [{ type: 'grantTokens', token: 'POINTS', amount: 46n, rewardId: undefined }])
})

test('an exclusive offer stands against the sum of the others', () => {
  const one = offer('a', [{ type: 'orderAmount', amount: 300n }])
  const two = offer('b', [{ type: 'orderAmount', amount: 300n }])
  const alone = offer('c', [{ type: 'orderAmount', amount: 500n }], { isExclusive: true })
  const both = price(cart, [one, alone, two])
  assert.equal(both.discountTotal, 600n)
  assert.deepEqual(
    both.rejected.map(({ id, reason, with: other }) => [id, reason, other]),
    [['c', 'not_combinable', 'a']],
  )
  const dearer = { ...alone, effects: [{ type: 'orderAmount', amount: 700n }] } satisfies Offer
  assert.deepEqual(
    price(cart, [one, dearer, two]).applied.map(({ id }) => id),
    ['c'],
  )
  assert.equal(price(cart, [one, { ...dearer, strategy: 'priority' }, two]).discountTotal, 600n)
})

test('offers of a group apply up to its limit, and an offer over its budget does not', () => {
  const one = offer('a', [{ type: 'orderAmount', amount: 100n }], { group: 'spring' })
  const two = offer('b', [{ type: 'orderAmount', amount: 200n }], { group: 'spring' })
  const result = price(cart, [one, two])
  assert.deepEqual(
    result.applied.map(({ id }) => id),
    ['b'],
  )
  assert.equal(result.rejected[0]?.reason, 'group_limit')
  assert.equal(price(cart, [{ ...one, budgetLeft: 99n }]).rejected[0]?.reason, 'budget_exhausted')
})

test('the trace says for each offer what it found, left, or why it does not apply', () => {
  const tenth = offer('a', [{ type: 'itemPercent', percentOff: 10 }])
  const foreign = offer('b', [{ type: 'orderAmount', amount: 1n }], { currency: 'USD' })
  const large = offer('c', [{ type: 'orderAmount', amount: 1n }], { minSubtotal: 10_000n })
  const late = offer('d', [{ type: 'orderAmount', amount: 1n }], { refused: 'expired' })
  const { trace } = price(cart, [late, large, foreign, tenth])
  assert.deepEqual(
    trace.map(({ id, isApplied, reason, before, after }) => [id, isApplied, reason, before, after]),
    [
      ['a', true, undefined, 3_139n, 2_874n],
      ['b', false, 'currency_mismatch', undefined, undefined],
      ['c', false, 'min_subtotal', undefined, undefined],
      ['d', false, 'expired', undefined, undefined],
    ],
  )
})

const skus = fc.constantFrom('TEA', 'MUG', 'HAT')
const amounts = fc.oneof(fc.bigInt(0n, 5_000n), fc.bigInt(0n, 10n ** 13n))
const percents = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)
const small = fc.integer({ min: 1, max: 4 })
const targets = fc.option(fc.record({ skus: fc.array(skus, { minLength: 1, maxLength: 2 }) }), { nil: undefined })
const effects: fc.Arbitrary<OfferEffect> = fc.oneof(
  fc.record({ type: fc.constantFrom('orderPercent', 'itemPercent'), percentOff: percents, target: targets }),
  fc.record({ type: fc.constantFrom('orderAmount', 'itemAmount', 'fixedPrice'), amount: amounts, target: targets }),
  fc.record({ type: fc.constant('freeItem'), sku: skus, quantity: small }),
  fc.record({ type: fc.constant('buyXGetY'), buy: small, get: small, percentOff: percents, target: targets }),
  fc.record({ type: fc.constant('bundlePrice'), quantity: small, amount: amounts, target: targets }),
  fc.record({
    type: fc.constant('bundlePrice'),
    items: fc.array(fc.record({ sku: skus, quantity: small }), { minLength: 1, maxLength: 3 }),
    amount: amounts,
  }),
  fc.record({ type: fc.constant('tieredSpend'), tiers: fc.array(fc.record({ from: amounts, percentOff: percents })) }),
  fc.record({ type: fc.constant('freeShipping') }),
  fc.record({ type: fc.constant('grantTokens'), token: fc.constant('POINTS'), amount: small }),
)
const offers = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom('promotion', 'coupon'),
    title: fc.constant('Offer'),
    class: fc.constantFrom(...offerClasses),
    priority: fc.integer({ min: 1, max: 3 }),
    createdAt: fc.constant(day),
    combinesWith: fc.subarray([...offerClasses]),
    isExclusive: fc.boolean(),
    group: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    groupLimit: fc.option(small, { nil: undefined }),
    strategy: fc.constantFrom('best', 'best', 'best', 'priority'),
    percentOf: fc.constantFrom('running', 'initial'),
    effects: fc.array(effects, { minLength: 1, maxLength: 3 }),
    maxAmount: fc.option(amounts, { nil: undefined }),
    budgetLeft: fc.option(amounts, { nil: undefined }),
  }),
  { maxLength: 8, selector: ({ id }) => id },
)
const line = fc.record({
  name: fc.constant('Article'),
  categories: fc.constant([]),
  sku: skus,
  quantity: fc.integer({ min: 1, max: 9 }),
  unitAmount: amounts,
})
const carts = fc.record({
  currency: fc.constant('EUR'),
  shipping: amounts,
  about: fc.constant({}),
  lines: fc.array(line, { maxLength: 8 }).map((lines) => lines.map((each, i) => ({ ...each, key: String(i) }))),
})

test('property: no line below zero, lines sum to the total, each discount is accounted for', () => {
  fc.assert(
    fc.property(carts, offers, (basket, given) => {
      const result = price(basket, given)
      const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n)
      assert.ok(result.total >= 0n && result.shipping.total >= 0n)
      for (const line of result.lines) {
        assert.ok(line.total >= 0n && line.discount >= 0n)
        assert.equal(sum(line.discounts.map(({ amount }) => amount)), line.discount)
        assert.equal(line.subtotal - line.discount, line.total)
      }
      assert.equal(sum(result.lines.map(({ total }) => total)) + result.shipping.total, result.total)
      assert.equal(sum(result.applied.map(({ discount }) => discount)), result.discountTotal)
      assert.equal(result.trace.length, given.length)
      assert.equal(result.applied.length + result.rejected.length, given.length)
    }),
  )
})

test('property: the order of lines and offers does not matter', () => {
  const shuffled = fc.tuple(carts, offers).chain(([basket, given]) =>
    fc.record({
      basket: fc.constant(basket),
      given: fc.constant(given),
      lines: fc.shuffledSubarray(basket.lines, { minLength: basket.lines.length }),
      others: fc.shuffledSubarray(given, { minLength: given.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ basket, given, lines, others }) => {
      const byKey = (of: Basis, offered: Offer[]) => {
        const result = price(of, offered)
        return { ...result, lines: result.lines.toSorted((a, b) => Number(a.key) - Number(b.key)) }
      }
      assert.deepEqual(byKey({ ...basket, lines }, others), byKey(basket, given))
    }),
  )
})

test('property: applied offers combine with each other, both ways', () => {
  fc.assert(
    fc.property(carts, offers, (basket, given) => {
      const ids = new Set(price(basket, given).applied.map(({ id }) => id))
      const applied = given.filter(({ id }) => ids.has(id))
      for (const one of applied) for (const other of applied) assert.ok(one === other || combine(one, other))
      for (const { group } of applied) {
        const members = applied.filter((each) => group !== undefined && each.group === group)
        assert.ok(members.every(({ groupLimit = 1 }) => members.length <= groupLimit))
      }
    }),
  )
})

test('property: parts sum to the amount, and none exceeds its weight', () => {
  fc.assert(
    fc.property(fc.array(amounts), percents, (weights, percent) => {
      const sum = weights.reduce((all, weight) => all + weight, 0n)
      const amount = halfEven(sum * BigInt(Math.round(percent * 100)), 10_000n)
      const parts = spread(amount, weights)
      assert.equal(
        parts.reduce((all, part) => all + part, 0n),
        amount,
      )
      assert.ok(parts.every((part, i) => part <= (weights[i] ?? 0n)))
    }),
  )
})
