import { redemptionPerson, redemptionShape } from '#kit/call/redemption.ts'
import { fact, resourceFact } from '#kit/nouns/fact.ts'
import { idOf, line, nullable, oneOf } from '#kit/values/fields.ts'
import { amountMax, currency, minorAmount } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'

// Coupons

/** Emitted once per coupon, and once per batch of coupons. */
export const couponCreated = resourceFact('loyalty.coupon.created', 'loyalty.coupon', 'A coupon was created.')
/** Emitted with every change, a change of state included. */
export const couponUpdated = resourceFact('loyalty.coupon.updated', 'loyalty.coupon', 'A coupon was changed.')
/** Emitted beside `updated` when a coupon was paused. */
export const couponPaused = resourceFact('loyalty.coupon.paused', 'loyalty.coupon', 'A coupon was paused.')
/** Emitted beside `updated` when a paused coupon can be used again. */
export const couponResumed = resourceFact('loyalty.coupon.resumed', 'loyalty.coupon', 'A paused coupon can be used.')
/** Emitted once per coupon, and once per batch of coupons. */
export const couponDeleted = resourceFact('loyalty.coupon.deleted', 'loyalty.coupon', 'A coupon was deleted.')
/** Emitted when the last use or the rest of the budget is taken. */
export const couponExhausted = fact(
  'loyalty.coupon.exhausted',
  'The last use of a coupon, or the rest of its budget, was taken.',
  Type.Object({
    id: idOf('cpn', { description: 'The coupon.' }),
    couponId: idOf('cpn', { description: 'The same as `id`.' }),
    status: oneOf(['exhausted'], { description: 'State of the coupon.' }),
    code: line(64, { description: 'Code of the coupon.' }),
    name: line(120, { description: 'Name of the coupon.' }),
  }),
)
/** Emitted by each use that counts for good. */
export const couponRedeemed = fact('loyalty.coupon.redeemed', 'A coupon was used.', redemptionShape, {
  person: redemptionPerson,
})
/** Emitted by each use that is reserved for a while. */
export const couponReserved = fact('loyalty.coupon.reserved', 'A use of a coupon was reserved.', redemptionShape, {
  person: redemptionPerson,
})
/** Emitted when a reservation ends without a use. */
export const couponReleased = fact('loyalty.coupon.released', 'A reserved use was given back.', redemptionShape, {
  person: redemptionPerson,
})
/** Emitted when a use, or a part of its discount, is taken back. */
export const couponRolledBack = fact('loyalty.coupon.rolledBack', 'A use was taken back.', redemptionShape, {
  person: redemptionPerson,
})
/** Emitted once per batch of coupons. */
export const couponBatchCreated = resourceFact(
  'loyalty.couponBatch.created',
  'loyalty.couponBatch',
  'A batch of coupons was created.',
)
/** Emitted with every change of a batch. */
export const couponBatchUpdated = resourceFact(
  'loyalty.couponBatch.updated',
  'loyalty.couponBatch',
  'A batch of coupons was changed.',
)
/** Emitted beside `updated` when all codes of a batch exist. */
export const couponBatchReady = resourceFact(
  'loyalty.couponBatch.ready',
  'loyalty.couponBatch',
  'All codes of a batch exist.',
)
/** Emitted once per batch that is deleted. */
export const couponBatchDeleted = resourceFact(
  'loyalty.couponBatch.deleted',
  'loyalty.couponBatch',
  'A batch of coupons was deleted.',
)

// Promotions

/** Emitted once per promotion. */
export const promotionCreated = resourceFact(
  'loyalty.promotion.created',
  'loyalty.promotion',
  'A promotion was created.',
)
/** Emitted with every change of fields. */
export const promotionUpdated = resourceFact(
  'loyalty.promotion.updated',
  'loyalty.promotion',
  'A promotion was changed.',
)
/** Emitted when carts begin to get it, at once or at its start. */
export const promotionActivated = resourceFact(
  'loyalty.promotion.activated',
  'loyalty.promotion',
  'A promotion became active.',
)
/** Emitted when carts get it no longer until it is activated again. */
export const promotionPaused = resourceFact('loyalty.promotion.paused', 'loyalty.promotion', 'A promotion was paused.')
/** Emitted when its limit or its budget is used up. */
export const promotionExhausted = resourceFact(
  'loyalty.promotion.exhausted',
  'loyalty.promotion',
  'A promotion used up its limit or its budget.',
)
/** Emitted at its end, by time or by hand. */
export const promotionEnded = resourceFact('loyalty.promotion.ended', 'loyalty.promotion', 'A promotion ended.')
/** Emitted once; its uses stay. */
export const promotionDeleted = resourceFact(
  'loyalty.promotion.deleted',
  'loyalty.promotion',
  'A promotion was deleted.',
)

const applicationShape = {
  promotionId: idOf('prm', { description: 'The promotion.' }),
  applicationId: line(60, { description: 'Id of the use.' }),
  reference: line(200, { description: 'The purchase: id of the payment, or your reference.' }),
  contactId: nullable(idOf('con', { description: 'The buyer; null for an unknown one.' })),
  discountMinor: minorAmount(0, amountMax, { description: 'Discount in minor units.' }),
  currency: currency({ description: 'Currency of the discount.' }),
}
type Applied = {
  promotionId: string
  contactId: string | null
  discountMinor: bigint
  currency: string
}
const buyer = ({ promotionId, contactId, discountMinor, currency: code }: Applied) =>
  contactId === null
    ? undefined
    : { contactId, properties: { promotionId, discountMinor: Number(discountMinor), currency: code } }

/** Emitted once per promotion of a purchase, with its payment. */
export const promotionApplied = fact(
  'loyalty.promotion.applied',
  'A purchase was made with a promotion.',
  Type.Object(applicationShape),
  { person: buyer },
)
/** Emitted when a purchase with a promotion was refunded in full. */
export const promotionRolledBack = fact(
  'loyalty.promotion.rolledBack',
  'The use of a promotion was taken back after a refund.',
  Type.Object(applicationShape),
  { person: buyer },
)

// Rewards and tokens

/** Emitted once per reward. */
export const rewardCreated = resourceFact('loyalty.reward.created', 'loyalty.reward', 'A reward was created.')
