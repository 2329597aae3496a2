import { campaign } from '#products/marketing/campaign/campaign.ts'
import { freezeStep } from '#products/marketing/campaign/campaignFreeze.ts'
import { startCampaign } from '#products/marketing/campaign/campaignStart.ts'
import type { Input, World } from '#test/world/world.ts'

type Steps = { contacts: number; between?: (steps: number, campaignId: string) => Promise<void> }

/**
 * Starts a campaign, and fixes its audience in steps of some contacts, a millisecond apart. `between` runs after each
 * step but the last one, with the number of steps so far. Returns the id of the campaign.
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
  let after: string | undefined
  let steps = 0
  do {
    const step = { after, contacts }
    after = await ctx.atomic((inner) => freezeStep(inner, started, step))
    w.clock.advance(1)
    steps++
    if (after !== undefined) await between(steps, String(id))
  } while (after !== undefined)
  return String(id)
}
