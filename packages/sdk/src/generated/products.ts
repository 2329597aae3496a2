// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call } from '../call.ts'
import { account } from './account.ts'
import { livestream } from './livestream.ts'
import { places } from './places.ts'

/** Every product on one way of calling. */
export function products(call: Call) {
  return {
    account: account(call),
    livestream: livestream(call),
    places: places(call),
  }
}
