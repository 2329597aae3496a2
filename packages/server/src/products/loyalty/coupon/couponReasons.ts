import { problem, reason, type Problem, type Reason } from '#kit/call/problem.ts'
import type { OfferReason } from '#products/loyalty/pricing/offer.ts'

const refusal = (name: string, message: string) => reason('conflict', name, message)

/** Refusals of a use by the reason of the pricing engine. */
const byOffer: Readonly<Partial<Record<OfferReason, Reason>>> = {
  not_active: refusal('coupon_not_active', 'The coupon is paused.'),
  not_started: refusal('coupon_not_started', 'The coupon cannot be used yet.'),
  expired: refusal('coupon_expired', 'The coupon can be used no longer.'),
  outside_window: refusal('outside_window', 'The coupon cannot be used at this hour.'),
  exhausted: refusal('coupon_exhausted', 'All uses of the coupon are taken.'),
  per_contact_limit: refusal('per_contact_limit', 'The contact has used the coupon as often as one contact may.'),
  budget_exhausted: refusal('budget_exhausted', 'The budget of the coupon does not pay for this discount.'),
  not_eligible: refusal('not_eligible', 'The coupon is not for this contact.'),
  first_purchase_only: refusal('first_purchase_only', 'The coupon is for contacts who have not bought yet.'),
  contact_needed: refusal('contact_needed', 'The coupon needs a contact.'),
  min_subtotal: refusal('min_subtotal', 'The order is too small for the coupon.'),
  currency_mismatch: refusal('currency_mismatch', 'The coupon is in another currency than the order.'),
  no_effect: refusal('no_effect', 'The coupon lowers nothing in this order.'),
  promotion_not_running: refusal('promotion_not_running', 'The promotion of the coupon does not run.'),
  per_day_limit: refusal('per_day_limit', 'All uses of the promotion of this day are taken.'),
  group_limit: refusal('not_combinable', 'The coupon does not apply beside another offer.'),
  holdout: refusal('not_eligible', 'The coupon is not for this contact.'),
  not_combinable: refusal('not_combinable', 'The coupon does not apply beside another offer.'),
}

/** All refusals of a use. */
export const useRefusals: readonly Reason[] = Object.values(byOffer)

const refusalsOf = (names: readonly OfferReason[]) =>
  names.map((each) => byOffer[each]).filter((each) => each !== undefined)

/** Refusals of a copy for one contact. */
export const copyRefusals: readonly Reason[] = refusalsOf(['not_active', 'expired', 'promotion_not_running'])

/** Refusals of a copy of a coupon that people take by themselves: its uses may be taken. */
export const takenRefusals: readonly Reason[] = [...copyRefusals, ...refusalsOf(['exhausted'])]

/** The refusal of a use. */
export function refusedUse(reasonOfOffer: OfferReason): Problem {
  return problem(byOffer[reasonOfOffer] ?? byOffer.not_eligible ?? reason('conflict', 'not_eligible', ''))
}

/** Refusal of an end that comes after another end. */
export const redemptionEnded = reason('conflict', 'redemption_ended', 'The use has ended already.')
/** Refusal of the use of a reservation after its end. */
export const reservationExpired = reason('conflict', 'reservation_expired', 'The reservation has ended.')
