import type { FactPerson } from '#kit/nouns/fact.ts'
import { clientReference, dateTime, idOf, line, nullable, oneOf, whole } from '#kit/values/fields.ts'
import { money } from '#kit/values/money.ts'
import { Type, type Static } from '#kit/values/schema.ts'

/** States of a use. */
export const redemptionStates = ['reserved', 'redeemed', 'released', 'partiallyRolledBack', 'rolledBack'] as const
/** State of a use. */
export type RedemptionState = (typeof redemptionStates)[number]

/** One use of a coupon, in responses and facts. */
export const redemptionShape = Type.Object(
  {
    id: idOf('rdm', { description: 'Id of the use.' }),
    redemptionId: idOf('rdm', { description: 'The same as `id`.' }),
    status: oneOf(redemptionStates, { description: 'State of the use.' }),
    couponId: idOf('cpn', { description: 'The coupon.' }),
    code: line(64, { description: 'Code of the coupon.' }),
    contactId: nullable(idOf('con', { description: 'Contact who used it; null without one.' })),
    clientReference: clientReference({ description: 'Your own name for the use, unique per coupon.' }),
    reference: nullable(line(128, { description: 'Purchase that it belongs to; null for none.' })),
    discount: nullable(money({ description: 'Discount of the order; null without a price.' })),
    rolledBack: nullable(money({ description: 'Part of the discount that was taken back; null without a price.' })),
    tokens: nullable(
      Type.Object(
        {
          token: line(12, { description: 'The token.' }),
          amount: whole(1, 1_000_000_000_000, { description: 'Number of tokens.' }),
        },
        { additionalProperties: false, description: 'Tokens that the use gives to the contact; null for none.' },
      ),
    ),
    reason: nullable(line(500, { description: 'Reason of the roll-back; null without one.' })),
    reservedUntil: nullable(dateTime({ description: 'End of the reservation; null for none and without an end.' })),
    createdAt: dateTime({ description: 'Moment of the use or the reservation.' }),
    redeemedAt: nullable(dateTime({ description: 'Moment from which it counts for good; null before.' })),
    endedAt: nullable(dateTime({ description: 'Moment of the release or the last roll-back; null before.' })),
    version: whole(1, 2_147_483_647, { description: 'Counts its changes.' }),
  },
  { additionalProperties: false },
)

/** One use of a coupon. */
export type Redemption = Static<typeof redemptionShape>

/** Person of a use, for the time line of the contact. */
export function redemptionPerson({
  contactId,
  code,
  couponId,
  discount,
  reference,
}: Redemption): FactPerson | undefined {
  if (contactId === null) return undefined
  const properties = {
    couponId,
    code,
    amountMinor: discount === null ? null : Number(discount.amount),
    currency: discount === null ? null : discount.currency,
    reference,
  }
  return { contactId, properties }
}
