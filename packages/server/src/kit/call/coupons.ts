import type { Discount } from '#kit/values/discountText.ts'
import type { Ctx } from './context.ts'
import { port } from './port.ts'

/** A copy of a coupon for one contact and one use. */
export type CouponCopy = {
  /** Coupon whose terms the copy has. */
  couponId: string
  contactId: string
  /** End of the copy; that of the coupon when null, and never after it. */
  expiresAt: Date | null
  /** Name of the copy: a repeat makes one. */
  reference: string
}

/** A copy that was made, or was there. */
export type IssuedCoupon = { couponId: string; code: string; name: string }

/** A coupon for one contact. `title`: its name as people read it. `discounts`: also the effects of its promotion. */
export type PersonalCoupon = IssuedCoupon & {
  title: string
  startsAt: string
  expiresAt: string | null
  discounts: readonly Discount[]
}

/** Coupons for one contact, as other products use them. */
export type Coupons = {
  /** Makes a copy, in the transaction of the caller. Throws invalid for an unknown coupon, conflict for an old one. */
  issue(ctx: Ctx, copy: CouponCopy): Promise<IssuedCoupon>
  /** Coupons of a contact alone that it can still use, the newest first, at most 50. */
  usableOf(ctx: Ctx, contactId: string): Promise<readonly PersonalCoupon[]>
  /** Coupons of a contact alone that begin later, the next first, at most 50. */
  aheadOf(ctx: Ctx, contactId: string): Promise<readonly PersonalCoupon[]>
}

/** Coupons of an account. */
export const couponsPort = port<Coupons>('coupons', { issue: 'stays', usableOf: 'stays', aheadOf: 'stays' })
