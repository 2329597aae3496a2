import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { exactlyOne } from '#kit/call/recordReach.ts'
import { statement } from '#kit/call/statement.ts'
import { idOf, oneOf } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed, ifVersion, versionOf } from '#kit/nouns/standard.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { couponBatchDeleted, couponDeleted, couponReleased } from '#products/loyalty/facts.ts'
import { couponBatch } from './couponBatch.ts'
import { coupon } from './coupon.ts'
import { releaseUses } from './heldUses.ts'

const stepMax = 500

/** Delete. */
export const deleteCoupon = operation('loyalty.coupon.delete', {
  route: 'POST /api/incentive/loyalty/delete',
  title: 'Delete',
  description:
    'Archives a coupon, or all coupons of a batch: codes are unknown from then on, open reservations are released, ' +
    'and uses stay.',
  scope: 'loyalty.coupon:write',
  input: closed({
    couponId: Type.Optional(idOf('cpn')),
    batchId: Type.Optional(idOf('cpb', { description: 'A batch, in place of one coupon.' })),
    ifVersion: ifVersion(),
  }),
  output: closed({
    id: Type.String({ description: 'The coupon or the batch.' }),
    status: oneOf(['archived'], { description: 'Always `archived`.' }),
  }),
  emits: [couponDeleted, couponBatchDeleted, couponReleased],
  example: { couponId: madeFirst('loyalty.coupon') },
  handle: once(async (ctx, input) => {
    const { name, value } = exactlyOne(input, ['couponId', 'batchId'])
    const version = versionOf(input)
    if (name === 'batchId' && version.ifVersion !== undefined) {
      throw invalid(field('ifVersion', 'notAllowed', 'goes with a coupon'))
    }
    await atomicAgain(ctx, (inner) =>
      name === 'couponId' ? removeCoupon(inner, value, version) : removeBatch(inner, value),
    )
    return { id: value, status: 'archived' as const }
  }),
})

async function removeCoupon(ctx: Ctx, id: string, version: { ifVersion?: number }) {
  // Holds of promotions lock them before coupons, so they go first; the second call ends what came between.
  await releaseAll(ctx, [uuidOf(coupon.prefix, id)])
  if (!(await lockForUpdate(ctx, coupon, id))) throw problem(reasons.notFound)
  await releaseAll(ctx, [uuidOf(coupon.prefix, id)])
  await ctx.store.remove(coupon, id, version)
}

async function removeBatch(ctx: Ctx, id: string) {
  if (!(await lockForUpdate(ctx, couponBatch, id))) throw problem(reasons.notFound)
  await ctx.store.remove(couponBatch, id)
  const rows = await ctx.db.rows(removeOfBatch, [
    ctx.account.id,
    uuidOf(couponBatch.prefix, id),
    ctx.now().toISOString(),
  ])
  await releaseAll(
    ctx,
    rows.filter(({ reserved }) => reserved > 0).map((row) => row.id),
  )
}

/** Releases the open reservations of coupons. */
export async function releaseAll(ctx: Ctx, couponUuids: readonly (string | null)[]): Promise<void> {
  for (;;) {
    const rows = await ctx.db.rows(findReserved, [ctx.account.id, couponUuids, stepMax])
    if (rows.length === 0) return
    await releaseUses(ctx, rows)
  }
}

const findReserved = statement(
  'loyalty_redemption.reservedOf',
  'account',
  `select id, reference from loyalty_redemption
   where account_id = $1 and coupon_id = any($2::uuid[]) and status = 'reserved' order by id limit $3`,
)

const removeOfBatch = statement(
  'loyalty_coupon.removeOfBatch',
  'account',
  `update loyalty_coupon c set status = 'deleted', deleted_at = $3, updated_at = $3, version = version + 1
   where account_id = $1 and batch_id = $2 and deleted_at is null returning id, reserved`,
)
