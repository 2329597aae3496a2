import type { Ctx } from '#kit/call/context.ts'
import type { Cart } from '#kit/call/offers.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { companion, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { clientReference, flag, idOf, line, words } from '#kit/values/fields.ts'
import { Type, type Static } from '#kit/values/schema.ts'
import { couponExhausted, couponRedeemed, couponReserved, promotionApplied } from '#products/loyalty/facts.ts'
import { cartInput, cartOf, checkBuyer } from './cartInput.ts'
import { quoteCart } from './cartQuote.ts'
import { personOf } from './holdout.ts'
import { appliedIn, displayOf, displayOutput } from './buyerDisplay.ts'
import { readPromotions } from './compiledPromotion.ts'
import { keptOf, quoteOutput, traceJson, traceList } from './keptQuote.ts'
import { commitOffers, holdOffers, quoteChanged } from './offerHold.ts'
import { keepPersons } from './promotionPersons.ts'

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
    output: closed({ ...quoteOutput, display: displayOutput, trace: traceList }),
    emits: [promotionApplied, couponReserved, couponRedeemed, couponExhausted],
    reasons: [quoteChanged],
    example: { cart: { currency: 'EUR', items: [{ sku: 'TEA-100', quantity: 3, unitAmount: 450 }] } },
    handle: once(async (ctx, sent) => {
      const cart = cartOf(sent)
      await checkBuyer(ctx, cart)
      if (sent.commit !== undefined) return commitCart(ctx, cart, sent)
      const quote = await quoteCart(ctx, cart, { tried: sent.tryPromotionIds ?? [] })
      if (sent.isShown === true) await keepPersons(ctx, personOf(cart), quote)
      const display = displayOf(appliedIn(quote))
      return { ...keptOf(cart, quote), display, trace: traceJson(quote.priced.trace) }
    }),
  }),
)

type Sent = Static<typeof input>

async function commitCart(ctx: Ctx, cart: Cart, { commit, tryPromotionIds = [] }: Sent) {
  if (tryPromotionIds.length > 0) throw invalid(field('tryPromotionIds', 'notAllowed', 'goes without commit'))
  const reference = `own ${commit?.clientReference ?? ''}`
  const { contactId } = cart
  const kept = await ctx.atomic(async (inner) => {
    const held = await holdOffers(inner, { cart, quoteHash: commit?.quoteHash ?? null, reference })
    await commitOffers(inner, { reference, contactId })
    return held
  })
  const applied = kept.effects.flatMap(({ kind, offerId, promotionId }) =>
    kind === 'promotion' ? [offerId] : (promotionId ?? []),
  )
  const display = displayOf(await readPromotions(ctx, [...new Set(applied)]))
  return { ...kept, display, trace: [] }
}
