import type { RowOf } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { Redemption, RedemptionState } from '#kit/call/redemption.ts'

/** Columns of a use. */
export const redemptionColumns =
  'r.id, r.coupon_id, r.code, r.contact_id, r.client_reference, r.request_hash, r.reference, r.status, r.version, ' +
  'r.amount, r.currency, r.tokens, r.token, r.rolled_back_amount, r.reason, r.created_at, r.until_at, r.redeemed_at, ' +
  'r.ended_at'

/** Uses by row id, of the account. */
export const readRedemptions = statement(
  'loyalty_redemption.read',
  'account',
  `select ${redemptionColumns} from loyalty_redemption r
   where r.account_id = $1 and r.id = any($2::uuid[]) order by r.id`,
)

/** A use as its row holds it. */
export type RedemptionRow = RowOf<typeof readRedemptions>

const ownHoldStart = 'coupon '

/** Reference of the hold of a use outside of a purchase. */
export function ownHoldOf(couponId: string, clientReference: string): string {
  return `${ownHoldStart}${couponId} ${clientReference}`
}

/** Whether a reference is that of a hold of one use, not of a purchase. */
export function isOwnHold(reference: string): boolean {
  return reference.startsWith(ownHoldStart)
}

/** The use of a row. */
export function redemptionOf(accountId: number, row: RedemptionRow): Redemption {
  const id = encodeId('rdm', accountId, row.id)
  const { currency, tokens, token } = row
  return {
    id,
    redemptionId: id,
    // cast: loyalty_redemption_status_check holds these states.
    status: row.status as RedemptionState,
    couponId: encodeId('cpn', accountId, row.coupon_id),
    code: row.code,
    contactId: row.contact_id === null ? null : encodeId('con', accountId, row.contact_id),
    clientReference: row.client_reference,
    reference: row.reference === null || isOwnHold(row.reference) ? null : row.reference,
    discount: currency === null ? null : { amount: BigInt(row.amount), currency },
    rolledBack: currency === null ? null : { amount: BigInt(row.rolled_back_amount), currency },
    tokens: tokens === null || token === null ? null : { token, amount: Number(tokens) },
    reason: row.reason,
    reservedUntil: row.until_at,
    createdAt: row.created_at,
    redeemedAt: row.redeemed_at,
    endedAt: row.ended_at,
    version: row.version,
  }
}
