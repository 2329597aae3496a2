import type { Ctx } from '#kit/call/context.ts'
import { invalid, problem, reason, unknownReference } from '#kit/call/problem.ts'
import { couponsPort } from '#kit/call/coupons.ts'
import { coupon } from '#products/loyalty/coupon/coupon.ts'
import { issueOfPromotion } from '#products/loyalty/coupon/personalCoupons.ts'
import { codePromotionProblems } from '#products/loyalty/promotion/codePromotion.ts'
import { statement } from '#kit/call/statement.ts'
import { parseId } from '#kit/values/ids.ts'
import { perkRedeemed } from '#products/loyalty/facts.ts'
import { reward, type Reward } from './reward.ts'

/** Refusals of a perk. */
export const soldOut = reason('conflict', 'sold_out', 'Every piece of the perk was taken.')
/** Refusal of one more piece for a contact. */
export const perContactLimit = reason('conflict', 'per_contact_limit', 'The contact has taken it as often as it may.')
/** Refusal of a perk that is paused, over or not begun. */
export const perkUnavailable = reason('conflict', 'perk_unavailable', 'The perk cannot be had at this moment.')

/** The contact that takes a perk, and the name of the movement that pays it. */
export type Taker = { contactId: string; reference: string }

/** Takes one piece of a perk: stock and the limit of the contact are conditions of their rows. */
export async function takePerk(ctx: Ctx, perk: Reward, { contactId, reference }: Taker): Promise<void> {
  const now = ctx.now().toISOString()
  const isOpen = (perk.startsAt === null || perk.startsAt <= now) && (perk.endsAt === null || perk.endsAt > now)
  if (!isOpen) throw problem(perkUnavailable)
  const id = parseId('rwd', perk.id)?.uuid ?? ''
  const [taken] = await ctx.db.rows(takePiece, [ctx.account.id, id, now])
  if (taken === undefined) {
    const { status } = await ctx.store.get(reward, perk.id)
    throw problem(status === 'soldOut' || status === 'active' ? soldOut : perkUnavailable)
  }
  const values = [ctx.account.id, id, parseId('con', contactId)?.uuid, perk.perContact ?? Number.MAX_SAFE_INTEGER]
  if ((await ctx.db.rows(countTaken, values)).length === 0) throw problem(perContactLimit)
  const { name, gives, cost, token } = perk
  const payload = { id: perk.id, contactId, name, gives, token, cost: cost ?? 0, redeemed: taken.redeemed }
  // A copy that cannot be made refuses the perk, and its tokens stay.
  if (gives?.type === 'coupon') await giveCoupon(ctx, gives, { contactId, reference: copyName(reference) })
  ctx.emit(perkRedeemed, payload, { id: perk.id, status: taken.status, version: taken.version })
}

async function giveCoupon(ctx: Ctx, { couponId, promotionId }: NonNullable<Reward['gives']>, to: Taker) {
  if (couponId !== undefined) await ctx.port(couponsPort).issue(ctx, { ...to, couponId, expiresAt: null })
  if (promotionId !== undefined) await issueOfPromotion(ctx, { ...to, promotionId })
}

/** The copy of a coupon that a movement paid; null for none. */
export async function copyOf(ctx: Ctx, { gives }: Reward, reference: string) {
  if (gives?.type !== 'coupon') return null
  const copy = await ctx.store.findBy(coupon, 'client_reference', copyName(reference))
  return copy === undefined ? null : { couponId: copy.id, code: copy.code }
}

/** Throws invalid for a perk of an unknown coupon or promotion. A `stored` one may be gone since. */
export async function checkGives(ctx: Ctx, gives: unknown, stored?: Reward['gives']): Promise<void> {
  // cast: the input check accepted the field, or it is missing.
  const { couponId, promotionId } = (gives ?? {}) as Partial<NonNullable<Reward['gives']>>
  const isNewCoupon = couponId !== undefined && couponId !== stored?.couponId
  const isKnown = !isNewCoupon || (await ctx.store.find(coupon, couponId)) !== undefined
  const isNewPromotion = promotionId !== undefined && promotionId !== stored?.promotionId
  const problems = isNewPromotion ? await codePromotionProblems(ctx, promotionId, 'gives/promotionId') : []
  if (!isKnown) problems.push(unknownReference('gives/couponId'))
  if (problems.length > 0) throw invalid(...problems)
}

function copyName(reference: string): string {
  return `perk ${reference}`
}

const takePiece = statement(
  'loyalty_reward.take',
  'account',
  `update loyalty_reward set redeemed = redeemed + 1, version = version + 1, updated_at = $3,
     status = case when redeemed + 1 = stock then 'soldOut' else status end
   where account_id = $1 and id = $2 and mode = 'perk' and status = 'active' and deleted_at is null
     and (stock is null or redeemed < stock)
   returning redeemed, status, version`,
)

const countTaken = statement(
  'loyalty_reward_count.take',
  'account',
  `insert into loyalty_reward_count (account_id, reward_id, contact_id, span, used)
   select $1, $2, $3, 'ever', 1 where $4::bigint >= 1
   on conflict (account_id, reward_id, contact_id, span)
     do update set used = loyalty_reward_count.used + 1 where loyalty_reward_count.used < $4
   returning used`,
)
