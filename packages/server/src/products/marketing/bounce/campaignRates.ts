import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'

/** Bounds of a campaign's newest messages, beyond which it pauses. The share of complaints is Gmail's. */
export const guardRails = { messages: 1_000, errorShareMax: 0.05, complaintShareMax: 0.003, attemptsMin: 100 }

/** Fates of the newest messages of a campaign. */
export type CampaignRates = {
  attempted: number
  failed: number
  complained: number
  /** The bound that is broken. */
  mustPause: 'errorRate' | 'complaintRate' | null
}

/**
 * Rates over the newest 1,000 messages of a campaign. Errors are judged from 100 messages on; complaints against 1,000,
 * so that one complaint does not end a small campaign. `campaignId`: its row id.
 */
export async function rates(ctx: Ctx, campaignId: string): Promise<CampaignRates> {
  const [row] = await ctx.db.rows(countRates, [ctx.account.id, campaignId, guardRails.messages])
  const { attempted, failed, complained } = row ?? { attempted: 0, failed: 0, complained: 0 }
  const isFailing = failed > guardRails.errorShareMax * Math.max(attempted, guardRails.attemptsMin)
  const isDisliked = complained > guardRails.complaintShareMax * guardRails.messages
  const mustPause = isDisliked ? 'complaintRate' : isFailing ? 'errorRate' : null
  return { attempted, failed, complained, mustPause }
}

const countRates = statement(
  'marketing_message.countRates',
  'account',
  `select count(*) as attempted, count(*) filter (where state in ('bounced', 'failed')) as failed,
     count(complained_at) as complained
   from (
     select state, complained_at from marketing_message
     where account_id = $1 and campaign_id = $2 and attempted_at is not null order by attempted_at desc
     limit $3) newest`,
)
