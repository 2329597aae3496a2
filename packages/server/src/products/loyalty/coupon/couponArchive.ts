import type { Ctx } from '#kit/call/context.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { coupon } from './coupon.ts'

/** Archives a copy for one contact, by its reference; a copy that is used, or held by a purchase, stays. */
export async function archiveCopy(ctx: Ctx, reference: string): Promise<void> {
  const copy = await ctx.store.findBy(coupon, 'client_reference', reference)
  if (copy === undefined || !(await lockForUpdate(ctx, coupon, copy.id))) return
  const { redeemed, reserved } = await ctx.store.get(coupon, copy.id)
  if (redeemed + reserved === 0) await ctx.store.remove(coupon, copy.id)
}
