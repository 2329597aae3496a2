import { product } from '#kit/nouns/product.ts'
import { couponParts } from './coupon/couponParts.ts'
import { dropParts } from './drop/dropParts.ts'
import * as facts from './facts.ts'
import { reactions } from './mergedContact.ts'
import { promotionParts } from './promotion/promotionParts.ts'
import { rewardParts } from './reward/rewardParts.ts'
import { tokenParts } from './token/tokenParts.ts'
import { walletParts } from './wallet/walletParts.ts'

/** Coupons, promotions and token rewards, exact under concurrency. */
export const loyalty = product({
  name: 'loyalty',
  title: 'Loyalty',
  description: 'Coupons, promotions and tokens: what lowers a price, and what rewards people for coming back.',
  facts: Object.values(facts),
  // Codes are scanned at a counter.
  cameraPages: ['door'],
  reactions,
  parts: [couponParts, promotionParts, rewardParts, tokenParts, dropParts, walletParts],
})
