import { campaign } from '#products/marketing/campaign/campaign.ts'
import { freezeStep } from '#products/marketing/campaign/campaignFreeze.ts'
import { makeMessages } from '#products/marketing/campaign/campaignMessages.ts'
import { startCampaign } from '#products/marketing/campaign/campaignStart.ts'
import type { Input, World } from '#test/world/world.ts'

type Steps = { contacts: number; between?: (steps: number, campaignId: string) => Promise<void> }

/**
 * Starts a campaign, fixes its audience, and makes its messages in steps of some contacts, a millisecond apart.
 * `between` runs after each step but the last one, with the number of steps so far; after none the audience is fixed.
 * Returns the id of the campaign.
 */
export async function startInSteps(
  w: World,
  draft: Input<'marketing.campaign.create'>,
  { contacts, between = async () => undefined }: Steps,
): Promise<string> {
  const { id } = await w.call('marketing.campaign.create', draft)
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  await ctx.atomic(async (inner) => startCampaign(inner, await inner.store.get(campaign, String(id))))
  const started = await ctx.store.get(campaign, String(id))
  await ctx.atomic((inner) => freezeStep(inner, started, { part: contacts }))
  for (let steps = 0; ; steps++) {
    await between(steps, String(id))
    const hasMore = await ctx.atomic((inner) => makeMessages(inner, started, contacts))
    w.clock.advance(1)
    if (!hasMore) return String(id)
  }
}
