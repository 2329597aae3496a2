import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { canLeave } from '#products/marketing/contact/contact.ts'
import { changeContact } from '#products/marketing/contact/contactWrites.ts'
import { remainingContact } from '#products/marketing/contact/remainingContact.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import { holdReceiver } from '#products/marketing/message/heldReceiver.ts'
import { campaignProperty } from '#products/marketing/message/messageLinks.ts'

/**
 * Unsubscribes the contact of a message, whose address of List-Unsubscribe got a mail. A repeat changes nothing. False
 * for an unknown message.
 */
export async function unsubscribeByMail(ctx: Ctx, messageId: string, at: string): Promise<boolean> {
  await holdReceiver(ctx, messageId)
  const [message] = await ctx.db.rows(markUnsubscribed, [ctx.account.id, messageId, at])
  if (message === undefined) return false
  const record = await remainingContact(ctx, message.contact_id)
  if (record === undefined || !canLeave(record)) return true
  const { id: contactId } = record
  await changeContact(ctx, contactId, {
    patch: {},
    consent: { source: 'mailto', at },
    options: { action: 'unsubscribe' },
  })
  const subject = encodeId('msg', ctx.account.id, messageId)
  const properties = campaignProperty(ctx, message.campaign_id)
  await recordEvents(ctx, [{ contactId, name: 'marketing.message.unsubscribed', at, subject, properties }])
  return true
}

const markUnsubscribed = statement(
  'marketing_message.markUnsubscribed',
  'account',
  `update marketing_message set unsubscribed_at = coalesce(unsubscribed_at, $3)
   where account_id = $1 and id = $2 returning contact_id, campaign_id`,
)
