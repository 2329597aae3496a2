import type { Cart } from '#kit/call/offers.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { line, whole, words } from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { closed } from '#kit/nouns/standard.ts'
import type { Coupon } from './coupon.ts'

const item = closed({
  sku: Type.Optional(line(100, { description: 'Article.' })),
  name: Type.Optional(line(200, { description: 'Name of the article.' })),
  categories: Type.Optional(words(20, line(100), { description: 'Categories of the article.' })),
  quantity: Type.Optional(whole(1, 10_000, { description: 'Pieces; 1 by default.' })),
  unitAmount: minorAmount(0, 100_000_000_000, { description: 'Price of one piece in minor units.' }),
})

const itemsMax = 500

/** Lines of an order. */
export const itemsInput = Type.Array(item, { minItems: 1, maxItems: itemsMax, description: 'Lines of the order.' })

/** An order that a coupon lowers. */
export const orderInput = closed(
  {
    currency: currency({ description: 'Currency of the order.' }),
    subtotal: Type.Optional(
      minorAmount(0, amountMax, { description: 'Price before discounts in minor units, where there are no `items`.' }),
    ),
    items: Type.Optional(itemsInput),
    shipping: Type.Optional(
      minorAmount(0, amountMax, { description: 'Costs of shipping in minor units; none when left out.' }),
    ),
  },
  { description: 'Order with `items` or a `subtotal`: the discount follows from it.' },
)

/** An order as it was sent. */
export type Order = Static<typeof orderInput>

/** The cart of an order. Throws invalid for one with items and a subtotal, or with neither. */
export function cartOf(order: Order, contactId: string | null): Cart {
  const { items, subtotal, shipping = 0n } = order
  if ((items === undefined) === (subtotal === undefined)) {
    throw invalid(field('/order/items', 'exactlyOne', 'exactly one of items, subtotal is needed'))
  }
  const lines =
    items === undefined
      ? [{ key: '1', name: '', sku: null, categories: [], quantity: 1, unitAmount: subtotal ?? 0n }]
      : items.map((each, index) => ({
          key: String(index + 1),
          name: each.name ?? '',
          sku: each.sku ?? null,
          categories: each.categories ?? [],
          quantity: each.quantity ?? 1,
          unitAmount: each.unitAmount,
        }))
  const sum = lines.reduce((total, each) => total + each.unitAmount * BigInt(each.quantity), BigInt(shipping))
  if (sum > BigInt(amountMax)) throw invalid(field('/order', 'maximum', 'sums to more than 15 digits'))
  return {
    currency: order.currency,
    lines,
    shipping,
    contactId,
    visitorId: null,
    codes: [],
    isAutomatic: false,
    about: {},
    tokens: null,
  }
}

/** Tokens that a use gives; null for a coupon that gives none. */
export function tokensOf(discount: Coupon['discount']) {
  if (discount === null) return null
  const { type, amount = 0n, token = 'POINTS' } = discount
  return type === 'tokens' ? { token, amount: Number(amount) } : null
}
