import { t, type TextKey } from '#console/texts/texts.ts'

/** Reasons why an offer does not apply, by the name of the reason. */
const texts = {
  unknown_code: 'loyalty.reason.unknown_code',
  not_active: 'loyalty.reason.not_active',
  promotion_not_running: 'loyalty.reason.promotion_not_running',
  not_started: 'loyalty.reason.not_started',
  expired: 'loyalty.reason.expired',
  outside_window: 'loyalty.reason.outside_window',
  exhausted: 'loyalty.reason.exhausted',
  per_contact_limit: 'loyalty.reason.per_contact_limit',
  per_day_limit: 'loyalty.reason.per_day_limit',
  budget_exhausted: 'loyalty.reason.budget_exhausted',
  not_eligible: 'loyalty.reason.not_eligible',
  first_purchase_only: 'loyalty.reason.first_purchase_only',
  contact_needed: 'loyalty.reason.contact_needed',
  code_needed: 'loyalty.reason.code_needed',
  holdout: 'loyalty.reason.holdout',
  min_subtotal: 'loyalty.reason.min_subtotal',
  currency_mismatch: 'loyalty.reason.currency_mismatch',
  no_effect: 'loyalty.reason.no_effect',
  not_combinable: 'loyalty.reason.not_combinable',
  group_limit: 'loyalty.reason.group_limit',
} as const satisfies Record<string, TextKey>

/** A reason of the pricing engine, or of a refused use such as `coupon_expired`, in words; undefined for another. */
export function offerReasonText(reason: string): string | undefined {
  const name = reason.replace(/^coupon_/, '')
  const key = Object.entries(texts).find(([each]) => each === name)?.[1]
  return key === undefined ? undefined : t(key)
}
