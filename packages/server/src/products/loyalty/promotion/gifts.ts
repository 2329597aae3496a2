import type { Ctx } from '#kit/call/context.ts'
import { archiveCopy } from '#products/loyalty/coupon/couponArchive.ts'
import { couponsPort } from '#kit/call/coupons.ts'
import { isContended, Problem } from '#kit/call/problem.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { encodeId } from '#kit/values/ids.ts'
import { keptIn, type KeptQuote } from './keptQuote.ts'

/**
 * Gives the tokens and coupons of a purchase. It runs after the commit of the purchase, which no gift can fail, and
 * gives each one once.
 */
export const giveGifts = task(
  'loyalty.promotion.give',
  'Gives the tokens and coupons of a purchase.',
  Type.Object({ reference: Type.String() }),
  async (ctx, { reference }) => {
    const [hold] = await ctx.db.rows(findHold, [ctx.account.id, reference])
    if (hold === undefined || hold.contact_id === null) return
    const refunds = { reference, refunded: BigInt(hold.refunded), captured: BigInt(hold.captured) }
    const contactId = encodeId('con', ctx.account.id, hold.contact_id)
    for (const [index, effect] of keptIn(hold.quote).effects.entries()) {
      await give(ctx, { effect, contactId, reference, name: nameOf(reference, index) })
    }
    if (refunds.refunded > 0n) await ctx.port(rewardsPort).refund(ctx, refunds)
  },
)

/** Whether a purchase gives anything beside its discounts. */
export function hasGifts({ effects }: KeptQuote): boolean {
  return effects.some(isGift)
}

/** Gifts are of promotions and of their coupons: another coupon gives its tokens by its use, at a door too. */
function isGift({ kind, promotionId, token, couponId }: KeptQuote['effects'][number]): boolean {
  return (kind === 'promotion' || promotionId !== undefined) && (token !== undefined || couponId !== undefined)
}

/** Archives the coupons that a purchase gave and that are not used: its refund is a full one. */
export async function takeCouponsBack(ctx: Ctx, reference: string, { effects }: KeptQuote): Promise<void> {
  for (const [index, effect] of effects.entries()) {
    if (isGift(effect) && effect.couponId !== undefined) await archiveCopy(ctx, nameOf(reference, index))
  }
}

/** Name of a gift of a purchase: a repeat gives it once. */
function nameOf(reference: string, index: number): string {
  return `offer ${reference} ${index}`
}

type Gift = { effect: KeptQuote['effects'][number]; contactId: string; reference: string; name: string }

async function give(ctx: Ctx, { effect, contactId, reference: purchase, name }: Gift): Promise<void> {
  if (!isGift(effect)) return
  const { token, amount = 0, rewardId = null, couponId, title: reason } = effect
  if (couponId !== undefined) {
    const copy = { couponId, contactId, reference: name, expiresAt: null }
    await unlessRefused(ctx, { couponId }, () => ctx.port(couponsPort).issue(ctx, copy))
  }
  if (token === undefined || amount === 0) return
  const grant = {
    contactId,
    token,
    amount: BigInt(amount),
    rewardId,
    reason,
    reference: name,
    expiresAt: null,
    purchase,
  }
  await unlessRefused(ctx, { rewardId }, () => ctx.port(rewardsPort).grant(ctx, grant))
}

/**
 * Gives something, unless its rules refuse it: a coupon that is paused, over or gone, a reward without room. The
 * purchase stands without it.
 */
async function unlessRefused(ctx: Ctx, about: Record<string, unknown>, give: () => Promise<unknown>): Promise<void> {
  try {
    await give()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || isContended(error)) throw error
    ctx.log.warn('a purchase gives less than its promotion says', { ...about, reason: error.reason })
  }
}

const findHold = statement(
  'loyalty_offer_hold.gifts',
  'account',
  `select contact_id, quote, refunded, captured from loyalty_offer_hold
   where account_id = $1 and reference = $2 and status = 'committed' for update`,
)
