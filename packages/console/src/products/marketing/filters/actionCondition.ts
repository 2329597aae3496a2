/** Actions of a contact on a mail, in the order of the choice. */
export const mailActions = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'replied', 'converted'] as const),
  ...(['unsubscribed', 'complained', 'bounced'] as const),
] as const

/** Name of such an action. */
export type MailAction = (typeof mailActions)[number]

/** Uses of a coupon, in the order of the choice. */
export const couponActions = ['redeemed', 'reserved', 'released', 'rolledBack'] as const

/** Name of such a use. */
export type CouponAction = (typeof couponActions)[number]

/** A condition on mails to a contact, of one campaign or any. */
export type MailCondition = { kind: 'mail'; action: MailAction; campaignId: string | null }

/** A condition on uses of coupons by a contact, of one coupon or any. */
export type CouponCondition = { kind: 'coupon'; action: CouponAction; couponId: string | null }

/** The condition of the member `email` of a filter; undefined for one that rows do not show. */
export function mailConditionOf(email: unknown): MailCondition | undefined {
  const { action, campaignId = null, ...others } = Object(email)
  const known = mailActions.find((each) => each === action)
  const isShown = Object.keys(others).length === 0 && (campaignId === null || typeof campaignId === 'string')
  return known === undefined || !isShown ? undefined : { kind: 'mail', action: known, campaignId }
}

/** The condition of the member `coupon` of a filter; undefined for one that rows do not show. */
export function couponConditionOf(coupon: unknown): CouponCondition | undefined {
  const { action, couponId = null, ...others } = Object(coupon)
  const known = couponActions.find((each) => each === action)
  const isShown = Object.keys(others).length === 0 && (couponId === null || typeof couponId === 'string')
  return known === undefined || !isShown ? undefined : { kind: 'coupon', action: known, couponId }
}

/** The condition as the API takes it. */
export function actionPart(condition: MailCondition | CouponCondition): Readonly<Record<string, unknown>> {
  if (condition.kind === 'mail') {
    const { action, campaignId } = condition
    return { email: { action, ...(campaignId !== null && { campaignId }) } }
  }
  const { action, couponId } = condition
  return { coupon: { action, ...(couponId !== null && { couponId }) } }
}
