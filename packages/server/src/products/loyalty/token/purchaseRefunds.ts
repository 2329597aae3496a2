import type { Ctx } from '#kit/call/context.ts'
import type { Refunded } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'

/** Purchases with their refunds so far, locked: a refund waits for what they give, or the giver sees it. */
export async function lockPurchases(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Refunded>> {
  const rows = ids.length === 0 ? [] : await ctx.db.rows(lockHolds, [ctx.account.id, [...new Set(ids)]])
  return new Map(
    rows.map(({ reference, refunded, captured }) => [
      reference,
      { reference, refunded: BigInt(refunded), captured: BigInt(captured) },
    ]),
  )
}

/** Whether a purchase was refunded in full: it gives nothing. */
export function isRefunded(purchase: Refunded | undefined): boolean {
  return purchase !== undefined && purchase.refunded > 0n && purchase.refunded >= purchase.captured
}

const lockHolds = statement(
  'loyalty_offer_hold.lockPurchases',
  'account',
  `select reference, refunded, captured from loyalty_offer_hold
   where account_id = $1 and reference = any($2::text[]) order by reference for update`,
)
