import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { isBotAgent } from '#platform/net/botAgent.ts'
import { contact } from '#products/marketing/contact/contact.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { holdReceiver } from './heldReceiver.ts'
import { isBurst, isTrapped, keepVisit, linkIdOf, retract, visitsOf } from './linkVisits.ts'
import { campaignProperty, messageId } from './messageLinks.ts'

/** A visit to a link of a message. */
export type Touch = {
  uuid: string
  kind: 'opened' | 'clicked' | 'trapped'
  userAgent: string
  isHead: boolean
  target?: string
}

/** Scanners open links within this time after the mail left; people need longer. */
const humanAfterMs = 2_000

/**
 * Records an open or a click. Machines are kept apart: scanners of mail servers, visits sooner than a person could
 * make, bursts over several links, and whatever follows the link that no person sees. The first touch of a kind counts;
 * a click counts as an open too. An undecided message that is touched did arrive. Call inside `ctx.atomic`.
 */
export async function touchMessage(ctx: Ctx, touch: Touch): Promise<void> {
  await holdReceiver(ctx, touch.uuid)
  const [message] = await ctx.db.rows(lockMessage, [ctx.account.id, touch.uuid])
  const leftAt = message?.sent_at ?? message?.attempted_at ?? null
  if (message === undefined || leftAt === null) return
  if (message.state === 'uncertain') await ctx.db.rows(settleTouched, [ctx.account.id, touch.uuid])
  const now = ctx.now()
  const isClick = touch.kind === 'clicked'
  const linkId = linkIdOf(isClick ? touch.target : undefined)
  const visits = await visitsOf(ctx, touch.uuid, linkId)
  const isTrap = touch.kind === 'trapped' || isTrapped(visits, now)
  const isScan = isTrap || (isClick && isBurst(visits, linkId, now))
  const isSoon = now.getTime() - new Date(leftAt).getTime() < humanAfterMs
  const isMachine = isScan || touch.isHead || isSoon || isProgram(touch)
  const { contact_id: contactRow, campaign_id: campaignId } = message
  if (isScan) await retract(ctx, { uuid: touch.uuid, contactId: contactRow, campaignId }, isTrap)
  // The address of a link may name its person, so none is kept of an erased one.
  if (touch.kind !== 'opened' && !message.is_erased) {
    await keepVisit(ctx, { messageUuid: touch.uuid, campaignId, url: touch.target, isMachine, visits })
  }
  if (touch.kind === 'trapped') return
  const values = [ctx.account.id, touch.uuid, now.toISOString(), isMachine, isClick]
  const [changed] = await ctx.db.rows(markTouch, values)
  if (changed === undefined || isMachine) return
  const names = [
    ...(message.opened_at === null ? ['opened'] : []),
    ...(isClick && message.clicked_at === null ? ['clicked'] : []),
  ]
  const subject = messageId(ctx, touch.uuid)
  const contactId = encodeId(contact.prefix, ctx.account.id, message.contact_id)
  const campaign = campaignProperty(ctx, message.campaign_id)
  const url = touch.target?.slice(0, 1_000)
  await recordEvents(
    ctx,
    names.map((name) => {
      const properties = name === 'clicked' && url !== undefined ? { ...campaign, url } : campaign
      return { contactId, name: `marketing.message.${name}`, subject, properties }
    }),
  )
}

/** Proxies that load images when a person opens the mail. Apple's loads them in advance, as bare `Mozilla/5.0`. */
const imageProxies = /GoogleImageProxy|YahooMailProxy/

function isProgram({ kind, userAgent }: Touch): boolean {
  if (kind === 'opened' && imageProxies.test(userAgent)) return false
  return userAgent === '' || isBotAgent(userAgent)
}

const lockMessage = statement(
  'marketing_message.touched',
  'account',
  `select contact_id, campaign_id, state, sent_at, attempted_at, opened_at, clicked_at,
     address is null and channel <> 'webhook' as is_erased
   from marketing_message
   where account_id = $1 and id = $2 and state in ('sent', 'bounced', 'uncertain') for update`,
)

const settleTouched = statement(
  'marketing_message.settleTouched',
  'account',
  `update marketing_message set state = 'sent', sent_at = attempted_at
   where account_id = $1 and id = $2 and state = 'uncertain'`,
)

const markTouch = statement(
  'marketing_message.touch',
  'account',
  `update marketing_message set
     opened_at = case when $4::boolean then opened_at else coalesce(opened_at, $3::timestamptz) end,
     clicked_at = case when $4::boolean or not $5::boolean then clicked_at
       else coalesce(clicked_at, $3::timestamptz) end,
     machine_opened_at = case when $4::boolean and not $5::boolean then coalesce(machine_opened_at, $3::timestamptz)
       else machine_opened_at end,
     machine_clicked_at = case when $4::boolean and $5::boolean then coalesce(machine_clicked_at, $3::timestamptz)
       else machine_clicked_at end
   where account_id = $1 and id = $2 and (
     ($4::boolean and not $5::boolean and machine_opened_at is null)
     or ($4::boolean and $5::boolean and machine_clicked_at is null)
     or (not $4::boolean and (opened_at is null or ($5::boolean and clicked_at is null))))
   returning id`,
)
