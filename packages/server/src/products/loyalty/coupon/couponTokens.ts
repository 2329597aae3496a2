import { contactsPort } from '#kit/call/contacts.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { couponRedeemed } from '#products/loyalty/facts.ts'

/** Reaction that gives the tokens of a use to its contact, once per use; a contact that is gone gets none. */
export const reactions = [
  reaction('loyalty.coupon.giveTokens', couponRedeemed, async (ctx, { payload }) => {
    const { tokens, contactId, redemptionId, code } = payload
    if (tokens === null || contactId === null) return
    const people = await ctx.port(contactsPort).people(ctx, [contactId])
    if (!people.has(contactId)) return
    await ctx.port(rewardsPort).grant(ctx, {
      contactId,
      token: tokens.token,
      amount: BigInt(tokens.amount),
      rewardId: null,
      reason: `Coupon ${code}`,
      reference: `coupon ${redemptionId}`,
      expiresAt: null,
    })
  }),
]
