import type { Ctx } from '#kit/call/context.ts'
import { campaignOf, endTurn, pauseCampaign } from '#products/marketing/campaign/campaignSending.ts'
import { mayLeave } from '#products/marketing/campaign/campaignPace.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import type { Hold } from '#products/marketing/integration/sendingWay.ts'
import { postpone } from './messageRows.ts'
import type { Due, Ready } from './outgoing.ts'

/** Wait of a campaign that pauses: a resume during the slice is seen after it. */
const pausedWaitMs = 1_000

/** A message that waits: with its campaign, or by itself until a later moment. */
export type Waits = 'held' | 'putOff'

type Turning = { outgoing: Ready; person: Contact | undefined; waiting: Map<string, Date> }

/**
 * Takes the turns of a message right before it leaves: those of its campaign, its time zone and domain, and of its
 * service. A fate where one of them has none now. `ticket` notes that the campaign counts the turn.
 */
async function turnOf(
  ctx: Ctx,
  message: Due,
  { outgoing, person, waiting, ticket }: Turning & { ticket: { isTaken?: boolean } },
): Promise<Waits | undefined> {
  const { campaign_id: campaignId } = message
  if (campaignId !== null) {
    if (waiting.has(campaignId)) return 'held'
    const sending = await campaignOf(ctx, campaignId)
    const waitMs = sending?.takeTurn() ?? 0
    if (waitMs > 0) {
      waiting.set(campaignId, new Date(ctx.now().getTime() + waitMs))
      return 'held'
    }
    ticket.isTaken = sending !== undefined
    const to = { address: addressOf(message, person), timezone: person?.timezone ?? null }
    if (sending !== undefined && !(await mayLeave(ctx, to, sending.bounds))) return 'putOff'
  }
  const hold = await outgoing.hold(ctx)
  return hold === undefined ? undefined : holdBack(ctx, message, { hold, waiting })
}

/** Runs work behind the turn of a message, and ends the turn of its campaign. `held`: it has no turn now. */
export async function inTurn<T>(
  ctx: Ctx,
  message: Due,
  { turning, work }: { turning: Turning; work: () => Promise<T> },
): Promise<{ held: Waits } | { done: T }> {
  const ticket: { isTaken?: boolean } = {}
  try {
    const held = await turnOf(ctx, message, { ...turning, ticket })
    return held === undefined ? { done: await work() } : { held }
  } finally {
    if (ticket.isTaken === true && message.campaign_id !== null) endTurn(ctx, message.campaign_id)
  }
}

/** The address or number that a message goes to; empty for a webhook, and for a person without one. */
function addressOf({ channel }: Due, person: Contact | undefined): string {
  const addresses: Record<string, string | null | undefined> = { email: person?.email, sms: person?.phone }
  return addresses[channel] ?? ''
}

type Held = { hold: Hold; waiting: Map<string, Date> }

/** Holds a message back whose integration is not usable now. A broken one pauses the campaign. */
export async function holdBack(
  ctx: Ctx,
  { id, campaign_id: campaignId }: Due,
  { hold, waiting }: Held,
): Promise<Waits> {
  if (campaignId === null) {
    await ctx.db.rows(postpone, [ctx.account.id, id, hold.until.toISOString()])
    return 'putOff'
  }
  const { pauseReason, until } = hold
  waiting.set(campaignId, pauseReason === undefined ? until : new Date(ctx.now().getTime() + pausedWaitMs))
  if (pauseReason !== undefined) await pauseCampaign(ctx, campaignId, pauseReason)
  return 'held'
}
