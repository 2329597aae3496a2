import type { Ctx } from '#kit/call/context.ts'
import { hashOf } from '#platform/db/storeWrites.ts'
import { coupon } from './coupon.ts'
import { commitMove, moveUses, releaseMove, rollbackMove, type Move } from './couponEnd.ts'
import { tokensOf } from './couponOrder.ts'
import { refusedUse } from './couponReasons.ts'
import { prepareTake, writeTakes } from './couponTake.ts'
import { takePartBack } from './couponTokens.ts'
import { lockCoupons, lockFirstPurchase, readUses } from './couponUses.ts'
import type { RedemptionRow } from './redemptionRows.ts'
import { encodeId } from '#kit/values/ids.ts'
import { statement } from '#kit/call/statement.ts'

/** Coupons of a purchase with the discount of each, under the id of the purchase. */
export type PurchaseUses = {
  reference: string
  contactId: string | null
  currency: string
  uses: readonly { couponId: string; amount: bigint }[]
  own?: OwnUse | undefined
}

/** A use outside of a purchase, by the reference and the request of its caller; `until` ends its reservation. */
export type OwnUse = { clientReference: string; requestHash: Buffer; until: Date | null }

/**
 * Reserves one use of each coupon until the purchase commits or releases it. Coupons that the purchase holds already
 * stay as they are. Call inside `ctx.atomic`. Throws the refusal of a coupon that a limit keeps from use.
 */
export async function takeCoupons(
  ctx: Ctx,
  { reference, contactId, currency, uses, own }: PurchaseUses,
): Promise<void> {
  if (uses.length === 0) return
  const couponIds = uses.map(({ couponId }) => couponId)
  await lockCoupons(ctx, { couponIds })
  const clientReference = own?.clientReference ?? reference
  const query = { couponIds, contactId, clientReference }
  const before = await readUses(ctx, query)
  const found = (await lockFirstPurchase(ctx, contactId, before)) ? await readUses(ctx, query) : before
  if (found.length < new Set(couponIds).size) throw refusedUse('not_active')
  const amounts = new Map(uses.map(({ couponId, amount }) => [couponId, amount]))
  const takes = found.flatMap(({ coupon: of, refused, knownUse }) => {
    if (knownUse !== undefined) return []
    if (refused !== undefined) throw refusedUse(refused)
    const discount = { amount: amounts.get(of.id) ?? 0n, currency }
    const requestHash = own?.requestHash ?? hashOf({ reference, couponId: of.id })
    const held = {
      coupon: of,
      contactId,
      clientReference,
      requestHash,
      reference,
      mode: 'reserve',
      until: own?.until ?? null,
    } as const
    return [prepareTake(ctx, { ...held, discount, tokens: tokensOf(of.discount) })]
  })
  if (takes.length === 0) return
  const made = await writeTakes(ctx, takes)
  if (made.size < takes.length) throw refusedUse('budget_exhausted')
}

/** Turns the reserved uses of a purchase into uses for good, released ones too. `isOver`: a limit was reached since. */
export async function commitCoupons(ctx: Ctx, reference: string): Promise<{ isOver: boolean }> {
  let isOver = false
  await moveUses(ctx, await usesOfPurchase(ctx, reference), async (row) => {
    if (row.status !== 'released') return commitMove(row)
    if (await isTaken(ctx, row)) isOver = true
    const again: Move = { status: 'redeemed', redeemed: 1, reserved: 0, amount: BigInt(row.amount) }
    return again
  })
  return { isOver }
}

/** Lets go the reserved uses of a purchase. */
export async function releaseCoupons(ctx: Ctx, reference: string): Promise<void> {
  await moveUses(ctx, await usesOfPurchase(ctx, reference), releaseMove)
}

/** Refund of a purchase: `refunded` of `captured` minor units in all so far. */
type PurchaseRefund = { reference: string; refunded: bigint; captured: bigint; reason?: string | null }

/** Takes uses of a purchase back after a refund: wholly after a full one, else the refunded part of the discount. */
export async function rollbackCoupons(ctx: Ctx, of: PurchaseRefund) {
  const { reference, refunded, captured, reason = 'refund' } = of
  const isFull = refunded >= captured
  await moveUses(ctx, await usesOfPurchase(ctx, reference), (row) => {
    if (!isFull && row.status === 'redeemed' && row.tokens !== null) {
      const amount = Number((BigInt(row.tokens) * refunded) / captured)
      const redemptionId = encodeId('rdm', ctx.account.id, row.id)
      if (amount > 0) ctx.later(takePartBack, { redemptionId, amount }, ctx.now())
    }
    return rollbackMove(row, {
      amount: isFull ? undefined : (BigInt(row.amount) * refunded) / captured,
      reason,
    })
  })
}

/** Whether a limit of the coupon is reached, so that one more use is beyond it. */
async function isTaken(ctx: Ctx, row: RedemptionRow): Promise<boolean> {
  const couponIds = [encodeId(coupon.prefix, ctx.account.id, row.coupon_id)]
  const contactId = row.contact_id === null ? null : encodeId('con', ctx.account.id, row.contact_id)
  const [use] = await readUses(ctx, { couponIds, contactId })
  if (use === undefined) return false
  const { refused, coupon: of } = use
  if (refused === 'exhausted' || refused === 'per_contact_limit' || refused === 'budget_exhausted') return true
  const left = of.budget === null ? undefined : of.budget.amount - (of.discountGranted?.amount ?? 0n)
  return left !== undefined && left < BigInt(row.amount)
}

/** Row ids of the uses of a purchase. */
export async function usesOfPurchase(ctx: Ctx, reference: string): Promise<string[]> {
  const rows = await ctx.db.rows(findOfPurchase, [ctx.account.id, reference])
  return rows.map(({ id }) => id)
}

const findOfPurchase = statement(
  'loyalty_redemption.ofPurchase',
  'account',
  'select id from loyalty_redemption where account_id = $1 and reference = $2 order by id',
)
