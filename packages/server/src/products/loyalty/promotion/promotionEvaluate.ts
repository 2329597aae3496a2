import type { Ctx } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import { field, invalid, unknownReference } from '#kit/call/problem.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, flag, idOf, line, matching, nameLine, whole, words } from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { couponExhausted, couponRedeemed, couponReserved, promotionApplied } from '#products/loyalty/facts.ts'
import { cartSubtotal } from '#products/loyalty/pricing/cart.ts'
import { quoteCart } from './cartQuote.ts'
import { personOf } from './holdout.ts'
import { keptOf, quoteOutput, traceJson, traceList } from './keptQuote.ts'
import { commitOffers, holdOffers, quoteChanged } from './offerHold.ts'
import { keepPersons } from './promotionPersons.ts'

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

const cartInput = closed(
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

const input = closed({
  contactId: Type.Optional(idOf('con', { description: 'Contact of the buyer.' })),
  visitorId: Type.Optional(
    line(100, { description: 'Your stable name of a buyer without a contact, by which holdouts are formed.' }),
  ),
  cart: cartInput,
  tryPromotionIds: Type.Optional(
    words(10, idOf('prm'), { description: 'Promotions to try whatever their state is; not with `commit`.' }),
  ),
  isShown: Type.Optional(
    flag({ description: 'Whether the buyer sees the price: counts them in the comparison with a holdout.' }),
  ),
  commit: Type.Optional(
    closed(
      {
        clientReference: clientReference({ description: 'Your name of the purchase: a repeat counts once.' }),
        quoteHash: Type.Optional(
          line(60, { description: 'Hash of the price that the buyer saw; the present price when left out.' }),
        ),
      },
      { description: 'Counts the offers as used by a purchase.' },
    ),
  ),
})

/** Evaluate. */
export const evaluatePromotions = companion(
  operation('loyalty.promotion.evaluate', {
    route: 'POST /api/incentive/promotion/evaluate',
    title: 'Promotion - Evaluate',
    description:
      'Prices a cart with all running promotions and with codes: lines, effects, rejected offers with their reason, ' +
      'and each decision. `commit` counts the offers as used, exactly within their limits.',
    scope: 'loyalty.promotion:redeem',
    input,
    output: closed({ ...quoteOutput, trace: traceList }),
    emits: [promotionApplied, couponReserved, couponRedeemed, couponExhausted],
    reasons: [quoteChanged],
    example: { cart: { currency: 'EUR', items: [{ sku: 'TEA-100', quantity: 3, unitAmount: 450 }] } },
    handle: once(async (ctx, sent) => {
      const cart = cartOf(sent)
      await checkContact(ctx, cart)
      if (sent.commit !== undefined) return commitCart(ctx, cart, sent)
      const quote = await quoteCart(ctx, cart, { tried: sent.tryPromotionIds ?? [] })
      if (sent.isShown === true) await keepPersons(ctx, personOf(cart), quote)
      return { ...keptOf(cart, quote), trace: traceJson(quote.priced.trace) }
    }),
  }),
)

type Sent = Static<typeof input>

/** The cart of an input. Throws invalid for one whose sum has more than 15 digits, and for lines with one key. */
function cartOf({ cart, contactId, visitorId }: Sent): Cart {
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

async function checkContact(ctx: Ctx, { contactId }: Cart): Promise<void> {
  if (contactId === null) return
  const people = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!people.has(contactId)) throw invalid(unknownReference('contactId'))
}

async function commitCart(ctx: Ctx, cart: Cart, { commit, tryPromotionIds = [] }: Sent) {
  if (tryPromotionIds.length > 0) throw invalid(field('tryPromotionIds', 'notAllowed', 'goes without commit'))
  const reference = `own ${commit?.clientReference ?? ''}`
  const { contactId } = cart
  const kept = await ctx.atomic(async (inner) => {
    const held = await holdOffers(inner, { cart, quoteHash: commit?.quoteHash ?? null, reference })
    await commitOffers(inner, { reference, contactId })
    return held
  })
  return { ...kept, trace: [] }
}
