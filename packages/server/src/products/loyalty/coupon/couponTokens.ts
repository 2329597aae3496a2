import { atomicAgain } from '#kit/call/atomicAgain.ts'
import type { Ctx } from '#kit/call/context.ts'
import { contactsPort } from '#kit/call/contacts.ts'
import type { Redemption } from '#kit/call/redemption.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { task } from '#kit/nouns/task.ts'
import { statement } from '#kit/call/statement.ts'
import { idOf, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { couponRedeemed, couponRolledBack } from '#products/loyalty/facts.ts'
import { takeBackTokens } from '#products/loyalty/token/tokenRefund.ts'
import { redemptionColumns, redemptionOf } from './redemptionRows.ts'

/** Reactions that give the tokens of a use to its contact, once per use, and take them back with the use. */
export const reactions = [
  reaction('loyalty.coupon.giveTokens', couponRedeemed, (ctx, { payload }) => giveTokens(ctx, payload.redemptionId)),
  reaction('loyalty.coupon.takeTokensBack', couponRolledBack, async (ctx, { payload }) => {
    const { tokens, redemptionId, reason, status } = payload
    if (tokens === null || status !== 'rolledBack') return
    await takeBackTokens(ctx, { reference: `offer:${referenceOf(redemptionId)}`, reason: shortReason(reason) })
  }),
]

/** Task that takes the refunded part of the tokens of a use back. */
export const takePartBack = task(
  'loyalty.coupon.takePartBack',
  'Takes the refunded part of the tokens of a coupon back.',
  Type.Object({ redemptionId: idOf('rdm'), amount: whole(1, 1_000_000_000_000) }),
  (ctx, { redemptionId, amount }) =>
    atomicAgain(ctx, async (inner) => {
      // A refund may come before the reaction that gives the tokens.
      await giveTokens(inner, redemptionId)
      const reference = `offer:${referenceOf(redemptionId)}`
      await takeBackTokens(inner, { reference, amount: BigInt(amount), reason: 'refund' })
    }),
)

/** Gives the tokens of a use. A use that was rolled back gives none, and a contact that is gone gets none. */
async function giveTokens(ctx: Ctx, redemptionId: string): Promise<void> {
  const [row] = await ctx.db.rows(lockUse, [ctx.account.id, uuidOf('rdm', redemptionId)])
  if (row === undefined) return
  const { tokens, contactId, status, code }: Redemption = redemptionOf(ctx.account.id, row)
  if (tokens === null || contactId === null || status === 'rolledBack') return
  const people = await ctx.port(contactsPort).people(ctx, [contactId])
  if (!people.has(contactId)) return
  await ctx.port(rewardsPort).grant(ctx, {
    contactId,
    token: tokens.token,
    amount: BigInt(tokens.amount),
    rewardId: null,
    reason: `Coupon ${code}`,
    reference: referenceOf(redemptionId),
    expiresAt: null,
  })
}

function referenceOf(redemptionId: string): string {
  return `coupon ${redemptionId}`
}

const reasonLengthMax = 200

function shortReason(reason: string | null): string | null {
  return reason === null ? null : reason.slice(0, reasonLengthMax)
}

/** The lock orders the grant and a roll-back: whichever comes second sees the first. */
const lockUse = statement(
  'loyalty_redemption.lockForTokens',
  'account',
  `select ${redemptionColumns} from loyalty_redemption r where r.account_id = $1 and r.id = $2 for share`,
)
