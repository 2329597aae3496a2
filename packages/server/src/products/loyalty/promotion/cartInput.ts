import { contactsPort } from '#kit/call/contacts.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, line, matching, nameLine, whole, words } from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { inputCheckPort } from '#platform/call/inputCheckPort.ts'
import { cartSubtotal } from '#products/loyalty/pricing/cart.ts'

const about = closed(
  {
    paymentLinkId: Type.Optional(idOf('pln', { description: 'Payment link.' })),
    eventId: Type.Optional(idOf('eve', { description: 'Event.' })),
    placeId: Type.Optional(idOf('plc', { description: 'Place.' })),
    vendorId: Type.Optional(idOf('ven', { description: 'Vendor.' })),
    streamId: Type.Optional(idOf('str', { description: 'Live stream.' })),
  },
  { description: 'Records that the cart belongs to.' },
)

/** Schema of a cart to price. */
export const cartInput = closed(
  {
    currency: currency({ description: 'Currency of the cart.' }),
    items: Type.Array(
      closed({
        key: Type.Optional(line(100, { description: 'Your name of the line; its number when left out.' })),
        name: Type.Optional(nameLine(200, { description: 'Name of the article.' })),
        sku: Type.Optional(nameLine(100, { description: 'Article.' })),
        categories: Type.Optional(words(20, nameLine(100), { description: 'Categories of the article.' })),
        quantity: Type.Optional(whole(1, 10_000, { description: 'Pieces; 1 by default.' })),
        unitAmount: minorAmount(0, amountMax, { description: 'Price of one piece in minor units.' }),
      }),
      { minItems: 1, maxItems: 500, description: 'Lines.' },
    ),
    shipping: Type.Optional(minorAmount(0, amountMax, { description: 'Costs of shipping in minor units.' })),
    codes: Type.Optional(
      words(30, matching('^[^\\u0000-\\u001f]{1,64}$', 64), { description: 'Codes of promotions and coupons.' }),
    ),
    about: Type.Optional(about),
  },
  { description: 'The cart.' },
)

type Sent = { cart: Static<typeof cartInput>; contactId?: string; visitorId?: string }

/** The cart of an input. Throws invalid for one whose sum has more than 15 digits, and for lines with one key. */
export function cartOf({ cart, contactId, visitorId }: Sent): Cart {
  const lines = cart.items.map((item, index) => ({
    key: item.key ?? String(index + 1),
    name: item.name ?? '',
    sku: item.sku ?? null,
    categories: item.categories ?? [],
    quantity: item.quantity ?? 1,
    unitAmount: item.unitAmount,
  }))
  if (new Set(lines.map(({ key }) => key)).size < lines.length) {
    throw invalid(field('/cart/items', 'uniqueItems', 'must have another key for each line'))
  }
  const { currency: code, shipping = 0n, codes = [], about: of = {} } = cart
  const made = { currency: code, lines, shipping, about: of }
  if (cartSubtotal(made) + shipping > BigInt(amountMax)) {
    throw invalid(field('/cart/items', 'maximum', 'sum to more than 15 digits'))
  }
  return { ...made, contactId: contactId ?? null, visitorId: visitorId ?? null, codes, isAutomatic: true, tokens: null }
}

/** Throws invalid for a buyer who is no contact. */
export async function checkBuyer(ctx: Ctx, { contactId }: Cart): Promise<void> {
  if (contactId === null) return
  const people = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!people.has(contactId)) throw invalid(unknownReference('contactId'))
}

const shape = closed({ cart: cartInput })

/** The cart of a JSON text, which a query parameter carries. Throws invalid. */
export function cartOfText(ctx: Ctx, text: string): Static<typeof cartInput> {
  const checked = ctx.port(inputCheckPort).check(shape, { cart: parsed(text) })
  // cast: the check has found that it satisfies the schema.
  return (checked as Static<typeof shape>).cart
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(field('cart', 'format', 'must be JSON'))
  }
}
