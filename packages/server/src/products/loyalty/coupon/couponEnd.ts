import type { Ctx } from '#kit/call/context.ts'
import type { Fact } from '#kit/nouns/fact.ts'
import { statement } from '#kit/call/statement.ts'
import { boundedSum } from '#platform/db/boundedSum.ts'
import { journalSteps } from '#platform/db/writeSql.ts'
import type { Redemption, RedemptionState } from '#kit/call/redemption.ts'
import { couponRedeemed, couponReleased, couponRolledBack } from '#products/loyalty/facts.ts'
import { readRedemptions, redemptionOf, type RedemptionRow } from './redemptionRows.ts'

/** Change of one use: its new state, and how its counters change. */
export type Move = {
  status: RedemptionState
  redeemed: number
  reserved: number
  /** Change of the discount that counts towards the budget. */
  amount: bigint
  /** Discount that was taken back in all. */
  rolledBack?: bigint
  reason?: string | null
}

type Decide = (row: RedemptionRow) => Move | undefined | Promise<Move | undefined>

/**
 * Moves uses, with their counters, audit rows and facts. It locks their coupons in the order of ids first, as each
 * change of counters does, and decides by the rows behind the locks. Call inside `ctx.atomic`.
 */
export async function moveUses(ctx: Ctx, useIds: readonly string[], decide: Decide): Promise<Redemption[]> {
  if (useIds.length === 0) return []
  await ctx.db.rows(lockCouponsOfUses, [ctx.account.id, useIds])
  const rows = await ctx.db.rows(readRedemptions, [ctx.account.id, useIds])
  const after: Redemption[] = []
  const moved: Record<string, unknown>[] = []
  for (const row of rows) {
    const move = await decide(row)
    const next = move === undefined ? redemptionOf(ctx.account.id, row) : redemptionAfter(ctx, row, move)
    after.push(next)
    if (move !== undefined) moved.push(movedRow(ctx, row, { move, next }))
  }
  if (moved.length > 0) await ctx.db.rows(writeMoves, [ctx.account.id, JSON.stringify(moved)])
  return after
}

/** The move of a reservation to a use for good; undefined for any other state. */
export function commitMove(row: RedemptionRow): Move | undefined {
  return row.status === 'reserved' ? { status: 'redeemed', redeemed: 1, reserved: -1, amount: 0n } : undefined
}

/** The move that lets a reservation go; undefined for any other state. */
export function releaseMove(row: RedemptionRow): Move | undefined {
  if (row.status !== 'reserved') return undefined
  return { status: 'released', redeemed: 0, reserved: -1, amount: -BigInt(row.amount) }
}

/** The move that takes a use back, or `amount` of its discount in all; undefined when that much was taken back. */
export function rollbackMove(
  row: RedemptionRow,
  { amount, reason }: { amount: bigint | undefined; reason: string | null },
): Move | undefined {
  if (row.status !== 'redeemed' && row.status !== 'partiallyRolledBack') return undefined
  const [whole, before] = [BigInt(row.amount), BigInt(row.rolled_back_amount)]
  if (amount === undefined || (amount >= whole && whole > 0n)) {
    return { status: 'rolledBack', redeemed: -1, reserved: 0, amount: before - whole, rolledBack: whole, reason }
  }
  if (amount <= before) return undefined
  const status = 'partiallyRolledBack'
  return { status, redeemed: 0, reserved: 0, amount: before - amount, rolledBack: amount, reason }
}

const factOfState: Readonly<Record<RedemptionState, Fact<Redemption> | undefined>> = {
  reserved: undefined,
  redeemed: couponRedeemed,
  released: couponReleased,
  partiallyRolledBack: couponRolledBack,
  rolledBack: couponRolledBack,
}

function redemptionAfter(ctx: Ctx, row: RedemptionRow, move: Move): Redemption {
  const before = redemptionOf(ctx.account.id, row)
  const at = ctx.now().toISOString()
  const isUse = move.status === 'redeemed'
  return {
    ...before,
    status: move.status,
    rolledBack:
      before.rolledBack === null ? null : { ...before.rolledBack, amount: move.rolledBack ?? before.rolledBack.amount },
    reason: move.reason ?? before.reason,
    reservedUntil: null,
    redeemedAt: isUse ? at : before.redeemedAt,
    endedAt: isUse ? null : at,
    version: before.version + 1,
  }
}

