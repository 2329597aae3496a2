import type { Cart } from '#kit/call/offers.ts'
import { digestOf } from '#platform/audit/digest.ts'

/** Steps of the scale on which people stand, for shares of a hundredth of a percent. */
const steps = 10_000

/**
 * Name of the buyer in the comparison with a holdout: it shows neither contact nor browser. Undefined without one. The
 * browser comes first: it is known before the contact is, and the price must not change at the checkout.
 */
export function personOf({ contactId, visitorId }: Pick<Cart, 'contactId' | 'visitorId'>): string | undefined {
  const key = visitorId === null ? contactId : `visitor ${visitorId}`
  return key === null ? undefined : digestOf(['person', key]).toString('base64url')
}

/** Whether a promotion is kept from a person: always the same people, and others for each promotion. */
export function isHeldOut(of: { id: string; holdoutPercent: number }, person: string | undefined): boolean {
  if (of.holdoutPercent === 0 || person === undefined) return false
  const place = digestOf(['holdout', of.id, person]).readUInt32BE(0) % steps
  return place < (of.holdoutPercent / 100) * steps
}
