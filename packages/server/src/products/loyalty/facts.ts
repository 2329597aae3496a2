import { resourceFact } from '#kit/nouns/fact.ts'

// Coupons

/** Emitted once per coupon, and once per batch of coupons. */
export const couponCreated = resourceFact('loyalty.coupon.created', 'loyalty.coupon', 'A coupon was created.')

// Promotions

/** Emitted once per promotion. */
export const promotionCreated = resourceFact(
  'loyalty.promotion.created',
  'loyalty.promotion',
  'A promotion was created.',
)

// Rewards and tokens

/** Emitted once per reward. */
export const rewardCreated = resourceFact('loyalty.reward.created', 'loyalty.reward', 'A reward was created.')