function movedRow(ctx: Ctx, row: RedemptionRow, { move, next }: { move: Move; next: Redemption }) {
  const fact = factOfState[move.status]
  const subject = { id: next.id, status: next.status, version: next.version }
  const facts = fact === undefined ? [] : [{ fact, payload: next, subject }]
  const changes = { status: [row.status, move.status] }
  const action = fact?.name ?? 'loyalty.coupon.reserved'
  const uses = move.redeemed + move.reserved
  return {
    id: row.id,
    version: row.version,
    status: move.status,
    rolled_back_amount: Number(move.rolledBack ?? BigInt(row.rolled_back_amount)),
    reason: next.reason,
    redeemed_at: next.redeemedAt,
    ended_at: next.endedAt,
    coupon_id: row.coupon_id,
    contact_id: row.contact_id,
    redeemed: move.redeemed,
    reserved: move.reserved,
    uses,
    amount: Number(move.amount),
    currency: row.currency,
    ...ctx.journal({ action, target: next.id, changes }, facts),
  }
}

const lockCouponsOfUses = statement(
  'loyalty_coupon.lockOfUses',
  'account',
  `select c.id from loyalty_coupon c
   where c.account_id = $1 and c.id in (
     select r.coupon_id from loyalty_redemption r where r.account_id = $1 and r.id = any($2::uuid[]))
   order by c.id for no key update`,
)

/** A coupon that was removed keeps no counters; its uses still move. */
const writeMoves = statement(
  'loyalty_redemption.move',
  'account',
  `with sent as materialized (
     select * from json_to_recordset($2::json) as s (id uuid, version integer, status text, rolled_back_amount bigint,
       reason text, redeemed_at timestamptz, ended_at timestamptz, coupon_id uuid, contact_id uuid, redeemed integer,
       reserved integer, uses integer, amount bigint, currency text, audit json, outbox json)),
   moved as (
     update loyalty_redemption r
     set status = s.status, version = r.version + 1, rolled_back_amount = s.rolled_back_amount, reason = s.reason,
       until_at = null, redeemed_at = s.redeemed_at, ended_at = s.ended_at
     from sent s where r.account_id = $1 and r.id = s.id and r.version = s.version
     returning r.account_id, r.id),
   noted as (select m.account_id, s.* from moved m join sent s on s.id = m.id),
   contacts as (
     update loyalty_coupon_contact u set used = u.used + t.uses, used_max = case when t.uses < 0 then u.used_max end
     from (select account_id, coupon_id, contact_id, sum(uses)::integer as uses from noted
       group by account_id, coupon_id, contact_id) t
     where u.account_id = $1 and u.account_id = t.account_id and u.coupon_id = t.coupon_id
       and u.contact_id = t.contact_id and t.uses <> 0),
   counted as (
     update loyalty_coupon c
     set redeemed = c.redeemed + t.redeemed, reserved = c.reserved + t.reserved,
       discount_granted_amount = case when c.discount_granted_currency = t.currency
         then ${boundedSum('c.discount_granted_amount::numeric + t.amount')} else c.discount_granted_amount end,
       status = ${statusAfter()},
       version = c.version + case when ${statusAfter()} = c.status then 0 else 1 end
     from (select account_id, coupon_id, sum(redeemed)::integer as redeemed, sum(reserved)::integer as reserved,
         coalesce(sum(amount), 0) as amount, min(currency) as currency
       from noted group by account_id, coupon_id) t
     where c.account_id = $1 and c.account_id = t.account_id and c.id = t.coupon_id),
   ${journalSteps('noted')}
   select t.id from noted t`,
)

/** State of a coupon after a change of its counters: with a use and a budget left, it can be used again. */
function statusAfter(): string {
  const hasUses = '(c.max_redemptions is null or c.redeemed + t.redeemed + c.reserved + t.reserved < c.max_redemptions)'
  const hasBudget = '(c.budget_amount is null or coalesce(c.discount_granted_amount, 0) + t.amount < c.budget_amount)'
  return `case when c.status = 'exhausted' and ${hasUses} and ${hasBudget} then 'active' else c.status end`
}
