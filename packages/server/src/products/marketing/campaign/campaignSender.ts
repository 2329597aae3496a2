import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem } from '#kit/call/problem.ts'
import { integration, integrationUnavailable } from '#products/marketing/integration/integration.ts'
import { senderTypes } from '#products/marketing/integration/integrationFields.ts'
import { readWay } from '#products/marketing/integration/sendingWay.ts'
import type { Campaign } from './campaign.ts'

/** Parts of a campaign that decide how its mail leaves. */
type Sender = { integrationId?: Campaign['integrationId'] | undefined }

/**
 * Throws for a campaign whose mail cannot leave: an integration that sends no mail (invalid), or one that is not active
 * (integration_unavailable).
 */
export async function checkSender(ctx: Ctx, { integrationId = null }: Sender): Promise<void> {
  const named = integrationId === null ? undefined : await ctx.store.find(integration, integrationId)
  if (integrationId !== null && (named === undefined || !senderTypes.has(named.type))) {
    throw invalid(field('integrationId', 'reference', 'must be an integration by which mail leaves'))
  }
  const { record } = named === undefined ? await readWay(ctx, null) : { record: named }
  if (ctx.account.mode === 'live' && record !== undefined && record.status !== 'active') {
    throw problem(integrationUnavailable)
  }
}
