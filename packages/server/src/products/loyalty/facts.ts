import { redemptionPerson, redemptionShape } from '#kit/call/redemption.ts'
import { fact, resourceFact, type FactPerson } from '#kit/nouns/fact.ts'
import { dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
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
  reference: string
}
const buyer = ({ promotionId, contactId, discountMinor, currency: code, reference }: Applied) =>
  contactId === null
    ? undefined
    : { contactId, properties: { promotionId, discountMinor: Number(discountMinor), currency: code, reference } }

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
/** Emitted with every change that a caller orders, a change of state included. */
export const rewardUpdated = resourceFact('loyalty.reward.updated', 'loyalty.reward', 'A reward was changed.')
/** Emitted beside `updated` when the last piece of a perk was taken. */
export const rewardSoldOut = resourceFact('loyalty.reward.soldOut', 'loyalty.reward', 'A perk was sold out.')
/** Emitted once, when a rule or perk is archived or a grant is reversed. */
export const rewardDeleted = resourceFact('loyalty.reward.deleted', 'loyalty.reward', 'A reward was deleted.')

const tokenSum = (description: string) => whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, { description })
const tokenOf = {
  contactId: idOf('con', { description: 'The contact.' }),
  token: line(12, { description: 'Name of the token.' }),
}
const posted = {
  id: idOf('txn', { description: 'The transaction.' }),
  ...tokenOf,
  amount: tokenSum('Number of tokens.'),
  reason: nullable(line(200, { description: 'Reason; null without one.' })),
}
const balanced = { ...posted, balanceAfter: tokenSum('Tokens of the contact afterwards.') }
const rewardId = { rewardId: nullable(idOf('rwd', { description: 'The reward; null for none.' })) }
const timed = Type.Object({
  id: idOf('con', { description: 'The contact.' }),
  ...tokenOf,
  amount: tokenSum('Number of tokens.'),
})

type Movement = { contactId: string; token: string; amount: number }
/** The person whose time line has a movement of tokens. */
const movementPerson = ({ contactId, token, amount }: Movement): FactPerson => ({
  contactId,
  properties: { token, amount },
})

const perk = Type.Object({
  id: idOf('rwd', { description: 'The perk.' }),
  ...tokenOf,
  name: line(120, { description: 'Name of the perk.' }),
  gives: nullable(
    Type.Object(
      {
        type: oneOf(['coupon', 'webhook', 'manual'], {
          description: 'The one who hands it out; `coupon` for the server itself.',
        }),
        couponId: Type.Optional(idOf('cpn', { description: 'Coupon of which the contact got a copy.' })),
        promotionId: Type.Optional(idOf('prm', { description: 'Promotion of which the contact got a coupon.' })),
        note: Type.Optional(line(500, { description: 'Words for the one who hands it out.' })),
      },
      { description: 'Thing that the perk gives.' },
    ),
  ),
  cost: tokenSum('Tokens that it cost.'),
  redeemed: whole(1, Number.MAX_SAFE_INTEGER, { description: 'Pieces taken so far.' }),
})

/** Emitted once per piece of a perk that a contact took. */
export const perkRedeemed = fact('loyalty.reward.redeemed', 'A contact took a perk.', perk, {
  person: ({ contactId, name, cost }) => ({ contactId, properties: { name, cost } }),
})

/** Emitted once per grant, by rule or by hand. */
export const tokensGranted = fact(
  'loyalty.tokens.granted',
  'A contact got tokens.',
  Type.Object({
    ...posted,
    ...rewardId,
    availableAt: nullable(dateTime({ description: 'Moment from which they can be spent; null for at once.' })),
    expiresAt: nullable(dateTime({ description: 'Moment of expiry; null for never.' })),
  }),
  {
    person: movementPerson,
  },
)
/** Emitted with the grants of rules for the watch time of a video, once for each five minutes that were watched. */
export const watchingRewarded = fact(
  'loyalty.watching.rewarded',
  'Rules gave tokens for watching a video.',
  Type.Object({
    id: line(60, { description: 'The stream or recorded video.' }),
    sessionId: nullable(line(60, { description: 'The live session; null for a recorded video.' })),
    channelId: nullable(line(60, { description: 'Channel of the video; null without one.' })),
    startsAt: dateTime({ description: 'Start of the five minutes.' }),
    grants: whole(1, Number.MAX_SAFE_INTEGER, { description: 'Number of grants.' }),
  }),
  { isPublic: false },
)
/** Emitted when pending tokens can be spent. */
export const tokensReleased = fact('loyalty.tokens.released', 'Pending tokens of a contact became available.', timed, {
  person: movementPerson,
})
/** Emitted once per payment with tokens. */
export const tokensSpent = fact(
  'loyalty.tokens.spent',
  'A contact spent tokens.',
  Type.Object({ ...balanced, ...rewardId }),
  {
    person: movementPerson,
  },
)
/** Emitted once per transfer. */
export const tokensTransferred = fact(
  'loyalty.tokens.transferred',
  'Tokens moved from one contact to another.',
  Type.Object({ ...balanced, toContactId: idOf('con', { description: 'The other contact.' }) }),
  { person: movementPerson },
)
/** Emitted when tokens were not spent in time. */
export const tokensExpired = fact('loyalty.tokens.expired', 'Tokens of a contact expired.', timed, {
  person: movementPerson,
})
/** Emitted when the unspent part of a grant is taken back. */
export const tokensReversed = fact(
  'loyalty.tokens.reversed',
  'The unspent part of a grant, or of what a refunded purchase gave, was taken back.',
  Type.Object({ ...balanced, ...rewardId }),
  { person: movementPerson },
)

// Live drops

/** Emitted once per drop. */
export const dropCreated = resourceFact('loyalty.drop.created', 'loyalty.drop', 'A live drop was created.')
/** Emitted beside each move of its state, by hand or by the clock. */
export const dropUpdated = resourceFact('loyalty.drop.updated', 'loyalty.drop', 'A live drop was changed.')
/** Emitted once per drop that is deleted. */
export const dropDeleted = resourceFact('loyalty.drop.deleted', 'loyalty.drop', 'A live drop was deleted.')
/** Emitted when viewers can take quantity, at once or at its moment. */
export const dropOpened = resourceFact('loyalty.drop.opened', 'loyalty.drop', 'A live drop opened.')
/** Emitted with the claim that takes the last coupon. */
export const dropFull = resourceFact('loyalty.drop.full', 'loyalty.drop', 'The last coupon of a live drop was taken.')
/** Emitted when its time is over with coupons left, or by hand. */
export const dropEnded = resourceFact('loyalty.drop.ended', 'loyalty.drop', 'A live drop ended.')
/** Emitted once per viewer who claims it. */
export const dropClaimed = fact(
  'loyalty.drop.claimed',
  'A viewer claimed a live drop and got the coupon.',
  Type.Object({
    id: idOf('drp', { description: 'The drop.' }),
    name: line(120, { description: 'Name of the drop.' }),
    streamId: idOf('str', { description: 'The live stream.' }),
    contactId: idOf('con', { description: 'The viewer.' }),
    couponId: idOf('cpn', { description: 'Copy of the coupon for the viewer.' }),
  }),
  { person: ({ contactId, id, name, streamId }) => ({ contactId, properties: { dropId: id, name, streamId } }) },
)
