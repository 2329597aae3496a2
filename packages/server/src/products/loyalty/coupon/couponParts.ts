import type { Parts } from '#kit/nouns/product.ts'
import { table } from '#kit/nouns/table.ts'
import { couponBatch, makeCodes } from './couponBatch.ts'
import { getBatch, listBatches } from './couponBatchRead.ts'
import { coupon } from './coupon.ts'
import { ports } from './personalCoupons.ts'
import { createCoupon } from './couponCreate.ts'
import { deleteCoupon } from './couponDelete.ts'
import { pages } from './couponQr.ts'
import { getCoupon, listCoupons } from './couponRead.ts'
import { redeemCoupon } from './couponRedeem.ts'
import { rollBackCoupon } from './couponRollback.ts'
import { getRedemption, listRedemptions } from './redemptionRead.ts'
import { schedules } from './couponSweep.ts'
import { reactions, takePartBack } from './couponTokens.ts'
import { updateCoupon } from './couponUpdate.ts'
import { validateCoupons } from './couponValidate.ts'

/** Coupons: codes with limits that hold to the unit, single and in batches. */
export const couponParts: Parts = {
  resources: [couponBatch, coupon],
  operations: [
    listCoupons,
    createCoupon,
    deleteCoupon,
    getCoupon,
    updateCoupon,
    validateCoupons,
    redeemCoupon,
    rollBackCoupon,
    listRedemptions,
    getRedemption,
    listBatches,
    getBatch,
  ],
  pages,
  reactions,
  tasks: [makeCodes, takePartBack],
  ports,
  schedules,
  scopes: {
    'loyalty.redemption:read': 'Read uses of coupons',
    'loyalty.redemption:write': 'Redeem coupons, and take uses back',
  },
  tables: {
    loyalty_coupon: table.account({
      jsonb: ['metadata', 'valid_windows', 'audience'],
      acrossAccounts: ['loyalty_coupon_next_ix'],
    }),
    loyalty_redemption: table.account({ acrossAccounts: ['loyalty_redemption_until_ix'] }),
    loyalty_coupon_contact: table.account({ key: ['account_id', 'coupon_id', 'contact_id'] }),
  },
}
