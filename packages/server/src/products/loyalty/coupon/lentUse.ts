import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import type { Redemption } from '#kit/call/redemption.ts'
import { commitOffers, holdOffers } from '#products/loyalty/promotion/offerHold.ts'
import { cartOf, type Order } from './couponOrder.ts'
import { usesOfPurchase } from './couponPurchase.ts'
import { refusedUse } from './couponReasons.ts'
import type { Take } from './couponTake.ts'
import { ownHoldOf, readRedemptions, redemptionOf } from './redemptionRows.ts'

type LentTake = Pick<Take, 'coupon' | 'contactId' | 'clientReference' | 'requestHash' | 'mode' | 'until'>

/**
 * Takes a use of a promotion's coupon outside of a purchase: a hold of its own counts coupon and promotion together, as
 * that of a purchase does. Throws the refusal of a use that does not apply.
 */
export async function takeLent(ctx: Ctx, take: LentTake, order: Order | undefined): Promise<Redemption> {
  if (order === undefined) throw invalid(field('order', 'required', 'is needed for a coupon of a promotion'))
  const { coupon, contactId, clientReference, requestHash, mode, until } = take
  const cart = { ...cartOf(order, contactId), codes: [coupon.code] }
  const reference = ownHoldOf(coupon.id, clientReference)
  const own = { clientReference, requestHash, until }
  return atomicAgain(ctx, async (inner) => {
    const { rejected, effects } = await holdOffers(inner, { cart, quoteHash: null, reference }, own)
    const refused = rejected.find(({ offerId }) => offerId === coupon.id)
    if (refused !== undefined) throw refusedUse(refused.reason)
    if (!effects.some(({ offerId }) => offerId === coupon.id)) throw refusedUse('no_effect')
    if (mode === 'redeem') await commitOffers(inner, { reference, contactId })
    const [row] = await inner.db.rows(readRedemptions, [inner.account.id, await usesOfPurchase(inner, reference)])
    if (row === undefined) throw problem(reasons.writeContended)
    return redemptionOf(inner.account.id, row)
  })
}
