import type { Trigger } from './definitionFields.ts'

/** Events of triggers that name one by their type. */
const eventsOfTypes: Readonly<Record<string, string>> = {
  couponRedeemed: 'loyalty.coupon.redeemed',
  paymentSucceeded: 'payments.payment.succeeded',
}

/** Name of the event of a contact that begins runs; undefined for a trigger of another kind. */
export function eventOfTrigger({ type, event }: Pick<Trigger, 'type' | 'event'>): string | undefined {
  return type === 'event' ? event : eventsOfTypes[type]
}
