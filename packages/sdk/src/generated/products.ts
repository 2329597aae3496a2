// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call } from '../call.ts'
import { account, publicAccount } from './account.ts'
import { livestream, publicLivestream } from './livestream.ts'
import { places, publicPlaces } from './places.ts'
import { marketing, publicMarketing } from './marketing.ts'
import { loyalty, publicLoyalty } from './loyalty.ts'
import { payments, publicPayments } from './payments.ts'

/** Client of every product, with responses in the owner's form. */
export function products(call: Call) {
  return {
    account: account(call),
    livestream: livestream(call),
    places: places(call),
    marketing: marketing(call),
    loyalty: loyalty(call),
    payments: payments(call),
  }
}

/** Client for public keys, with responses in the public form. */
export function publicProducts(call: Call) {
  return {
    account: publicAccount(call),
    livestream: publicLivestream(call),
    places: publicPlaces(call),
    marketing: publicMarketing(call),
    loyalty: publicLoyalty(call),
    payments: publicPayments(call),
  }
}
