import type { ContactEvent } from '#kit/call/contacts.ts'
import { memberOf } from '#kit/filter/eventCondition.ts'

/** The purchase of an event, whose refunds take back what rules give for it; undefined for another event. */
export function purchaseOf({ name, subject, properties }: ContactEvent): string | undefined {
  const isPayment = name === 'payments.payment.succeeded'
  const isUse = name === 'loyalty.coupon.redeemed' || name === 'loyalty.promotion.applied'
  const id = isPayment ? subject : isUse ? memberOf(properties, 'reference') : undefined
  return typeof id === 'string' ? id : undefined
}
