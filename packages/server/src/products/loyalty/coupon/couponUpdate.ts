import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reason, reasons } from '#kit/call/problem.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { outputSchemaOf, present, type Patch } from '#kit/nouns/resource.ts'
import { closed, splitUpdate, updateInput } from '#kit/nouns/standard.ts'
import { lockForChange } from '#platform/db/rowLocks.ts'
import { audienceProblems } from '#products/loyalty/audience.ts'
import { couponPaused, couponResumed, couponUpdated } from '#products/loyalty/facts.ts'
import { couponBatch } from './couponBatch.ts'
import { coupon, type Coupon } from './coupon.ts'
import { fullStacking, stateOf } from './couponTerms.ts'

const alreadyRedeemed = reason('conflict', 'already_redeemed', 'The coupon has been used: these fields are fixed.')
const limitBelowUsed = reason('conflict', 'limit_below_used', 'The limit is below the uses that are taken.')
const batchBuilding = reason('conflict', 'batch_building', 'The codes of the batch are being made. Try again.')

/** Fields that are fixed by the first use. */
const frozen = ['discount', 'appliesTo', 'audience', 'minSubtotal', 'startsAt', 'firstPurchaseOnly'] as const

type CouponPatch = Patch<typeof coupon>
type Sent = { id: string; patch: CouponPatch; options: { ifVersion?: number; action?: string } }

/** Update. */
export const updateCoupon = operation('loyalty.coupon.update', {
  route: 'PUT /api/incentive/loyalty/update',
  title: 'Update',
  description:
    'Changes a coupon: only sent fields change, null clears. Its effect, audience and begin are fixed by the first ' +
    'use. Its state follows from the clock and its counters, unless it is paused.',
  scope: 'loyalty.coupon:write',
  input: closed({ ...updateInput(coupon).properties }),
  output: outputSchemaOf(coupon),
  emits: [couponUpdated, couponPaused, couponResumed],
  reasons: [alreadyRedeemed, limitBelowUsed, batchBuilding],
  example: { couponId: madeFirst('loyalty.coupon'), maxRedemptions: 200 },
  handle: once(async (ctx, input) => {
    const sent: Sent = splitUpdate(coupon, input)
    const record = await ctx.atomic((inner) => change(inner, sent))
    const [shown] = await present({ ctx, audience: 'owner' }, coupon, [record])
    return { ...shown, id: record.id }
  }),
})

/** Changes a coupon behind its lock: no use comes between the check of its counters and the write. */
async function change(ctx: Ctx, { id, patch, options }: Sent): Promise<Coupon> {
  if (!(await lockForChange(ctx, coupon, id))) throw problem(reasons.notFound)
  const before = await ctx.store.get(coupon, id)
  await checkBatch(ctx, before)
  checkUsed(before, patch)
  if (before.promotionId !== null && patch.stacking !== undefined) {
    throw invalid(field('stacking', 'notAllowed', 'goes without promotionId: its promotion combines or not'))
  }
  const problems = await audienceProblems(ctx, patch.audience, { path: '/audience', stored: before.audience })
  if (problems.length > 0) throw invalid(...problems)
  const { stacking } = patch
  const full: CouponPatch = {
    ...patch,
    ...(stacking === undefined ? {} : { stacking: fullStacking(stacking ?? {}, patch.discount ?? before.discount) }),
  }
  const sentFields = Object.fromEntries(Object.entries(full).filter(([, value]) => value !== undefined))
  const state = stateOf({ ...before, ...sentFields }, ctx.now())
  const { action, ifVersion } = options
  const isWrongAction = action !== undefined && coupon.actions[action]?.from.includes(before.status) === false
  if (isWrongAction || action === 'pause') return ctx.store.update(coupon, id, { patch: full, action, ifVersion })
  if (before.status === 'paused' && action !== 'resume') {
    return ctx.store.update(coupon, id, { patch: full, ifVersion })
  }
  return ctx.store.update(coupon, id, { patch: full, ifVersion, status: state })
}

/** Throws batch_building while codes of its batch are copies of what it is now. */
async function checkBatch(ctx: Ctx, { batchId }: Coupon): Promise<void> {
  const batch = batchId === null ? undefined : await ctx.store.find(couponBatch, batchId)
  if (batch?.status === 'building') throw problem(batchBuilding)
}

function checkUsed(before: Coupon, patch: CouponPatch): void {
  const fixed = before.hasBeenUsed ? frozen.filter((name) => isChanged(before, patch, name)) : []
  if (fixed.length > 0) {
    throw problem(alreadyRedeemed, { fields: fixed.map((name) => field(name, 'fixed', 'is fixed by the first use')) })
  }
  const { maxRedemptions, budget } = patch
  const used = before.redeemed + before.reserved
  if (typeof maxRedemptions === 'number' && maxRedemptions < used) {
    const problems = [field('maxRedemptions', 'minimum', `must be at least ${used}, the uses that are taken`)]
    throw problem(limitBelowUsed, { fields: problems, details: { used } })
  }
  const granted = before.discountGranted
  if (budget === undefined || budget === null || granted === null) return
  if (budget.currency !== granted.currency) {
    throw invalid(field('/budget/currency', 'conflict', `must be ${granted.currency}, as the discounts so far`))
  }
  if (budget.amount < granted.amount) {
    const problems = [field('/budget/amount', 'minimum', `must be at least ${granted.amount}, the discounts so far`)]
    throw problem(limitBelowUsed, { fields: problems })
  }
}

function isChanged(before: Coupon, patch: CouponPatch, name: (typeof frozen)[number]): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
  return patch[name] !== undefined && text(patch[name]) !== text(before[name])
}
