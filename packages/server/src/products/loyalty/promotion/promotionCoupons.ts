import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { statement } from '#kit/call/statement.ts'
import { againAfterDeath, task } from '#kit/nouns/task.ts'
import { idOf } from '#kit/values/fields.ts'
import { parseId } from '#kit/values/ids.ts'
import { Type } from '#kit/values/schema.ts'
import { releaseAll } from '#products/loyalty/coupon/couponDelete.ts'

/** Coupons of one transaction. */
const stepMax = 500

const payload = Type.Object({ promotionId: idOf('prm') })

/** Archives the coupons of a deleted promotion, step by step: the fact of the promotion stands for them. */
export const archiveCoupons = task(
  'loyalty.promotion.archiveCoupons',
  'Archives the coupons of a deleted promotion.',
  payload,
  {
    async handle(ctx, { promotionId }) {
      const uuid = parseId('prm', promotionId)?.uuid
      await atomicAgain(ctx, async (inner) => {
        const rows = await inner.db.rows(archiveStep, [inner.account.id, uuid, inner.now().toISOString(), stepMax])
        const held = rows.filter(({ reserved }) => reserved > 0).map(({ id }) => id)
        if (held.length > 0) await releaseAll(inner, held)
        if (rows.length === stepMax) inner.later(archiveCoupons, { promotionId }, inner.now())
      })
    },
    failed(ctx, { promotionId }) {
      ctx.later(archiveCoupons, { promotionId }, againAfterDeath(ctx))
      return Promise.resolve()
    },
  },
)

const archiveStep = statement(
  'loyalty_coupon.archiveOfPromotion',
  'account',
  `with old as (
     select c.id from loyalty_coupon c where c.account_id = $1 and c.promotion_id = $2 and c.deleted_at is null
     order by c.id limit $4 for update)
   update loyalty_coupon c
   set status = 'deleted', deleted_at = $3::timestamptz, updated_at = $3::timestamptz, version = c.version + 1
   from old o where c.account_id = $1 and c.id = o.id returning c.id, c.reserved`,
)
