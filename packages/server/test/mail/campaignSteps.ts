import { campaign } from '#products/marketing/campaign/campaign.ts'
import { freezeStep } from '#products/marketing/campaign/campaignFreeze.ts'
import { startCampaign } from '#products/marketing/campaign/campaignStart.ts'
import type { Input, World } from '#test/world/world.ts'

/** Starts a campaign, and fixes its audience in steps of some contacts, a millisecond apart. Returns its id. */
export async function startInSteps(
  w: World,
  draft: Input<'marketing.campaign.create'>,
  contacts: number,
): Promise<string> {
  const { id } = await w.call('marketing.campaign.create', draft)
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  await ctx.atomic(async (inner) => startCampaign(inner, await inner.store.get(campaign, String(id))))
  const started = await ctx.store.get(campaign, String(id))
  let after: string | undefined
  do {
    const step = { after, contacts }
    after = await ctx.atomic((inner) => freezeStep(inner, started, step))
    w.clock.advance(1)
  } while (after !== undefined)
  return String(id)
}
