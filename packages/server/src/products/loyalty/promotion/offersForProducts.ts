import type { Offers } from '#kit/call/offers.ts'
import { quoteCart } from './cartQuote.ts'
import { personOf } from './holdout.ts'
import { keptOf, quoteFrom } from './keptQuote.ts'
import { commitOffers, holdOffers, releaseOffers, rollbackOffers } from './offerHold.ts'
import { keepPersons } from './promotionPersons.ts'

/** Promotions, coupons and tokens of a purchase, as checkouts use them. */
export const offers: Offers = {
  async quote(ctx, cart) {
    const quote = await quoteCart(ctx, cart)
    await keepPersons(ctx, personOf(cart), quote)
    return quoteFrom(keptOf(cart, quote))
  },
  reserve: async (ctx, hold) => quoteFrom(await holdOffers(ctx, hold)),
  commit: commitOffers,
  release: releaseOffers,
  rollback: rollbackOffers,
}
