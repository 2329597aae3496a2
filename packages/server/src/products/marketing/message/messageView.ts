import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { RenderedTemplate } from '#platform/templates/templatesPort.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { campaignOf } from '#products/marketing/campaign/campaignSending.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { readGifts } from '#products/marketing/template/giftData.ts'
import { mailData } from '#products/marketing/template/mailData.ts'
import { renderTexts } from '#products/marketing/template/templateCompile.ts'
import { withDefaults } from '#products/marketing/template/templateVariables.ts'
import { contentOf } from './messageContent.ts'
import { ownVariables, withOwnSubject } from './messageOwn.ts'
import { messageUrl } from './messageLinks.ts'

/**
 * Renders a message as its mail was. Throws not_found for one whose contact or texts are gone, or whose contact has
 * another address by now: the reader of its mail may be someone else.
 */
export async function renderMessage(ctx: Ctx, id: string): Promise<RenderedTemplate> {
  const uuid = rowId('msg', id)
  const [row] = await ctx.db.rows(readMessage, [ctx.account.id, uuid])
  if (row === undefined) throw problem(reasons.notFound)
  const record = await ctx.store.find(contact, encodeId(contact.prefix, ctx.account.id, row.contact_id))
  const place = { templateId: row.template_id, templateVersion: row.template_version, contentId: row.content_id }
  const content = await contentOf(ctx, place)
  if (record === undefined || content === undefined || !isReachedBy(row, record)) throw problem(reasons.notFound)
  const sending = row.campaign_id === null ? undefined : await campaignOf(ctx, row.campaign_id)
  const links = {
    unsubscribeUrl: messageUrl(ctx, 'unsubscribe', { uuid }),
    preferencesUrl: preferencesUrl(ctx, record),
    viewUrl: messageUrl(ctx, 'view', { uuid }),
  }
  const variables = withDefaults(content.variables, sending?.variables ?? ownVariables(row.data))
  const gifts = await readGifts(ctx, content, record.id)
  return renderTexts(ctx, withOwnSubject(content, row), mailData(ctx, record, { links, variables, gifts }))
}

/** Whether a message went to the address or number that its contact has now. A webhook went to neither. */
export function isReachedBy(
  { channel, address_key: key }: { channel: string; address_key: string | null },
  { email, phone }: Pick<Contact, 'email' | 'phone'>,
): boolean {
  if (channel === 'webhook') return true
  const own = channel === 'sms' ? phone : email === null ? null : emailKeyOf(email)
  return key !== null && key === own
}

const readMessage = statement(
  'marketing_message.view',
  'account',
  `select contact_id, channel, address_key, campaign_id, template_id, template_version, content_id, data, subject
   from marketing_message
   where account_id = $1 and id = $2`,
)
