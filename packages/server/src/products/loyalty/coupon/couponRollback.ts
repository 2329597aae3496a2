import { atomicAgain } from '#kit/call/atomicAgain.ts'
import { field, invalid, problem, reasons } from '#kit/call/problem.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { amountMax, minorAmount } from '#kit/values/money.ts'
import { Type } from '#kit/values/schema.ts'
import { companion, madeFirst, once, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { parseId } from '#kit/values/ids.ts'
import { redemptionShape } from '#kit/call/redemption.ts'
import { couponReleased, couponRolledBack, promotionRolledBack } from '#products/loyalty/facts.ts'
import { moveUses, releaseMove, rollbackMove } from './couponEnd.ts'
import { holdOf, takeHeldBack } from './heldUses.ts'
import { readRedemptions, type RedemptionRow } from './redemptionRows.ts'

/** Roll Back. */
export const rollBackCoupon = companion(
  operation('loyalty.redemption.rollback', {
    route: 'POST /api/incentive/loyalty/rollback',
    title: 'Roll Back',
    description:
      'Takes a use back, or a part of its discount: the coupon can be used once more, and its budget has the ' +
      'discount again. A repeat answers the same. A reservation is released.',
    scope: 'loyalty.redemption:write',
    input: closed({
      redemptionId: idOf('rdm', { description: 'The use.' }),
      amount: Type.Optional(
        minorAmount(1, amountMax, {
          description: 'Discount taken back in all, in minor units; all of it and the use itself when left out.',
        }),
      ),
      reason: Type.Optional(line(500, { description: 'Reason, for the records.' })),
    }),
    output: redemptionShape,
    emits: [couponRolledBack, couponReleased, promotionRolledBack],
    example: { redemptionId: madeFirst('loyalty.redemption'), reason: 'Order cancelled' },
    handle: once(async (ctx, { redemptionId, amount, reason = null }) => {
      const parsed = parseId('rdm', redemptionId)
      const isOwn = parsed?.accountId === ctx.account.id
      const decide = (row: RedemptionRow) => {
        if (row.status !== 'reserved') {
          checkAmount(row, amount)
          return rollbackMove(row, { amount, reason })
        }
        if (amount !== undefined) throw invalid(field('amount', 'notAllowed', 'goes with a use, not a reservation'))
        return releaseMove(row)
      }
      const [after] = isOwn
        ? await atomicAgain(ctx, async (inner) => {
            const [before] = await inner.db.rows(readRedemptions, [inner.account.id, [parsed.uuid]])
            const hold = before === undefined ? undefined : holdOf(before)
            if (before !== undefined && hold !== undefined && decide(before) !== undefined) {
              await takeHeldBack(inner, before, { hold, amount, reason })
            }
            return moveUses(inner, [parsed.uuid], decide)
          })
        : []
      if (after === undefined) throw problem(reasons.notFound)
      return after
    }),
  }),
)

function checkAmount(row: RedemptionRow, amount: bigint | undefined): void {
  if (amount === undefined || amount <= BigInt(row.amount)) return
  throw invalid(field('amount', 'maximum', `must be at most ${row.amount}, the discount of the use`))
}
