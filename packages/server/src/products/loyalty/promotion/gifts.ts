import type { Ctx } from '#kit/call/context.ts'
import { rewardsPort } from '#kit/call/rewards.ts'
import type { KeptQuote } from './keptQuote.ts'

/** Grants the tokens that a purchase gives, once. A buyer without a contact gets none. */
export async function giveGifts(
  ctx: Ctx,
  { reference, contactId, kept }: { reference: string; contactId: string | null; kept: KeptQuote },
): Promise<void> {
  if (contactId === null) return
  for (const [index, { token, amount = 0, rewardId = null, title }] of kept.effects.entries()) {
    if (token === undefined || amount === 0) continue
    await ctx.port(rewardsPort).grant(ctx, {
      contactId,
      token,
      amount: BigInt(amount),
      rewardId,
      reason: title,
      reference: `offer ${reference} ${index}`,
      expiresAt: null,
    })
  }
}
