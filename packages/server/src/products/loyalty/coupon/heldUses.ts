import type { Ctx } from '#kit/call/context.ts'
import { commitOffers, lockedState, releaseOffers, rollbackOffers } from '#products/loyalty/promotion/offerHold.ts'
import { moveUses, releaseMove } from './couponEnd.ts'
import { isOwnHold, type RedemptionRow } from './redemptionRows.ts'

type Use = Pick<RedemptionRow, 'id' | 'reference'>

/** Hold of a use that has one of its own: the use of a promotion's coupon, whose counters move with it. */
export function holdOf({ reference }: Pick<RedemptionRow, 'reference'>): string | undefined {
  return reference !== null && isOwnHold(reference) ? reference : undefined
}

/** Lets reservations go, and what they hold of promotions. Call inside `ctx.atomic`. */
export async function releaseUses(ctx: Ctx, uses: readonly Use[]): Promise<void> {
  // Holds come first: they lock promotions before coupons, as purchases do.
  for (const hold of uses.flatMap((each) => holdOf(each) ?? [])) await releaseOffers(ctx, hold)
  const plain = uses.filter((each) => holdOf(each) === undefined).map(({ id }) => id)
  await moveUses(ctx, plain, releaseMove)
}

/** Makes a held reservation a use for good. `check` refuses one that ended. Call inside `ctx.atomic`. */
export async function commitHeld(ctx: Ctx, hold: string): Promise<void> {
  if ((await lockedState(ctx, hold)) === 'held') await commitOffers(ctx, { reference: hold, contactId: null })
}

/** Takes a held use, or a part of its discount, back, or lets a held reservation go. Call inside `ctx.atomic`. */
export async function takeHeldBack(
  ctx: Ctx,
  row: RedemptionRow,
  { hold, amount, reason }: { hold: string; amount: bigint | undefined; reason: string | null },
): Promise<void> {
  const whole = BigInt(row.amount)
  const isWhole = amount === undefined || amount >= whole
  const [refunded, captured] = isWhole ? [1n, 1n] : [amount, whole]
  await releaseOffers(ctx, hold)
  await rollbackOffers(ctx, { reference: hold, refunded, captured, reason })
}
