import {
  couponExhausted,
  couponRedeemed,
  couponReleased,
  couponReserved,
  couponRolledBack,
  promotionApplied,
  promotionExhausted,
  promotionRolledBack,
  promotionUpdated,
  tokensGranted,
  tokensReleased,
  tokensReversed,
  tokensSpent,
} from '#products/loyalty/facts.ts'

/** Facts about coupons, promotions and tokens that a payment holds, uses or lets go. */
export const offerFacts = [
  ...[couponReserved, couponRedeemed, couponReleased, couponRolledBack, couponExhausted],
  ...[promotionApplied, promotionRolledBack, promotionExhausted, promotionUpdated],
  ...[tokensSpent, tokensGranted, tokensReleased, tokensReversed],
]
